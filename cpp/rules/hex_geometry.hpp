// Geometry of the Hex board: neighbours, bridges, and the stones of a board as sets of cells.
#pragma once

#include <array>

#include "base/cell_set.hpp"
#include "rules/hex_board.hpp"
#include "rules/types.hpp"

namespace beeline {

// A cell by its row and column, or the way from one cell to another.
struct HexPlace {
  int row, col;

  friend constexpr HexPlace operator+(HexPlace a, HexPlace b) { return {a.row + b.row, a.col + b.col}; }
  friend constexpr HexPlace operator-(HexPlace a, HexPlace b) { return {a.row - b.row, a.col - b.col}; }
  friend constexpr bool operator==(HexPlace, HexPlace) = default;
};

// A way turned by 60 degrees, and the same mirrored in the long diagonal, which exchanges the players' goals.
constexpr HexPlace sixth_turn(HexPlace way) { return {way.row + way.col, -way.row}; }
constexpr HexPlace mirrored(HexPlace way) { return {way.col, way.row}; }

// Steps from one cell to another that a way takes.
constexpr int steps_of(HexPlace way) {
  const auto size = [](int number) { return number < 0 ? -number : number; };
  return (size(way.row) + size(way.col) + size(way.row + way.col)) / 2;
}

// Rows and columns of a board.
struct HexShape {
  int rows, cols;

  friend constexpr bool operator==(HexShape, HexShape) = default;

  constexpr bool contains(HexPlace place) const {
    return place.row >= 0 && place.row < rows && place.col >= 0 && place.col < cols;
  }
  constexpr int cell_at(HexPlace place) const { return place.row * cols + place.col; }
  constexpr HexPlace place_of(int cell) const { return {cell / cols, cell % cols}; }
};

inline HexShape shape_of(const HexBoard& board) { return {board.rows(), board.cols()}; }

// Up, up-right, left, right, down-left, down: the order of kHexSteps.
inline constexpr std::array<HexPlace, 6> kHexNeighbours = {{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};

// The same clockwise, from the right: each is the one before, turned. The sum of two in a row is the end of a bridge.
inline constexpr std::array<HexPlace, 6> kHexAround = {{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}};
static_assert([] {
  for (std::size_t i = 0; i < 6; ++i)
    if (kHexAround[(i + 1) % 6] != sixth_turn(kHexAround[i])) return false;
  return true;
}());

// A bridge: where it leads, and the two cells between, each of which is a neighbour of both ends.
struct HexBridge {
  HexPlace end, one, other;
};

// Clockwise, from the one that leads up.
inline constexpr std::array<HexBridge, 6> kHexBridges = {{
    {{-2, 1}, {-1, 0}, {-1, 1}},
    {{-1, 2}, {-1, 1}, {0, 1}},
    {{1, 1}, {0, 1}, {1, 0}},
    {{2, -1}, {1, 0}, {1, -1}},
    {{1, -2}, {0, -1}, {1, -1}},
    {{-1, -1}, {-1, 0}, {0, -1}},
}};

// The bridges of a colour to its first and to its second edge, from the second line; their ends are off the board.
inline constexpr std::array<std::array<HexBridge, 2>, 2> kHexEdgeBridges = {{
    {kHexBridges[0], kHexBridges[3]},
    {kHexBridges[4], kHexBridges[1]},
}};

// Black's stones and White's.
template <int kWords>
std::array<CellSet<kWords>, 2> stones_of(const HexBoard& board) {
  std::array<CellSet<kWords>, 2> stones;
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (const Colour colour = board.at(cell); colour != Colour::None)
      stones[static_cast<std::size_t>(index_of(colour))].insert(cell);
  return stones;
}

}  // namespace beeline
