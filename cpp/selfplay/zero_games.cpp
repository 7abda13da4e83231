#include "selfplay/zero_games.hpp"

#include <algorithm>
#include <utility>

#include "base/cell_set.hpp"
#include "base/require.hpp"
#include "connection/connections.hpp"
#include "rules/hex_geometry.hpp"

namespace beeline {

namespace {

constexpr float kLeastShare = 0.002f;  // of the policy that is worth keeping

double uniform(Random& random) { return static_cast<double>(random.bits() >> 11) * 0x1p-53; }

SearchSettings search_settings(const ZeroSettings& settings) {
  SearchSettings search;
  search.selection = {.bonus = Bonus::Puct, .exploration = settings.exploration, .first_play = settings.first_play};
  search.expand = 0;
  search.knowledge = settings.knowledge;
  search.gumbel = settings.gumbel;
  search.memory = std::size_t{4} << 20;
  return search;
}

ZeroSettings checked(ZeroSettings settings) {
  require_within("the number of boards", static_cast<double>(settings.boards.size()), 1, kMaxCells);
  for (const ZeroBoard& board : settings.boards) {
    require_within("rows", board.rows, 1, kMaxSide);
    require_within("cols", board.cols, 1, kMaxSide);
    require_within("share", board.share, 0, 1e6);
  }
  require_within("games", settings.games, 1, 1 << 16);
  require_within("simulations", settings.simulations, 0, 1 << 20);
  require_within("quick_simulations", settings.quick_simulations, 0, 1 << 20);
  require_within("full_share", settings.full_share, 0, 1);
  settings.gumbel.check();
  require_within("noisy_plies", settings.noisy_plies, 0, 1e6);
  require_within("late_noise", settings.late_noise, 0, 1);
  require_within("edge_openings", settings.edge_openings, 0, 1);
  require_within("drawn_openings", settings.drawn_openings, 0, 1);
  require_within("opening_plies", settings.opening_plies, 1, kMaxCells);
  require_within("plies_beyond", settings.plies_beyond, 0, kMaxCells);
  return settings;
}

// Cells within two rows of an edge.
std::vector<Move> edge_cells(const HexBoard& board) {
  std::vector<Move> cells;
  for (Move cell = 0; cell < board.cells(); ++cell) {
    const int row = cell / board.cols(), col = cell % board.cols();
    if (std::min({row, col, board.rows() - 1 - row, board.cols() - 1 - col}) < 2) cells.push_back(cell);
  }
  return cells;
}

// Those of the cells that are joined with an edge of the colour by others of them.
template <int kWords>
CellSet<kWords> joined_with_edge(HexShape shape, const CellSet<kWords>& cells, Colour colour, bool second) {
  const auto on_edge = [&](int cell) {
    const HexPlace place = shape.place_of(cell);
    const int line = colour == Colour::Black ? place.row : place.col;
    return line == (!second ? 0 : (colour == Colour::Black ? shape.rows : shape.cols) - 1);
  };
  CellSet<kWords> found;
  std::vector<int> frontier;
  for (const int cell : cells)
    if (on_edge(cell)) frontier.push_back(cell);
  for (const int cell : frontier) found.insert(cell);
  while (!frontier.empty()) {
    const HexPlace place = shape.place_of(frontier.back());
    frontier.pop_back();
    for (const HexPlace step : kHexNeighbours) {
      const HexPlace next = place + step;
      if (!shape.contains(next) || !cells.contains(shape.cell_at(next)) || found.contains(shape.cell_at(next)))
        continue;
      found.insert(shape.cell_at(next));
      frontier.push_back(shape.cell_at(next));
    }
  }
  return found;
}

// The cells of a connection by which the colour wins, as ZeroGame has them.
std::vector<Move> winning_cells(const HexBoard& board, Colour winner) {
  return with_words_for(board.cells(), [&]<int kWords>() {
    CellSet<kWords> cells = stones_of<kWords>(board)[static_cast<std::size_t>(index_of(winner))];
    if (board.winner() == Colour::None) {
      const Connections<kWords> connections(board);
      auto known = connections.winning(winner);
      if (known.empty() && board.to_move() == winner) known = connections.winning_semis(winner);
      if (known.empty()) return std::vector<Move>();
      cells |= known.front().carrier;
    }
    for (const bool second : {false, true}) cells = joined_with_edge(shape_of(board), cells, winner, second);
    std::vector<Move> found;
    for (const int cell : cells) found.push_back(static_cast<Move>(cell));
    return found;
  });
}

}  // namespace

// One game under way.
class ZeroGames::Table {
 public:
  Table(const ZeroSettings& settings, const std::shared_ptr<NetworkBatch>& batch, const ZeroBoard& shape, Random random)
      : settings_(settings),
        board_(shape.rows, shape.cols),
        random_(random),
        search_(search_settings(settings), random_.bits(),
                [&](int) { return NetworkEvaluator<HexTracker>(batch, {}); }) {
    game_.rows = shape.rows;
    game_.cols = shape.cols;
    open();
    next_search();
  }

  // Adds leaves to the batch; moves are made on the way.
  void gather() {
    while (!ended_ && !search_.gather()) {
      make_move();
      if (!ended_) next_search();
    }
  }
  void settle() {
    if (!ended_) search_.settle();
  }
  bool ended() const { return ended_; }
  ZeroGame take() { return std::move(game_); }

 private:
  // Stones that are there before the first search; moves to be drawn from the policy come later.
  void open() {
    const double kind = uniform(random_);
    if (kind < settings_.edge_openings) {
      const std::vector<Move> cells = edge_cells(board_);
      return play_opening(cells[random_.below(static_cast<std::uint32_t>(cells.size()))]);
    }
    const int plies = 1 + static_cast<int>(random_.below(static_cast<std::uint32_t>(settings_.opening_plies)));
    if (kind < settings_.edge_openings + settings_.drawn_openings) {
      drawn_left_ = plies;
      return;
    }
    for (int i = 0; i < plies && board_.winner() == Colour::None; ++i) {
      const std::vector<Move> legal = board_.legal_moves();
      play_opening(legal[random_.below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }

  bool draws() const { return drawn_left_ > 0 || beyond_ > 0; }

  void next_search() {
    GumbelSettings gumbel = settings_.gumbel;
    const int ply = static_cast<int>(game_.positions.size());
    if (ply >= settings_.noisy_plies * std::max(board_.rows(), board_.cols())) gumbel.noise *= settings_.late_noise;
    search_.set_gumbel(gumbel);
    full_ = settings_.full_share >= 1 || uniform(random_) < settings_.full_share;
    search_.begin(HexTracker(board_, {}),
                  draws() ? 0
                  : full_ ? settings_.simulations
                          : settings_.quick_simulations,
                  known_);
    known_ = true;
  }

  void make_move() {
    const SearchReport report = search_.end();
    const Proof proof = search_.known_proof();
    if (proof != Proof::Unknown) return conclude(report, proof);
    if (beyond_ > 0) return end();  // no longer proven: these plies are not for learning
    if (drawn_left_ > 0) {
      --drawn_left_;
      return play_opening(draw(report));
    }
    if (full_) learn(report);
    else play(report.moves.front().move, {});
  }

  // The result is proven. What is beyond is drawn from the policy while the same player is proven to win.
  void conclude(const SearchReport& report, Proof proof) {
    const Colour winner = proof == Proof::Win ? board_.to_move() : opponent(board_.to_move());
    if (game_.winner == Colour::None) {
      game_.winner = winner;
      game_.decided = static_cast<int>(game_.positions.size());
      game_.winning = winning_cells(board_, winner);
      drawn_left_ = 0;
    }
    if (winner != game_.winner || beyond_ >= settings_.plies_beyond) return end();
    ++beyond_;
    ZeroPosition position{.move = kNoMove, .value = proof == Proof::Win ? 1.0f : 0.0f};
    position.network_value = static_cast<float>(report.root_value);
    if (proof == Proof::Win) position.targets = {{report.moves.front().move, 1.0f, 1.0f}};
    play(draw(report), std::move(position));
  }

  void learn(const SearchReport& report) {
    ZeroPosition position{.move = kNoMove, .network_value = static_cast<float>(report.root_value)};
    double value = 0, visits = 0;
    for (const MoveReport& move : report.moves) {
      const float known =
          move.visits > 0 || move.state.proof != Proof::Unknown ? static_cast<float>(move.value) : -1.0f;
      if (move.policy >= kLeastShare || known >= 0) position.targets.push_back({move.move, move.policy, known});
      value += move.visits * move.value;
      visits += move.visits;
    }
    const MoveReport& chosen = report.moves.front();
    const bool won = chosen.state.proof == Proof::Win;
    position.value = won ? 1.0f : static_cast<float>(visits > 0 ? value / visits : report.root_value);
    if (won) position.targets = {{chosen.move, 1.0f, 1.0f}};
    std::ranges::stable_sort(position.targets, std::greater(), &ZeroTarget::share);
    play(chosen.move, std::move(position));
  }

  // A move of the network's policy.
  Move draw(const SearchReport& report) {
    double left = uniform(random_);
    for (const MoveReport& move : report.moves)
      if ((left -= move.prior) <= 0) return move.move;
    return report.moves.front().move;
  }

  void play_opening(Move move) {
    ++game_.opening;
    play(move, {});
  }

  void play(Move move, ZeroPosition position) {
    position.move = move;
    game_.positions.push_back(std::move(position));
    board_.play(move, board_.to_move());
    if (board_.winner() == Colour::None) return;
    if (game_.winner == Colour::None) {
      game_.winner = board_.winner();
      game_.decided = static_cast<int>(game_.positions.size());
      game_.winning = winning_cells(board_, game_.winner);
    }
    end();
  }

  void end() { ended_ = true; }

  const ZeroSettings& settings_;
  HexBoard board_;
  Random random_;
  HexNetworkSearch search_;
  ZeroGame game_{};
  bool ended_ = false;
  bool full_ = true;    // whether the search under way has all simulations
  bool known_ = false;  // whether connections of an earlier position of the game are known
  int drawn_left_ = 0;  // plies of the opening still to be drawn from the policy
  int beyond_ = 0;      // plies since the result was proven
};

ZeroGames::ZeroGames(const ZeroSettings& settings, std::shared_ptr<Network> network)
    : settings_(checked(settings)),
      random_(Random::stream(settings.seed, 0)),
      batch_(std::make_shared<NetworkBatch>(std::move(network), settings.cache)) {}

ZeroGames::~ZeroGames() = default;

ZeroBoard ZeroGames::draw_board() {
  double all = 0;
  for (const ZeroBoard& board : settings_.boards) all += board.share;
  double left = uniform(random_) * all;
  for (const ZeroBoard& board : settings_.boards)
    if ((left -= board.share) < 0) return board;
  return settings_.boards.back();
}

std::unique_ptr<ZeroGames::Table> ZeroGames::new_table() {
  const ZeroBoard board = draw_board();
  return std::make_unique<Table>(settings_, batch_, board, Random(random_.bits()));
}

std::vector<ZeroGame> ZeroGames::play(std::size_t games, const Interrupted& interrupted) {
  std::vector<ZeroGame> finished;
  std::vector<std::unique_ptr<Table>> tables;
  std::size_t begun = 0;
  Deadline deadline(kNoLimit, interrupted);
  while (finished.size() < games) {
    while (tables.size() < static_cast<std::size_t>(settings_.games) && begun < games) {
      tables.push_back(new_table());
      ++begun;
    }
    for (auto& table : tables) table->gather();
    batch_->compute();
    for (auto& table : tables)
      if (table->ended()) finished.push_back(table->take());
      else table->settle();
    std::erase_if(tables, [](const auto& table) { return table->ended(); });
    if (deadline.passed()) break;
  }
  return finished;
}

}  // namespace beeline
