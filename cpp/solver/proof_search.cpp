#include "solver/proof_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "rules/hex_geometry.hpp"

namespace beeline {

namespace {

// Wins that are remembered beside the table. More of them save next to nothing on 7×7 and take time to look through.
constexpr std::size_t kKnownWins = 1 << 14;

std::uint32_t sum(std::uint32_t a, std::uint32_t b) { return std::min(a + b, Bounds::kInfinite); }

}  // namespace

template <int kWords>
ProofSearch<kWords>::ProofSearch(int rows, int cols, const SolverSettings& settings)
    : settings_(settings),
      patterns_(rows, cols),
      table_(settings.table_entries),
      analyser_(patterns_, settings.network),
      wins_(patterns_, kKnownWins) {}

template <int kWords>
Solution ProofSearch<kWords>::solve(const HexBoard& board, const SolveLimits& limits) {
  assert(board.rows() == patterns_.rows() && board.cols() == patterns_.cols());
  deadline_ = Deadline(limits.seconds, limits.interrupted);
  most_nodes_ = limits.nodes;
  nodes_ = 0;
  stopped_.reset();
  Solution solution;
  if (board.winner() != Colour::None) {
    solution.winner = board.winner();
    return solution;
  }
  Node root(position_of(board), board.to_move());
  while (!root.bounds.decided() && !stopped_) search(root, {Bounds::kInfinite, Bounds::kInfinite});
  solution.proof = root.bounds.phi;
  solution.disproof = root.bounds.delta;
  if (root.bounds.decided()) {
    solution.winner = root.bounds.won() ? board.to_move() : opponent(board.to_move());
    for (const int cell : root.carrier | root.position.captured(solution.winner)) solution.carrier.insert(cell);
  }
  if (root.bounds.won()) {
    // Where any move wins, one of those that matter to the winner looks best.
    solution.move = root.best != kNoMove        ? root.best
                    : !solution.carrier.empty() ? static_cast<Move>(solution.carrier.lowest())
                                                : board.legal_moves().front();
  }
  solution.nodes = nodes_;
  solution.seconds = deadline_.seconds();
  if (!root.bounds.decided()) solution.stopped = *stopped_;
  return solution;
}

template <int kWords>
std::uint32_t ProofSearch<kWords>::work(const HexBoard& board) const {
  if (board.winner() != Colour::None) return 0;
  const ProofEntry<kWords>* entry = table_.find(ProofKey<kWords>(position_of(board), board.to_move()));
  return entry ? entry->work : 0;
}

// Searches below the node until a number reaches its threshold.
template <int kWords>
void ProofSearch<kWords>::search(Node& node, const Bounds& threshold) {
  if (!recall(node)) look_at(node);
  while (!node.bounds.decided() && !stopped_) {
    look_up(node);
    if (node.bounds.decided()) break;

    // The numbers of the node, its most promising child and that child's rival.
    const std::size_t count = width(node);
    std::size_t best = 0;
    std::uint32_t rival = Bounds::kInfinite;
    node.bounds = {Bounds::kInfinite, 0};
    const std::uint32_t others = alternatives(node);
    for (std::size_t i = 0; i < count; ++i) {
      const Bounds& child = node.children[i].bounds;
      node.bounds.delta = std::max(node.bounds.delta, sum(child.phi, others));
      if (child.delta < node.bounds.phi) {
        rival = node.bounds.phi;
        node.bounds.phi = child.delta;
        best = i;
      } else {
        rival = std::min(rival, child.delta);
      }
    }
    if (node.bounds.phi >= threshold.phi || node.bounds.delta >= threshold.delta) break;

    const Bounds limit = {threshold.delta - others, std::min(threshold.phi, sum(rival, rival / 4 + 1))};
    Position position = node.position;
    position.play(node.children[best].move, node.to_move);
    Node child(position, opponent(node.to_move));
    child.reply = node.refutation;
    search(child, limit);
    node.work += child.work;
    settle_child(node, best, child);
  }
  remember(node);
}

// A new position: by what is known from elsewhere, or else by its own connections.
template <int kWords>
void ProofSearch<kWords>::look_at(Node& node) {
  const auto& advice = wins_.advice(node.position, node.to_move);
  if (consult(node, advice)) return;
  expand(node);
  for (const Cells& carrier : advice.threats)
    if (!node.bounds.decided() && !node.open.inside(carrier)) refute(node, carrier);
}

// Whether known wins decide the position.
template <int kWords>
bool ProofSearch<kWords>::consult(Node& node, const typename KnownWins<kWords>::Advice& advice) {
  if (advice.winner == Colour::None) return false;
  node.bounds = advice.winner == node.to_move ? Bounds::win() : Bounds::loss();
  node.best = advice.best;
  node.carrier = advice.carrier;
  node.work = std::max(node.work, 1u);
  node.known = true;
  return true;
}

// What the table knows of the node; false if its moves are not in it.
template <int kWords>
bool ProofSearch<kWords>::recall(Node& node) {
  const ProofEntry<kWords>* entry = table_.find(node.key);
  if (entry == nullptr || (entry->count == 0 && !entry->bounds.decided())) return false;
  const bool turned = node.key.turned;
  node.bounds = entry->bounds;
  node.work = entry->work;
  node.known = node.bounds.decided();
  node.carrier = unturned(entry->carrier, turned);
  node.open = unturned(entry->open, turned);
  if (entry->best != kNoMove) node.best = static_cast<Move>(unturned(entry->best, turned));
  Cells others = node.open;
  for (int i = 0; i < entry->count; ++i) {
    const int cell = unturned(entry->moves[i], turned);
    others.erase(cell);
    node.children.push_back({static_cast<Move>(cell), false, {}});
  }
  if (entry->count == ProofEntry<kWords>::kMoves && !node.bounds.decided()) {
    others -= node.position.vulnerable(node.to_move).cells;
    for (const int cell : others) node.children.push_back({static_cast<Move>(cell), false, {}});
  }
  return true;
}

template <int kWords>
void ProofSearch<kWords>::expand(Node& node) {
  const StaticAnalysis<kWords>& found = analyser_.analyse(node.position, node.to_move);
  ++nodes_;
  node.work = std::max(node.work, 1u);
  node.carrier = found.carrier;
  node.open = found.open;
  if (!stopped_) stopped_ = nodes_ >= most_nodes_ ? std::optional(StopReason::Nodes) : deadline_.passed();
  if (found.winner == node.to_move) {
    node.bounds = Bounds::win();
    node.best = found.best;
  } else if (found.winner != Colour::None) {
    lose(node);
  } else {
    node.bounds = {1, static_cast<std::uint32_t>(found.moves.size())};
    for (const Move move : found.moves) node.children.push_back({move, false, {}});
    const auto reply = std::find_if(node.children.begin(), node.children.end(),
                                    [&](const Child& child) { return child.move == node.reply; });
    if (reply != node.children.end()) std::rotate(node.children.begin(), reply, reply + 1);
  }
}

// What the other moves that are not refuted add to the disproof number. Their own disproof numbers are not added up:
// their proofs share most of their positions.
template <int kWords>
std::uint32_t ProofSearch<kWords>::alternatives(const Node& node) const {
  return static_cast<std::uint32_t>(node.children.size() - 1);
}

template <int kWords>
std::size_t ProofSearch<kWords>::width(const Node& node) const {
  const auto share = static_cast<std::size_t>(std::ceil(settings_.width_share * node.children.size()));
  return std::min(node.children.size(), settings_.width_base + share);
}

// Bounds of the children in the window that the table knows better by now, and what follows for the node.
template <int kWords>
void ProofSearch<kWords>::look_up(Node& node) {
  for (std::size_t i = 0; i < width(node) && !node.bounds.decided();) {
    Child& entry = node.children[i];
    if (entry.looked_up) {
      ++i;
      continue;
    }
    entry.looked_up = true;
    Position position = node.position;
    position.play(entry.move, node.to_move);
    Node child(position, opponent(node.to_move));
    if (const ProofEntry<kWords>* known = table_.find(child.key)) {
      entry.bounds = child.bounds = known->bounds;
      child.carrier = unturned(known->carrier, child.key.turned);
      if (child.bounds.decided()) {
        settle_child(node, i, child);
        i = 0;
      }
    }
  }
}

// Takes over what was found out about a child.
template <int kWords>
void ProofSearch<kWords>::settle_child(Node& node, std::size_t index, const Node& child) {
  node.children[index].bounds = child.bounds;
  if (!child.bounds.decided()) return;
  // The winner's captured cells are part of what it needs: it answers there when the other side intrudes.
  const Colour winner = child.bounds.lost() ? node.to_move : opponent(node.to_move);
  const Cells needed = child.carrier | (child.position.captured(winner) - node.position.captured(winner));
  if (child.bounds.lost()) {
    node.bounds = Bounds::win();
    node.best = node.children[index].move;
    node.carrier = needed;
    node.carrier.insert(node.best);
    return;
  }
  if (child.best != kNoMove) node.refutation = child.best;
  refute(node, needed);
}

// The opponent wins with the cells in `needed` alone, whatever else is played: moves elsewhere lose.
template <int kWords>
void ProofSearch<kWords>::refute(Node& node, const Cells& needed) {
  node.carrier |= needed;
  node.open &= needed;
  std::erase_if(node.children, [&](const Child& child) { return !node.open.contains(child.move); });
  if (node.children.empty()) lose(node);
}

// Every move is refuted or not worth trying. A vulnerable move is refuted by its killer, which the opponent
// thus needs; a killer may itself be such a move.
template <int kWords>
void ProofSearch<kWords>::lose(Node& node) {
  node.bounds = Bounds::loss();
  const auto vulnerable = node.position.vulnerable(node.to_move);
  Cells rest = vulnerable.cells & node.open;
  for (bool grown = true; grown;) {
    grown = false;
    for (const int cell : rest& node.carrier) {
      rest.erase(cell);
      node.carrier.insert(vulnerable.killer[cell]);
      grown = true;
    }
  }
}

template <int kWords>
void ProofSearch<kWords>::remember(const Node& node) {
  if (node.bounds.decided() && !node.known) {
    const Colour winner = node.bounds.won() ? node.to_move : opponent(node.to_move);
    wins_.add(node.position, winner, node.to_move, node.carrier, node.best);
  }
  ProofEntry<kWords>& entry = table_.place(node.key);
  const bool turned = node.key.turned;
  entry.bounds = node.bounds;
  entry.work = std::max(node.work, 1u);
  entry.carrier = unturned(node.carrier, turned);
  entry.open = unturned(node.open, turned);
  entry.best = node.best == kNoMove ? kNoMove : static_cast<Move>(unturned(node.best, turned));
  entry.count = 0;
  if (node.bounds.decided()) return;
  for (const Child& child : node.children) {
    if (entry.count == ProofEntry<kWords>::kMoves) break;
    entry.moves[entry.count++] = static_cast<typename ProofEntry<kWords>::Cell>(unturned(child.move, turned));
  }
}

template <int kWords>
void ProofSearch<kWords>::forget() {
  table_.clear();
  wins_.clear();
}

template <int kWords>
FilledPosition<kWords> ProofSearch<kWords>::position_of(const HexBoard& board) const {
  const auto [black, white] = stones_of<kWords>(board);
  // Fill-in through groups saves a tenth of the positions and costs more than that.
  return Position(patterns_, black, white, FillIn::Local);
}

template <int kWords>
CellSet<kWords> ProofSearch<kWords>::unturned(const Cells& cells, bool turned) const {
  return turned ? rotated(cells, patterns_.cells()) : cells;
}

std::unique_ptr<Solver> make_solver(int rows, int cols, const SolverSettings& settings) {
  return with_words_for(rows * cols, [&]<int kWords>() -> std::unique_ptr<Solver> {
    return std::make_unique<ProofSearch<kWords>>(rows, cols, settings);
  });
}

}  // namespace beeline
