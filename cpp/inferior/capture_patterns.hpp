// Patterns of captured cells: where the shapes of the table of captured sets lie on a board of given sides, and what
// the stones around them say. One object serves every position of its board.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/hex_geometry.hpp"
#include "rules/types.hpp"

namespace beeline {

// Placements of shapes on a cell, in all their directions: one cell, three pairs, three rhombi.
inline constexpr int kPlacementsPerCell = 7;

class CapturePatterns {
 public:
  // A shape of empty cells in one place and direction. Its code describes the stones of its ring.
  struct Placement {
    std::uint8_t shape, size;
    std::array<Move, 4> cells;
    std::uint16_t edges;  // the code when the board is empty: edges are stones of their colour
  };
  // A cell lies on the ring of `placement`: a black stone there adds `weight` to its code, a white one twice.
  struct Influence {
    std::uint16_t placement, weight;
  };

  CapturePatterns(int rows, int cols);

  int rows() const { return shape_.rows; }
  int cols() const { return shape_.cols; }
  int cells() const { return shape_.rows * shape_.cols; }

  std::span<const Move> neighbours(int cell) const {
    return {neighbours_.data() + first_neighbour_[cell], neighbours_.data() + first_neighbour_[cell + 1]};
  }

  std::span<const Placement> placements() const { return placements_; }
  std::span<const Influence> influences(int cell) const {
    return {influences_.data() + first_influence_[cell], influences_.data() + first_influence_[cell + 1]};
  }

  // Bit 0: Black has captured the shape with this code on its ring; bit 1: White has.
  int captors(int shape, int code) const { return tables_[shape][code]; }

 private:
  void list_placements();
  void place(std::uint8_t kind, int direction, int cell, std::vector<std::vector<Influence>>& of_cell);
  void list_neighbours();
  Colour edge_at(int row) const;  // of a place off the board

  HexShape shape_;
  std::vector<Placement> placements_;
  std::vector<Influence> influences_;
  std::vector<std::uint32_t> first_influence_;
  std::vector<Move> neighbours_;
  std::vector<std::uint32_t> first_neighbour_;
  std::array<const std::uint8_t*, 3> tables_;
};

}  // namespace beeline
