#include "network/position.hpp"

#include <cassert>

#include "base/bits.hpp"

namespace beeline {

namespace {

// Exchanges the bits under `mask` with those `distance` above them.
constexpr std::uint64_t exchange(std::uint64_t bits, std::uint64_t mask, int distance) {
  const std::uint64_t differing = (bits >> distance ^ bits) & mask;
  return bits ^ differing ^ differing << distance;
}

constexpr void exchange(std::uint64_t& low, std::uint64_t& high, std::uint64_t mask, int distance) {
  const std::uint64_t differing = (low >> distance ^ high) & mask;
  high ^= differing;
  low ^= differing << distance;
}

// The reflection of up to 16 rows of up to 16 bits, four rows in a word: halves are exchanged across the
// diagonal, then quarters, and so on (Warren, "Hacker's Delight", section 7-3).
HexRows reflected_small(const HexRows& stones) {
  std::uint64_t words[4];
  for (int word = 0; word < 4; ++word) {
    const std::uint32_t* const rows = &stones[word * 4 + 1];
    const std::uint64_t low = rows[0] >> 1 | rows[1] << 15, high = rows[2] >> 1 | rows[3] << 15;
    words[word] = low | high << 32;
  }
  for (int word = 0; word < 2; ++word) exchange(words[word], words[word + 2], 0x00ff00ff00ff00ff, 8);
  for (int word = 0; word < 4; word += 2) exchange(words[word], words[word + 1], 0x0f0f0f0f0f0f0f0f, 4);
  for (std::uint64_t& word : words) word = exchange(exchange(word, 0x00000000cccccccc, 30), 0x0000aaaa0000aaaa, 15);
  HexRows result{};
  for (int row = 0; row < 16; ++row)
    result[row + 1] = static_cast<std::uint32_t>(words[row / 4] >> row % 4 * 16 & 0xffff) << 1;
  return result;
}

HexRows reflected_large(const HexRows& stones, int side) {
  HexRows result{};
  for (int row = 1; row <= side; ++row)
    for (int col = 1; col <= side; ++col) result[col] |= (stones[row] >> col & 1) << row;
  return result;
}

}  // namespace

Position load_position(const std::uint32_t* packed, int side) {
  Position position;
  for (int row = 0; row < side; ++row) {
    position.white[row + 1] = packed[row] << 1;
    position.black[row + 1] = packed[side + row] << 1;
  }
  return position;
}

void store_position(const Position& position, int side, std::uint32_t* packed) {
  for (int row = 0; row < side; ++row) {
    packed[row] = position.white[row + 1] >> 1;
    packed[side + row] = position.black[row + 1] >> 1;
  }
}

Position position_of(const HexBoard& board) {
  assert(board.rows() == board.cols());
  const HexRows& white = board.stones(Colour::White);
  const HexRows& black = board.stones(Colour::Black);
  if (board.to_move() == Colour::White) return {white, black};
  return {reflected(black, board.rows()), reflected(white, board.rows())};
}

HexRows reflected(const HexRows& stones, int side) {
  return side <= 16 ? reflected_small(stones) : reflected_large(stones, side);
}

HexRows half_turned(const HexRows& stones, int side) {
  HexRows turned{};
  // Column c is bit c + 1; reversed it is bit 30 - c, and is wanted at side - c.
  for (int row = 1; row <= side; ++row) turned[side + 1 - row] = reversed_bits(stones[row]) >> (30 - side);
  return turned;
}

Position half_turned(const Position& position, int side) {
  return {half_turned(position.white, side), half_turned(position.black, side)};
}

Position after_move(const Position& position, int cell, int side, bool& won) {
  HexRows own = position.white;
  const int row = cell / side + 1, bit = cell % side + 1;
  own[row] |= 1u << bit;
  const Position after{reflected(position.black, side), reflected(own, side)};
  // A stone inside the board that touches fewer than two others joins nothing.
  const std::uint32_t around =
      (own[row - 1] >> bit & 3u) | (own[row + 1] >> (bit - 1) & 3u) << 2 | (own[row] >> (bit - 1) & 5u) << 4;
  const bool inside = bit > 1 && bit < side;
  won = !(inside && (around & (around - 1)) == 0) && joins_top_bottom(after.black, side);
  return after;
}

}  // namespace beeline
