// Positions as patterns of three mutually adjacent cells, for EZO-CNN (section II-C).
//
// The board stands in a frame of border stones: left and right belong to the player to move, top and bottom to
// the opponent, and the corners to both. Triple (row, col) of that frame is made of its cells (row, col),
// (row, col + 1) and (row + 1, col), so that a board of n rows has (n + 1) × (n + 1) of them, every two
// neighbours are in exactly one, and a stone is in exactly three. (As many triples point the other way; the
// paper's grid has no room for them, and they add no pair of neighbours.)
//
// A cell is empty 0, the player's 1 or the opponent's 2. Plane 9 a + 3 b + c is 1 where a triple's cells are in
// the states a, b and c; a triple with a corner is marked in two planes.
#pragma once

#include <cstddef>
#include <span>

#include "network/position.hpp"

namespace beeline {

class TriplePlanes {
 public:
  static constexpr int kPlanes = 27;
  static constexpr int side(int board) { return board + 1; }
  static constexpr std::size_t numbers(int board) { return std::size_t{kPlanes} * side(board) * side(board); }

  explicit TriplePlanes(int board) : board_(board) {}

  // Writes numbers(board) numbers, each 0 or 1.
  void encode(const Position& position, float* planes) const;

  // Writes so many numbers for each move: the position after it as the opponent sees it. Each differs from the
  // position before in three triples. Moves are cells as the player to move sees them.
  void encode_children(const Position& position, std::span<const Move> moves, float* planes) const;

 private:
  int board_;
};

}  // namespace beeline
