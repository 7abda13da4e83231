#include "solver/known_wins.hpp"

#include <algorithm>

#include "solver/proof_table.hpp"

namespace beeline {

template <int kWords>
KnownWins<kWords>::KnownWins(const CapturePatterns& patterns, std::size_t most)
    : most_(std::max<std::size_t>(most / 4, 2)), board_(Cells::first(patterns.cells())), neighbours_(patterns.cells()) {
  const int rows = patterns.rows(), cols = patterns.cols();
  for (const int cell : board_) {
    for (const Move other : patterns.neighbours(cell)) neighbours_[cell].insert(other);
    if (cell / cols == 0) edges_[0][0].insert(cell);
    if (cell / cols == rows - 1) edges_[0][1].insert(cell);
    if (cell % cols == 0) edges_[1][0].insert(cell);
    if (cell % cols == cols - 1) edges_[1][1].insert(cell);
  }
}

// The winner starts from its real stones: what is captured here may be empty elsewhere and so belongs to the carrier,
// and what is dead here it does not need. The board turned by 180 degrees is won as well.
template <int kWords>
void KnownWins<kWords>::add(const Position& position, Colour winner, Colour to_move, const Cells& carrier, Move best) {
  const Cells stones = position.stones(winner) - position.captured(winner) - position.dead();
  const Cells cells = useful(winner, stones | position.captured(winner) | carrier);
  const Win win{stones & cells, cells - stones, best};
  put(wins(winner, winner == to_move), win);
  put(wins(winner, winner == to_move), turned(win));
}

template <int kWords>
void KnownWins<kWords>::put(Wins& wins, const Win& win) const {
  if (wins.list.size() < most_) return wins.list.push_back(win);
  wins.list[wins.next] = win;
  wins.next = (wins.next + 1) % most_;
}

template <int kWords>
auto KnownWins<kWords>::turned(const Win& win) const -> Win {
  const int cells = board_.size();
  const Move best = win.best == kNoMove ? kNoMove : static_cast<Move>(cells - 1 - win.best);
  return {rotated(win.stones, cells), rotated(win.carrier, cells), best};
}

// Those of the cells that a way from edge to edge through them can use.
template <int kWords>
auto KnownWins<kWords>::useful(Colour winner, const Cells& cells) const -> Cells {
  const auto& [first, second] = edges_[index_of(winner)];
  return reached(second, reached(first, cells));
}

template <int kWords>
auto KnownWins<kWords>::reached(const Cells& from, const Cells& cells) const -> Cells {
  Cells all;
  for (Cells frontier = from & cells; !frontier.empty();) {
    all |= frontier;
    Cells next;
    for (const int cell : frontier) next |= neighbours_[cell];
    frontier = (next & cells) - all;
  }
  return all;
}

template <int kWords>
auto KnownWins<kWords>::view(const Position& position, Colour colour) const -> View {
  return {board_ - position.stones(colour) - position.dead(), position.stones(opponent(colour)) - position.dead()};
}

template <int kWords>
auto KnownWins<kWords>::advice(const Position& position, Colour to_move) -> const Advice& {
  advice_.winner = Colour::None;
  advice_.best = kNoMove;
  advice_.threats.clear();
  if (find_winner(position, to_move)) return advice_;
  const Colour other = opponent(to_move);
  const View theirs = view(position, other);
  for (const Win& win : wins(other, true).list)
    if (theirs.has(win)) advice_.threats.push_back(win.carrier & position.empty_cells());
  return advice_;
}

template <int kWords>
bool KnownWins<kWords>::find_winner(const Position& position, Colour to_move) {
  const Colour other = opponent(to_move);
  const View own = view(position, to_move), theirs = view(position, other);
  const Cells empty = position.empty_cells();
  for (const Win& win : wins(other, false).list)
    if (theirs.has(win)) return settle(other, win, kNoMove, empty), true;
  for (const Win& win : wins(to_move, true).list)
    if (own.has(win)) return settle(to_move, win, win.best, empty), true;
  // Won after the move that puts the one stone that is missing.
  for (const Win& win : wins(to_move, false).list) {
    if (win.carrier.meets(own.hostile)) continue;
    Cells missing = win.stones & own.lacking;
    if (missing.empty()) return settle(to_move, win, kNoMove, empty), true;
    const int move = missing.lowest();
    missing.erase(move);
    if (missing.empty() && empty.contains(move)) return settle(to_move, win, static_cast<Move>(move), empty), true;
  }
  return false;
}

template <int kWords>
void KnownWins<kWords>::settle(Colour winner, const Win& win, Move best, const Cells& empty) {
  advice_.winner = winner;
  advice_.carrier = win.carrier & empty;
  // A move that is on the board already leaves the winner a free one.
  if (best == kNoMove || !empty.contains(best)) return;
  advice_.best = best;
  advice_.carrier.insert(best);
}

template <int kWords>
void KnownWins<kWords>::clear() {
  for (auto& of_colour : wins_)
    for (Wins& each : of_colour) each = {};
}

template class KnownWins<1>;
template class KnownWins<2>;
template class KnownWins<3>;
template class KnownWins<6>;

}  // namespace beeline
