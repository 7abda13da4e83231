// Fill-in by what the stones around a few cells say: dead cells and small captured sets.
//
// Which sets those are is known from the stones on the ring around them (tools/derive_captured.py proves it).
// Each filling may show further ones; filling in goes on until there are none.
#pragma once

#include <array>
#include <cstdint>

#include "base/cell_set.hpp"
#include "inferior/capture_patterns.hpp"
#include "rules/types.hpp"

namespace beeline {

// Empty cells where a stone of one colour can be killed by the opponent's next move, with one such move each.
template <int kWords>
struct VulnerableCells {
  CellSet<kWords> cells;
  std::array<Move, kWords * 64> killer;  // of the cells in the set
};

template <int kWords>
class LocalFillIn {
 public:
  using Cells = CellSet<kWords>;
  using Vulnerable = VulnerableCells<kWords>;

  // Nothing is filled in yet. `patterns` outlives the object and its copies.
  LocalFillIn(const CapturePatterns& patterns, const Cells& black, const Cells& white);

  // Puts stones on empty cells: a move, or cells that are known to be dead or captured.
  void add(int cell, Colour colour);
  void add_dead(const Cells& cells);
  void add_captured(const Cells& cells, Colour captor);

  // Fills in: on the whole board at first, around the stones added since then.
  void fill_everywhere();
  void settle();

  const CapturePatterns& patterns() const { return *patterns_; }
  // Stones with those filled in, and the empty cells that remain.
  const Cells& stones(Colour colour) const { return stones_[index_of(colour)]; }
  Cells empty_cells() const { return board_ - stones_[0] - stones_[1]; }

  // Cells filled in so far: dead ones (they hold black stones), and those that a colour has captured.
  const Cells& dead() const { return dead_; }
  const Cells& captured(Colour colour) const { return captured_[index_of(colour)]; }

  Vulnerable vulnerable(Colour colour) const;

 private:
  void fill(int placement, int captors);

  const CapturePatterns* patterns_;
  Cells board_;
  std::array<Cells, 2> stones_, captured_;
  Cells dead_;
  // Stones that lie on the board already but are not yet in the codes of the shapes around them.
  std::array<Move, kWords * 64> pending_;
  int pending_count_ = 0;
  std::array<std::uint16_t, kWords * 64 * kPlacementsPerCell> codes_;
};

}  // namespace beeline
