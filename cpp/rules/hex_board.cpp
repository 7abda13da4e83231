#include "rules/hex_board.hpp"

#include <cassert>

#include "base/random.hpp"

namespace beeline {

namespace {

struct ZobristKeys {
  std::array<std::array<std::uint64_t, kMaxCells>, 2> stone;
  std::uint64_t white_to_move;
};

constexpr ZobristKeys make_keys() {
  ZobristKeys keys{};
  std::uint64_t state = 0x486578;
  for (auto& of_colour : keys.stone)
    for (auto& key : of_colour) key = Random::split_mix(state);
  keys.white_to_move = Random::split_mix(state);
  return keys;
}

constexpr ZobristKeys kKeys = make_keys();

}  // namespace

HexBoard::HexBoard(int rows, int cols) : rows_(rows), cols_(cols) {
  assert(rows >= 1 && rows <= kMaxSide && cols >= 1 && cols <= kMaxSide);
}

Colour HexBoard::at(Move cell) const {
  assert(cell < cells());
  const int row = cell / cols_ + 1, bit = cell % cols_ + 1;
  if (stones_[0][row] >> bit & 1) return Colour::Black;
  if (stones_[1][row] >> bit & 1) return Colour::White;
  return Colour::None;
}

std::uint64_t HexBoard::hash() const { return to_move_ == Colour::White ? hash_ ^ kKeys.white_to_move : hash_; }

std::vector<Move> HexBoard::legal_moves() const {
  std::vector<Move> moves;
  if (winner_ != Colour::None) return moves;
  moves.reserve(empty_cells());
  for (Move cell = 0; cell < cells(); ++cell)
    if (at(cell) == Colour::None) moves.push_back(cell);
  return moves;
}

std::vector<Move> HexBoard::winning_chain() const {
  std::vector<Move> chain;
  if (winner_ == Colour::None) return chain;
  // Black's way is White's on the reflected board, so one flood fill serves both.
  const bool mirror = winner_ == Colour::Black;
  const HexBoard board = mirror ? reflected() : *this;
  const HexRows left = reached_from_left(board.stones(Colour::White), board.rows_);
  const HexBoard turned = board.rotated();
  const HexRows right = reached_from_left(turned.stones(Colour::White), board.rows_);
  for (Move cell = 0; cell < cells(); ++cell) {
    const Move there = mirror ? mirrored(cell) : cell;
    const int row = there / board.cols_, col = there % board.cols_;
    const bool from_left = left[row + 1] >> (col + 1) & 1;
    const bool from_right = right[board.rows_ - row] >> (board.cols_ - col) & 1;
    if (from_left && from_right) chain.push_back(cell);
  }
  return chain;
}

void HexBoard::play(Move cell, Colour colour) {
  assert(winner_ == Colour::None);
  place(cell, colour);
  history_.push_back({HexStep::Kind::Stone, colour, cell, to_move_});
  to_move_ = opponent(colour);
}

void HexBoard::set_up(Move cell, Colour colour) {
  place(cell, colour);
  history_.push_back({HexStep::Kind::SetUp, colour, cell, to_move_});
}

bool HexBoard::can_swap() const {
  return history_.size() == 1 && history_[0].kind == HexStep::Kind::Stone && history_[0].colour == Colour::Black &&
         winner_ == Colour::None;
}

void HexBoard::swap_pieces() {
  assert(can_swap());
  const Move cell = history_[0].cell;
  remove(cell, Colour::Black);
  place(mirrored(cell), Colour::White);
  history_.push_back({HexStep::Kind::SwapPieces, Colour::White, cell, to_move_});
  to_move_ = Colour::Black;
}

void HexBoard::swap_sides() {
  assert(can_swap());
  history_.push_back({HexStep::Kind::SwapSides, Colour::White, kNoMove, to_move_});
  to_move_ = Colour::White;  // the player who opened is White now, and it is their turn
}

bool HexBoard::undo() {
  if (history_.empty()) return false;
  const HexStep step = history_.back();
  history_.pop_back();
  to_move_ = step.turn;
  switch (step.kind) {
    case HexStep::Kind::Stone:
    case HexStep::Kind::SetUp: remove(step.cell, step.colour); break;
    case HexStep::Kind::SwapPieces:
      remove(mirrored(step.cell), Colour::White);
      place(step.cell, Colour::Black);
      break;
    case HexStep::Kind::SwapSides: break;
  }
  return true;
}

HexBoard HexBoard::rotated() const {
  HexBoard board(rows_, cols_);
  for (Move cell = 0; cell < cells(); ++cell)
    if (const Colour colour = at(cell); colour != Colour::None)
      board.set_up(static_cast<Move>(cells() - 1 - cell), colour);
  board.to_move_ = to_move_;
  return board;
}

HexBoard HexBoard::reflected() const {
  HexBoard board(cols_, rows_);
  for (Move cell = 0; cell < cells(); ++cell)
    if (const Colour colour = at(cell); colour != Colour::None) board.set_up(mirrored(cell), opponent(colour));
  board.to_move_ = opponent(to_move_);
  return board;
}

void HexBoard::place(Move cell, Colour colour) {
  assert(colour != Colour::None && at(cell) == Colour::None);
  stones_[index_of(colour)][cell / cols_ + 1] |= 2u << (cell % cols_);
  hash_ ^= kKeys.stone[index_of(colour)][cell];
  ++stones_placed_;
  if (winner_ == Colour::None && joins(colour)) winner_ = colour;
}

// No stone is placed after a win but by set-up, and what set-up built is taken down in reverse: without
// its last stone a board has the winner it had before.
void HexBoard::remove(Move cell, Colour colour) {
  stones_[index_of(colour)][cell / cols_ + 1] &= ~(2u << (cell % cols_));
  hash_ ^= kKeys.stone[index_of(colour)][cell];
  --stones_placed_;
  if (winner_ == colour && !joins(colour)) winner_ = Colour::None;
}

bool HexBoard::joins(Colour colour) const {
  const HexRows& stones = stones_[index_of(colour)];
  return colour == Colour::Black ? joins_top_bottom(stones, rows_) : joins_left_right(stones, rows_, cols_);
}

Move HexBoard::mirrored(Move cell) const { return static_cast<Move>(cell % cols_ * rows_ + cell / cols_); }

}  // namespace beeline
