// A position with its fill-in: dead and captured cells hold stones, which leaves the winner what it was,
// whoever is to move. From it come the moves that need not be tried.
//
// A cell is dead if its colour matters for no way to complete the board. A set of cells is captured by a side
// that can answer every intrusion so that the intruder's stones in it are dead. Both are found from the stones
// around small sets (local_fill_in.hpp) and, through groups and edges, from the board as either colour sees it
// (reduced_graph.hpp). Each filling may show further ones; `play` goes on until there are none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/cell_set.hpp"
#include "inferior/capture_patterns.hpp"
#include "inferior/local_fill_in.hpp"
#include "inferior/reduced_graph.hpp"
#include "rules/types.hpp"

namespace beeline {

// How far fill-in looks: around small sets alone, or also through groups and edges, which finds more and costs twice
// as much.
enum class FillIn : std::uint8_t { Local, Groups };

template <int kWords>
class FilledPosition {
 public:
  using Cells = CellSet<kWords>;
  using Vulnerable = VulnerableCells<kWords>;

  // `patterns` outlives the position and its copies.
  FilledPosition(const CapturePatterns& patterns, const Cells& black, const Cells& white,
                 FillIn fill_in = FillIn::Groups);

  // Places a stone on an empty cell, and fills in.
  void play(int cell, Colour colour);

  const CapturePatterns& patterns() const { return local_.patterns(); }
  // Stones with those filled in, and the empty cells that remain.
  const Cells& stones(Colour colour) const { return local_.stones(colour); }
  Cells empty_cells() const { return local_.empty_cells(); }

  // Cells filled in so far: dead ones (they hold black stones), and those that a colour has captured.
  const Cells& dead() const { return local_.dead(); }
  const Cells& captured(Colour colour) const { return local_.captured(colour); }

  // Empty cells where a stone of `colour` can be killed by the opponent's next move, with one such move each.
  // If any move of `colour` wins, then also one outside this set.
  Vulnerable vulnerable(Colour colour) const;

  // Where a stone of Black, of White, would kill an empty cell through groups and edges; nowhere if fill-in is local.
  std::array<Cells, 2> killers(int cell) const;

  // The same stones, for fill-in that looks no further than the ring of a shape, at a fraction of the cost.
  const LocalFillIn<kWords>& local() const { return local_; }

 private:
  void settle();
  void enter_stones();
  bool fill_dead();
  bool fill_pairs();

  LocalFillIn<kWords> local_;
  std::optional<std::array<ReducedGraph<kWords>, 2>> graphs_;  // of Black and White; none if fill-in is local
  std::array<Cells, 2> entered_;                               // the stones that the graphs know
  Cells touched_;                                              // cells to look at anew in the graphs
};

// Inferior cells among `cells`, and the candidates that they leave. Vulnerable moves are inferior, and so are moves
// that another one dominates: that move would capture or kill the cell, and so is at least as good. If any move wins
// then one of the candidates does, provided that `cells` holds all winning moves.
template <int kWords>
struct InferiorCells {
  CellSet<kWords> candidates;
  CellSet<kWords> vulnerable, dominated;

  InferiorCells(const FilledPosition<kWords>& position, const CellSet<kWords>& cells, Colour to_move);

  // Of a dominated move: the end of a chain of better moves, which is a candidate.
  Move better_than(int cell) const;

 private:
  static CellSet<kWords> filled_by(int move, LocalFillIn<kWords> position, Colour to_move);

  std::array<Move, kWords * 64> better_;  // of the dominated moves: what struck it out
};

}  // namespace beeline
