#include "network/batch.hpp"

#include <array>
#include <bit>
#include <cstring>

#include "base/random.hpp"

namespace beeline {

namespace {

// The cell that holds the empty cell number `wanted`, in reading order.
int nth_empty(const Position& board, int side, std::uint32_t wanted) {
  const std::uint32_t whole = (2u << side) - 2;
  for (int row = 1; row <= side; ++row) {
    std::uint32_t empty = whole & ~(board.white[row] | board.black[row]);
    const auto here = static_cast<std::uint32_t>(std::popcount(empty));
    if (wanted >= here) {
      wanted -= here;
      continue;
    }
    while (wanted-- > 0) empty &= empty - 1;
    return (row - 1) * side + std::countr_zero(empty) - 1;
  }
  return 0;
}

// Writes rows of bits as bytes of 0 and 1, one row after the other.
class RowWriter {
 public:
  RowWriter(int side, bool* out, std::size_t rows) : side_(side), out_(out), end_(out + rows * side) {}

  // Whole words are written where they fit: what goes beyond the row is overwritten by the next.
  void write(std::uint32_t row) {
    const std::uint64_t bytes[3] = {kBytes[row & 0xff], kBytes[row >> 8 & 0xff], kBytes[row >> 16]};
    if (end_ - out_ < static_cast<std::ptrdiff_t>(sizeof bytes)) {
      std::memcpy(out_, bytes, side_);
    } else if (side_ <= 16) {
      std::memcpy(out_, bytes, 16);
    } else {
      std::memcpy(out_, bytes, sizeof bytes);
    }
    out_ += side_;
  }

 private:
  // The bits of a byte as bytes, the lowest first.
  static constexpr std::array<std::uint64_t, 256> kBytes = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::uint64_t bits = 0; bits < 256; ++bits)
      for (int i = 0; i < 8; ++i) table[bits] |= (bits >> i & 1) << 8 * i;
    return table;
  }();

  int side_;
  bool* out_;
  bool* end_;
};

std::uint32_t empty_cells(const Position& board, int side) {
  int stones = 0;
  for (int row = 1; row <= side; ++row) stones += std::popcount(board.white[row] | board.black[row]);
  return static_cast<std::uint32_t>(side * side - stones);
}

HexBoard board_of(const Position& position, int side) {
  HexBoard board(side, side);
  for (Move cell = 0; cell < board.cells(); ++cell) {
    const int row = cell / side + 1, bit = cell % side + 1;
    if (position.white[row] >> bit & 1) board.set_up(cell, Colour::White);
    if (position.black[row] >> bit & 1) board.set_up(cell, Colour::Black);
  }
  board.set_to_move(Colour::White);
  return board;
}

}  // namespace

void step(const PackedPositions& boards, const std::int32_t* moves, bool* won) {
  for (std::size_t i = 0; i < boards.count; ++i) {
    const Position after = after_move(boards.at(i), moves[i], boards.side, won[i]);
    boards.set(i, won[i] ? Position{} : after);
  }
}

void draw_moves(const PackedPositions& boards, std::uint64_t* random, std::int32_t* moves) {
  const auto cells = static_cast<std::uint32_t>(boards.side * boards.side);
  for (std::size_t i = 0; i < boards.count; ++i) {
    const Position board = boards.at(i);
    moves[i] = -1;
    // Most boards have enough empty cells to hit one soon; the rest is counted.
    for (int tries = 0; tries < 16 && moves[i] < 0; ++tries) {
      const auto cell = static_cast<int>(scale(Random::split_mix(random[i]), cells));
      const int row = cell / boards.side + 1, bit = cell % boards.side + 1;
      if (!((board.white[row] | board.black[row]) >> bit & 1)) moves[i] = cell;
    }
    if (moves[i] < 0) {
      const std::uint64_t bits = Random::split_mix(random[i]);
      moves[i] = nth_empty(board, boards.side, scale(bits, empty_cells(board, boards.side)));
    }
  }
}

void mark_empty(const PackedPositions& boards, bool* empty) {
  const std::uint32_t whole = (1u << boards.side) - 1;
  RowWriter writer(boards.side, empty, boards.count * boards.side);
  for (std::size_t i = 0; i < boards.count; ++i) {
    const std::uint32_t* const rows = boards.rows + i * packed_size(boards.side);
    for (int row = 0; row < boards.side; ++row) writer.write(whole & ~(rows[row] | rows[boards.side + row]));
  }
}

void mark_stones(const PackedPositions& boards, bool* stones) {
  RowWriter writer(boards.side, stones, boards.count * packed_size(boards.side));
  const std::uint32_t* const end = boards.rows + boards.count * packed_size(boards.side);
  for (const std::uint32_t* row = boards.rows; row != end; ++row) writer.write(*row);
}

void value_by_resistance(const PackedPositions& positions, const LinkFinder& links, float* values) {
  CircuitSolver solver;
  for (std::size_t i = 0; i < positions.count; ++i) {
    const HexBoard board = board_of(positions.at(i), positions.side);
    const Circuit own = solver.solve(board, Colour::White, links(board, Colour::White));
    const Circuit other = solver.solve(board, Colour::Black, links(board, Colour::Black));
    for (const double value : estimated_action_values(board, own, other)) *values++ = static_cast<float>(value);
  }
}

}  // namespace beeline
