// How promising each empty cell is, by the electrical model: the product of both colours' currents through it,
// each as a share of the colour's whole current.
//
// Made for searches, which need it for every position: neighbours and bridges conduct, and one band of the
// matrix in single precision does, without the generality of circuit/resistance.hpp.
#pragma once

#include <array>
#include <vector>

#include "base/cell_set.hpp"
#include "rules/hex_board.hpp"
#include "rules/types.hpp"

namespace beeline {

template <int kWords>
class CurrentOrder {
 public:
  CurrentOrder(int rows, int cols);

  // One number per cell, larger for moves that matter more; meaningful on empty cells. Valid until the next call.
  const std::vector<float>& scores(const CellSet<kWords>& black, const CellSet<kWords>& white);

 private:
  // Joins neighbours, or the ends of a bridge whose two cells are empty.
  struct Resistor {
    int a, b;  // cells, a < b
    CellSet<kWords> bridge;
  };
  // Joins a cell to an edge: a neighbour, or a cell of the second row with its two neighbours there empty.
  struct Contact {
    int cell;
    CellSet<kWords> bridge;
  };

  void multiply_by_currents(const CellSet<kWords>& own, const CellSet<kWords>& other, Colour colour);
  void solve();
  std::size_t width() const { return static_cast<std::size_t>(band_) + 4; }
  float* row_of(int i) { return matrix_.data() + i * width(); }

  int rows_, cols_, cells_, band_;
  std::vector<Resistor> resistors_;
  std::array<std::vector<Contact>, 2> first_edge_, second_edge_;  // of Black, of White
  std::vector<float> matrix_, potential_, resistance_, through_, scores_;
};

// The scores of a position that is looked at once.
std::vector<float> current_products(const HexBoard& board);

}  // namespace beeline
