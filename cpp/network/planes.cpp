#include "network/planes.hpp"

#include <algorithm>
#include <bit>

namespace beeline {

namespace {

enum Plane { kWhite, kBlack, kLeft, kRight, kTop, kBottom };

// The stones of the chains that stand on the cells of `seeds`.
HexRows joined(const HexRows& stones, const HexRows& seeds, int side) {
  HexRows start{};
  for (int row = 1; row <= side; ++row) start[row] = stones[row] & seeds[row];
  return flooded(stones, start, side);
}

HexRows columns(std::uint32_t bits, int side) {
  HexRows rows{};
  for (int row = 1; row <= side; ++row) rows[row] = bits;
  return rows;
}

HexRows whole_row(int row) {
  HexRows rows{};
  rows[row] = ~0u;
  return rows;
}

}  // namespace

NeuroHexPlanes::NeuroHexPlanes(int board) : board_(board), padding_(numbers(board)) {
  const int width = side(board), far = board + kPadding;
  const auto at = [&](int plane, int row, int col) -> float& {
    return padding_[(static_cast<std::size_t>(plane) * width + row) * width + col];
  };
  for (int line = 0; line < width; ++line)
    for (int depth = 0; depth < kPadding; ++depth) {
      at(kWhite, line, depth) = at(kLeft, line, depth) = 1;
      at(kWhite, line, far + depth) = at(kRight, line, far + depth) = 1;
      at(kBlack, depth, line) = at(kTop, depth, line) = 1;
      at(kBlack, far + depth, line) = at(kBottom, far + depth, line) = 1;
    }
}

void NeuroHexPlanes::encode(const Position& position, float* planes) const {
  std::copy(padding_.begin(), padding_.end(), planes);
  const int width = side(board_);
  const auto write = [&](Plane plane, const HexRows& stones) {
    float* const corner = planes + (static_cast<std::size_t>(plane) * width + kPadding) * width + kPadding;
    for (int row = 0; row < board_; ++row)
      for (std::uint32_t bits = stones[row + 1] >> 1; bits; bits &= bits - 1)
        corner[row * width + std::countr_zero(bits)] = 1;
  };
  write(kWhite, position.white);
  write(kBlack, position.black);
  write(kLeft, joined(position.white, columns(2u, board_), board_));
  write(kRight, joined(position.white, columns(1u << board_, board_), board_));
  write(kTop, joined(position.black, whole_row(1), board_));
  write(kBottom, joined(position.black, whole_row(board_), board_));
}

}  // namespace beeline
