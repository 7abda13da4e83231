// Positions as arrays of numbers, for networks: one class per encoder.
//
// NeuroHex (section 2.2): six planes of side + 4, with two cells of padding around the board that belong to
// whoever owns that side and are connected to it; the corners belong to both.
//   0 White's stones                    1 Black's stones
//   2 White's joined to the left        3 White's joined to the right
//   4 Black's joined to the top         5 Black's joined to the bottom
#pragma once

#include <cstddef>
#include <vector>

#include "network/position.hpp"

namespace beeline {

class NeuroHexPlanes {
 public:
  static constexpr int kPlanes = 6, kPadding = 2;
  static constexpr int side(int board) { return board + 2 * kPadding; }
  static constexpr std::size_t numbers(int board) { return std::size_t{kPlanes} * side(board) * side(board); }

  explicit NeuroHexPlanes(int board);
  // Writes numbers(board) numbers, each 0 or 1.
  void encode(const Position& position, float* planes) const;

 private:
  int board_;
  std::vector<float> padding_;  // the planes of the empty board
};

}  // namespace beeline
