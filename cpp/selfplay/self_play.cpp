#include "selfplay/self_play.hpp"

#include <algorithm>
#include <utility>

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

void play(SelfPlayGame& game, Move move) {
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

}  // namespace

SelfPlay::SelfPlay(const SelfPlaySettings& settings)
    : settings_(settings),
      encoder_(settings.side),
      decided_play_(settings.side, settings.side),
      openings_(cells_near_sides(settings.side)) {
  for (int number = 0; number < settings.games; ++number) {
    SelfPlayGame& game = games_.emplace_back(settings.side, Random::stream(settings.seed, number));
    begin(game);
  }
}

void SelfPlay::begin(SelfPlayGame& game) {
  game.start = 1 + static_cast<int>(game.random.below(static_cast<std::uint32_t>(settings_.latest_start)));
  const int other = static_cast<int>(game.random.below(static_cast<std::uint32_t>(settings_.networks)));
  game.networks = game.random.below(2) ? std::array{0, other} : std::array{other, 0};
  game.knowledge = make_connection_knowledge(settings_.side, settings_.side);
  game.knowledge->start(game.board);
}

bool SelfPlay::advance() {
  for (SelfPlayGame& game : games_)
    while (!game.ended && game.waiting.empty()) step(game);
  return std::any_of(games_.begin(), games_.end(), [](const SelfPlayGame& game) { return !game.ended; });
}

void SelfPlay::step(SelfPlayGame& game) {
  const int ply = game.ply();
  if (game.board.winner() != Colour::None) {
    game.ended = true;
    game.knowledge.reset();
  } else if (ply == 0) {
    play(game, any_of(openings_, game.random));
  } else if (ply == game.start - 1) {
    play(game, any_of(game.board.legal_moves(), game.random));
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
    game.promised = verdict == Verdict::Win ? mover : opponent(mover);
    if (!settings_.play_out) {
      game.ended = true;
      game.knowledge.reset();
      return;
    }
  }
  play(game, decided_play_.move(game.board, verdict, *game.knowledge));
}

// Calls visit(game, network) in the order in which positions are encoded.
template <class Games, class Visit>
void SelfPlay::each_waiting(Games& games, Visit visit) {
  for (int network = 0; network < kMostNetworks; ++network)
    for (auto& game : games)
      if (!game.waiting.empty() && game.networks[index_of(game.board.to_move())] == network) visit(game, network);
}

SelfPlay::Counts SelfPlay::waiting() const {
  Counts counts{};
  each_waiting(games_, [&](const SelfPlayGame& game, int network) { counts[network] += count_waiting(game); });
  return counts;
}

void SelfPlay::encode(float* planes) const {
  each_waiting(games_, [&](const SelfPlayGame& game, int) {
    for (const auto& [first, moves] : game.waiting) {
      HexBoard board = game.board;
      if (first != kNoMove) board.play(first, board.to_move());
      encoder_.encode_children(board, moves, planes);
      planes += moves.size() * TriplePlanes::numbers(settings_.side);
    }
  });
}

void SelfPlay::decide(const float* values) {
  // Who waits is noted before any moves: whose turn it is orders the positions.
  std::vector<std::pair<SelfPlayGame*, const float*>> waiting;
  each_waiting(games_, [&](SelfPlayGame& game, int) {
    waiting.emplace_back(&game, values);
    values += count_waiting(game);
  });
  for (const auto& [game, theirs] : waiting) decide(*game, theirs);
}

void SelfPlay::decide(SelfPlayGame& game, const float* values) {
  const bool one_ply = game.waiting.front().first == kNoMove;
  Move move = kNoMove;
  if (!one_ply) {
    move = best_branch(game, values);
  } else if (const std::vector<Move> moves = best_first(game, values); settings_.ply == 1) {
    move = moves.front();
  } else {
    move = look_further(game, moves);
  }
  if (move == kNoMove) return;
  game.waiting.clear();
  play(game, move);
}

// The moves by the chance that they leave the opponent, the smallest first, noise and all.
std::vector<Move> SelfPlay::best_first(SelfPlayGame& game, const float* values) const {
  std::vector<std::pair<float, Move>> valued;
  for (const Move move : game.waiting.front().moves)
    valued.emplace_back(*values++ + noise(game.random, settings_.noise), move);
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
Move SelfPlay::best_branch(SelfPlayGame& game, const float* values) const {
  Move found = kNoMove;
  float most = 0;
  for (const auto& [first, replies] : game.waiting) {
    const float worth = *std::min_element(values, values + replies.size()) + noise(game.random, settings_.noise);
    if (found == kNoMove || worth > most) found = first, most = worth;
    values += replies.size();
  }
  return found;
}

}  // namespace beeline
