#include "tracker/go.hpp"

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "tracker/game.hpp"

namespace beeline {

static_assert(Game<GoTracker>);

namespace {

constexpr std::size_t kPatternCount = std::size_t{2} << 16;

// An eye that its owner should not fill: every side is the owner's or the edge, and at most one diagonal is
// the enemy's, none at the edge. False eyes beyond that are rare enough to leave to the search.
bool is_eye(unsigned pattern, Colour owner) {
  constexpr unsigned sides = GoStones::kSideBits, diagonals = GoStones::kDiagonalBits;
  // Black is 1 and White 2, so a colour's bit is also set where the board ends (3).
  const unsigned own_or_off = pattern >> index_of(owner);
  const unsigned enemy_or_off = pattern >> index_of(opponent(owner));
  if ((own_or_off & sides) != sides) return false;
  const unsigned enemies = enemy_or_off & ~own_or_off & diagonals;
  const bool at_edge = own_or_off & enemy_or_off & sides;
  const bool several = enemies & (enemies - 1);
  return at_edge ? enemies == 0 : !several;
}

}  // namespace

GoTracker::GoTracker(const GoBoard& root, Continuation continuation)
    : root_(position_of(root)),
      now_(root_),
      positions_(root.positions()),
      real_positions_(positions_.size()),
      komi_(root.komi()),
      continuation_(std::move(continuation)) {
  static_assert(std::is_trivially_copyable_v<Position>);
  if (continuation_.kind != ContinuationKind::Patterns) return;
  const std::size_t given = continuation_.weights ? continuation_.weights->size() : 0;
  if (given != kPatternCount) {
    throw std::invalid_argument("Go patterns need " + std::to_string(kPatternCount) + " weights, not " +
                                std::to_string(given));
  }
}

GoTracker::Position GoTracker::position_of(const GoBoard& board) {
  Position position{board.stones(), board.to_move(), board.passes_in_a_row(), GoStones::kNowhere, {}};
  if (!board.moves().empty() && position.passes == 0) {
    position.last_vertex = board.stones().vertex_of(board.moves().back().move);
  }
  return position;
}

bool GoTracker::legal(Move move) const {
  if (now_.passes >= 2 || move > pass_move()) return false;
  if (move == pass_move()) return true;
  const int vertex = now_.stones.vertex_of(move);
  return now_.stones.why_illegal(vertex, now_.to_move, positions_) == GoStones::Illegal::No;
}

Outcome GoTracker::winner() const { return now_.passes >= 2 ? count() : Outcome::Undecided; }

void GoTracker::play(Move move) {
  if (move == pass_move()) {
    if (now_.first_to_play[move] == Colour::None) now_.first_to_play[move] = now_.to_move;
    pass();
  } else {
    place(now_.stones.vertex_of(move), move);
    positions_.push_back(now_.stones.hash());
  }
}

void GoTracker::restart() {
  now_ = root_;
  positions_.resize(real_positions_);
}

Outcome GoTracker::playout(Random& random) {
  int moves_left = 3 * size() * size();
  while (now_.passes < 2 && moves_left-- > 0) step(random);
  return count();
}

Move GoTracker::step(Random& random) {
  const int vertex = choose(random);
  if (vertex == GoStones::kNowhere) {
    pass();
    return pass_move();
  }
  const auto move = static_cast<Move>(now_.stones.point_of(vertex));
  place(vertex, move);
  return move;
}

void GoTracker::place(int vertex, Move move) {
  if (now_.first_to_play[move] == Colour::None) now_.first_to_play[move] = now_.to_move;
  now_.stones.play(vertex, now_.to_move);
  now_.to_move = opponent(now_.to_move);
  now_.passes = 0;
  now_.last_vertex = vertex;
}

void GoTracker::pass() {
  now_.stones.lift_ko();
  now_.to_move = opponent(now_.to_move);
  ++now_.passes;
  now_.last_vertex = GoStones::kNowhere;
}

// Whether a playout may move there; the vertex is empty.
bool GoTracker::playable(int vertex) const {
  return !is_eye(now_.stones.pattern(vertex), now_.to_move) && vertex != now_.stones.ko() &&
         now_.stones.breathes(vertex, now_.to_move);
}

int GoTracker::choose(Random& random) {
  const bool local = continuation_.kind != ContinuationKind::Default &&
                     !(continuation_.kind == ContinuationKind::Tenuki && random.below(6) == 0);
  const int vertex = local ? choose_around_last(random) : GoStones::kNowhere;
  return vertex != GoStones::kNowhere ? vertex : choose_anywhere(random);
}

// In proportion to the weights of the patterns, which are all 1 for Local and Tenuki; kNowhere if all are 0.
int GoTracker::choose_around_last(Random& random) const {
  if (now_.last_vertex == GoStones::kNowhere) return GoStones::kNowhere;
  const std::uint16_t* const weights =
      continuation_.kind == ContinuationKind::Patterns ? continuation_.weights->data() : nullptr;
  const unsigned turn = now_.to_move == Colour::Black ? 1u << 16 : 0u;
  const unsigned around = now_.stones.pattern(now_.last_vertex);
  std::array<std::uint32_t, 8> weight{};
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const bool empty = (around >> 2 * i & 3) == 0;
    const int vertex = now_.last_vertex + GoStones::kAround[i];
    if (!empty || !playable(vertex)) continue;
    weight[i] = weights ? weights[turn | now_.stones.pattern(vertex)] : 1;
    total += weight[i];
  }
  if (total == 0) return GoStones::kNowhere;
  std::uint32_t ticket = random.below(total);
  std::size_t chosen = 0;
  while (ticket >= weight[chosen]) ticket -= weight[chosen++];
  return now_.last_vertex + GoStones::kAround[chosen];
}

// Uniform over the playable vertices: draws empty ones without replacement until one is. kNowhere if none is.
int GoTracker::choose_anywhere(Random& random) {
  for (int left = now_.stones.empty_count(); left > 0; --left) {
    const int slot = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
    const int vertex = now_.stones.empty(slot);
    if (playable(vertex)) return vertex;
    now_.stones.swap_empties(slot, left - 1);
  }
  return GoStones::kNowhere;
}

}  // namespace beeline
