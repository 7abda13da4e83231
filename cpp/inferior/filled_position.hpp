// A position with its fill-in: dead and captured cells hold stones, which leaves the winner what it was,
// whoever is to move. From it come the moves that need not be tried.
//
// A cell is dead if its colour matters for no way to complete the board. A set of cells is captured by a side
// that can answer every intrusion so that the intruder's stones in it are dead. Which sets those are is known
// from the stones around them (tools/derive_captured.py proves it). Each filling may show further ones; `play`
// goes on until there are none.
#pragma once

#include <array>
#include <cstdint>

#include "base/cell_set.hpp"
#include "inferior/surroundings.hpp"
#include "rules/types.hpp"

namespace beeline {

template <int kWords>
class FilledPosition {
 public:
  using Cells = CellSet<kWords>;

  // `surroundings` outlives the position and its copies.
  FilledPosition(const Surroundings& surroundings, const Cells& black, const Cells& white);

  // Places a stone on an empty cell, and fills in.
  void play(int cell, Colour colour);

  const Surroundings& surroundings() const { return *surroundings_; }
  // Stones with those filled in, and the empty cells that remain.
  const Cells& stones(Colour colour) const { return stones_[index_of(colour)]; }
  Cells empty_cells() const { return board_ - stones_[0] - stones_[1]; }

  // Cells filled in so far: dead ones (they hold black stones), and those that a colour has captured.
  const Cells& dead() const { return dead_; }
  const Cells& captured(Colour colour) const { return captured_[index_of(colour)]; }

  // Empty cells where a stone of `colour` can be killed by the opponent's next move, with one such move each.
  // If any move of `colour` wins, then also one outside this set.
  struct Vulnerable {
    Cells cells;
    std::array<Move, kWords * 64> killer;  // of the cells in the set
  };
  Vulnerable vulnerable(Colour colour) const;

 private:
  void add(int cell, Colour colour);
  void fill(int placement, int captors);
  void settle();

  const Surroundings* surroundings_;
  Cells board_;
  std::array<Cells, 2> stones_, captured_;
  Cells dead_;
  // Stones that lie on the board already but are not yet in the codes of the shapes around them.
  std::array<Move, kWords * 64> pending_;
  int pending_count_ = 0;
  std::array<std::uint16_t, kWords * 64 * kPlacementsPerCell> codes_;
};

// The moves worth trying, out of `candidates`: without vulnerable ones, and of those that another move makes
// needless (that move would capture or kill the cell, and so is at least as good) only the better one. If any
// move wins then one of these does, provided that `candidates` holds all winning moves.
template <int kWords>
struct WorthyMoves {
  CellSet<kWords> moves;
  CellSet<kWords> vulnerable, dominated;

  WorthyMoves(const FilledPosition<kWords>& position, const CellSet<kWords>& candidates, Colour to_move);

  // Of a dominated move: the end of a chain of better moves, which is one of `moves`.
  Move better_than(int cell) const;

 private:
  std::array<Move, kWords * 64> better_;  // of the dominated moves: what struck it out
};

}  // namespace beeline
