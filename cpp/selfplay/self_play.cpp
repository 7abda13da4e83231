#include "selfplay/self_play.hpp"

#include <algorithm>
#include <utility>

#include "base/require.hpp"

namespace beeline {

namespace {

constexpr int kOpeningRows = 2;    // from a side
constexpr std::size_t kWidth = 5;  // moves that two plies are looked at for

std::vector<Move> cells_near_sides(int side) {
  std::vector<Move> cells;
  for (int cell = 0; cell < side * side; ++cell) {
    const int row = cell / side, col = cell % side;
    if (std::min({row, col, side - 1 - row, side - 1 - col}) < kOpeningRows) cells.push_back(static_cast<Move>(cell));
  }
  return cells;
}

Move any_of(const std::vector<Move>& moves, Random& random) {
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

void make_move(SelfPlayGame& game, Move move) {
  game.board.play(move, game.board.to_move());
  follow(game.board, move, *game.knowledge);
}

// Uniform in [-most, most).
float noise(Random& random, float most) { return most * (2 * static_cast<float>(random.bits() >> 40) * 0x1p-24f - 1); }

std::size_t count_waiting(const SelfPlayGame& game) {
  std::size_t count = 0;
  for (const SelfPlayBranch& branch : game.waiting) count += branch.moves.size();
  return count;
}

SelfPlaySettings checked(SelfPlaySettings settings) {
  require_within("side", settings.side, 1, kMaxSide);
  require_within("games", settings.games, 1, 1 << 20);
  require_within("latest_start", settings.latest_start, 1, kMaxCells);
  require_within("ply", settings.ply, 1, 2);
  require_within("noise", settings.noise, 0, 1);
  return settings;
}

}  // namespace

SelfPlay::SelfPlay(const SelfPlaySettings& settings, const std::vector<std::shared_ptr<Network>>& networks)
    : settings_(checked(settings)),
      decided_play_(settings.side, settings.side),
      openings_(cells_near_sides(settings.side)) {
  require_within("networks", static_cast<double>(networks.size()), 1, kMostNetworks);
  for (const auto& network : networks) {
    if (!network) throw std::invalid_argument("one of the networks is none");
    batches_.emplace_back(network, 0);
  }
  for (int number = 0; number < settings.games; ++number) {
    SelfPlayGame& game = games_.emplace_back(settings.side, Random::stream(settings.seed, number));
    begin(game);
  }
}

void SelfPlay::begin(SelfPlayGame& game) {
  game.start = 1 + static_cast<int>(game.random.below(static_cast<std::uint32_t>(settings_.latest_start)));
  const int other = static_cast<int>(game.random.below(static_cast<std::uint32_t>(batches_.size())));
  game.networks = game.random.below(2) ? std::array{0, other} : std::array{other, 0};
  game.knowledge = make_connection_knowledge(settings_.side, settings_.side);
  game.knowledge->start(game.board);
}

void SelfPlay::play(const Interrupted& interrupted) {
  Deadline deadline(kNoLimit, interrupted);
  while (!deadline.passed() && gather()) {
    compute();
    settle();
  }
}

bool SelfPlay::gather() {
  for (SelfPlayGame& game : games_)
    while (!game.ended && game.waiting.empty()) step(game);
  for (SelfPlayGame& game : games_)
    if (!game.ended) add_to_batch(game, batches_[game.networks[index_of(game.board.to_move())]]);
  return std::any_of(games_.begin(), games_.end(), [](const SelfPlayGame& game) { return !game.ended; });
}

void SelfPlay::add_to_batch(SelfPlayGame& game, NetworkBatch& batch) {
  game.rows.resize(count_waiting(game));
  auto row = game.rows.begin();
  HexBoard board = game.board;
  for (const auto& [first, moves] : game.waiting) {
    if (first != kNoMove) board.play(first, board.to_move());
    for (const Move move : moves) {
      board.play(move, board.to_move());
      view(board, row->viewed);
      board.undo();
      batch.add(*row++);
    }
    if (first != kNoMove) board.undo();
  }
}

void SelfPlay::compute() {
  for (NetworkBatch& batch : batches_) batch.compute();
}

void SelfPlay::settle() {
  for (SelfPlayGame& game : games_)
    if (!game.ended) decide(game);
}

std::int64_t SelfPlay::evaluations() const {
  std::int64_t sum = 0;
  for (const NetworkBatch& batch : batches_) sum += batch.evaluations();
  return sum;
}

void SelfPlay::step(SelfPlayGame& game) {
  const int ply = game.ply();
  if (game.board.winner() != Colour::None) {
    game.ended = true;
    game.knowledge.reset();
  } else if (ply == 0) {
    make_move(game, any_of(openings_, game.random));
  } else if (ply == game.start - 1) {
    make_move(game, any_of(game.board.legal_moves(), game.random));
  } else if (const Verdict verdict = game.knowledge->verdict(game.board.to_move()); verdict != Verdict::Unknown) {
    play_decided(game, verdict);
  } else {
    game.waiting = {{kNoMove, game.knowledge->candidates(game.board.to_move())}};
  }
}

void SelfPlay::play_decided(SelfPlayGame& game, Verdict verdict) {
  if (game.decided < 0 && game.ply() >= game.start) {
    const Colour mover = game.board.to_move();
    game.decided = game.ply();
    game.decided_winner = verdict == Verdict::Win ? mover : opponent(mover);
    if (!settings_.play_out) {
      game.ended = true;
      game.knowledge.reset();
      return;
    }
  }
  make_move(game, decided_play_.move(game.board, verdict, *game.knowledge));
}

void SelfPlay::decide(SelfPlayGame& game) {
  const bool one_ply = game.waiting.front().first == kNoMove;
  Move move = kNoMove;
  if (!one_ply) {
    move = best_branch(game);
  } else if (const std::vector<Move> moves = best_first(game); settings_.ply == 1) {
    move = moves.front();
  } else {
    move = look_further(game, moves);
  }
  if (move == kNoMove) return;
  game.waiting.clear();
  make_move(game, move);
}

// The moves by the chance that they leave the opponent, the smallest first, noise and all.
std::vector<Move> SelfPlay::best_first(SelfPlayGame& game) const {
  std::vector<std::pair<float, Move>> valued;
  auto row = game.rows.begin();
  for (const Move move : game.waiting.front().moves)
    valued.emplace_back(row++->prediction.value + noise(game.random, settings_.noise), move);
  std::stable_sort(valued.begin(), valued.end(), [](auto& a, auto& b) { return a.first < b.first; });
  std::vector<Move> moves;
  for (const auto& [value, move] : valued) moves.push_back(move);
  return moves;
}

// Waits for the replies to the first moves that do not lose at once; returns a move if there is nothing to choose.
Move SelfPlay::look_further(SelfPlayGame& game, const std::vector<Move>& moves) const {
  const Colour mover = game.board.to_move();
  game.waiting.clear();
  for (const Move move : moves) {
    game.knowledge->play(move, mover);
    const Verdict verdict = game.knowledge->verdict(opponent(mover));
    if (verdict == Verdict::Unknown) game.waiting.push_back({move, game.knowledge->candidates(opponent(mover))});
    game.knowledge->undo();
    if (verdict == Verdict::Loss) return move;
    if (game.waiting.size() == kWidth) break;
  }
  if (game.waiting.empty()) return moves.front();
  return game.waiting.size() == 1 ? game.waiting.front().first : kNoMove;
}

// The move after which the best reply leaves the largest chance.
Move SelfPlay::best_branch(SelfPlayGame& game) const {
  Move found = kNoMove;
  float most = 0;
  auto row = game.rows.begin();
  for (const auto& [first, replies] : game.waiting) {
    const auto end = row + static_cast<std::ptrdiff_t>(replies.size());
    const auto value = [](const NetworkRow& reply) { return reply.prediction.value; };
    const float least = std::ranges::min_element(row, end, {}, value)->prediction.value;
    const float worth = least + noise(game.random, settings_.noise);
    if (found == kNoMove || worth > most) {
      found = first;
      most = worth;
    }
    row = end;
  }
  return found;
}

}  // namespace beeline
