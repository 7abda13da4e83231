// The board as one colour sees it: empty cells, joined if they touch each other or the same stones of the
// colour (groups are contracted, the opponent's stones removed).
//
// A way of the colour from edge to edge without detour is an induced path of this graph. So a cell whose
// neighbours are all joined with each other (a simplicial cell) is on none of them: its colour matters for no
// way to complete the board, it is dead (Björnsson, Hayward, Johanson and van Rijswijck, "Dead cell analysis
// in Hex and the Shannon game", 2006). Further stones keep a clique a clique: what is dead remains dead.
#pragma once

#include <array>

#include "base/cell_set.hpp"
#include "inferior/capture_patterns.hpp"
#include "rules/types.hpp"

namespace beeline {

template <int kWords>
class ReducedGraph {
 public:
  using Cells = CellSet<kWords>;

  // Of an empty board.
  ReducedGraph(const CapturePatterns& patterns, Colour colour);

  // A stone on an empty cell: of the colour itself, which joins the neighbours, or of the opponent. The result
  // has every cell that may have become simplicial or got killers.
  Cells contract(int cell);
  Cells remove(int cell);

  // Empty cells joined with this one.
  const Cells& neighbours(int cell) const { return neighbours_[cell]; }

  bool simplicial(int cell) const;

  // Where a stone would make the cell simplicial, which is not: one of the colour by joining its neighbours,
  // one of the opponent by taking a neighbour away.
  struct Killers {
    Cells joining, parting;
  };
  Killers killers(int cell) const;

 private:
  std::array<Cells, kWords * 64> neighbours_;
  // Empty cells joined with either edge. They are also joined with each other, for no way without detour has
  // two of them.
  std::array<Cells, 2> edges_;
};

}  // namespace beeline
