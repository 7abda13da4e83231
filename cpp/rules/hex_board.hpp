// The Hex board of a real game: stones, history, hash and winner.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/hex_rows.hpp"
#include "rules/types.hpp"

namespace beeline {

// One entry of the history. A set-up stone is placed outside the order of play.
struct HexStep {
  enum class Kind : std::uint8_t { Stone, SetUp, SwapPieces, SwapSides };
  Kind kind;
  Colour colour;  // of the stone; of the player who swaps
  Move cell;      // of the stone; of the stone before a swap of pieces
  Colour turn;    // who was to move before, not always the one who did

  friend bool operator==(const HexStep&, const HexStep&) = default;
};

class HexBoard {
 public:
  // Sides of 1 to kMaxSide.
  HexBoard(int rows, int cols);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int cells() const { return rows_ * cols_; }

  // The position
  Colour at(Move cell) const;
  Colour to_move() const { return to_move_; }
  void set_to_move(Colour colour) { to_move_ = colour; }
  Colour winner() const { return winner_; }
  int empty_cells() const { return cells() - stones_placed_; }
  const HexRows& stones(Colour colour) const { return stones_[index_of(colour)]; }
  // Zobrist hash of the stones and the side to move; equal positions have equal hashes.
  std::uint64_t hash() const;
  // Empty cells, in order; none once the game is won.
  std::vector<Move> legal_moves() const;
  // The cells of the winner's chains between its sides; empty while there is no winner.
  std::vector<Move> winning_chain() const;

  // Doing and undoing moves. The caller has checked that the cell is empty and that the game goes on.
  void play(Move cell, Colour colour);
  void set_up(Move cell, Colour colour);
  bool can_swap() const;
  void swap_pieces();
  void swap_sides();
  // Takes back the last step; false if there is none.
  bool undo();
  const std::vector<HexStep>& history() const { return history_; }
  // The stone played so many steps ago, 1 for the last step; kNoMove if that step played none.
  Move stone_before(std::size_t steps) const {
    if (history_.size() < steps) return kNoMove;
    const HexStep& step = history_[history_.size() - steps];
    return step.kind == HexStep::Kind::Stone ? step.cell : kNoMove;
  }

  // Symmetries; the result is a set-up position with the same game value.
  HexBoard rotated() const;    // by 180 degrees
  HexBoard reflected() const;  // in the long diagonal, with the colours exchanged

 private:
  void place(Move cell, Colour colour);
  void remove(Move cell, Colour colour);
  bool joins(Colour colour) const;
  Move mirrored(Move cell) const;

  int rows_, cols_;
  int stones_placed_ = 0;
  Colour to_move_ = Colour::Black;
  Colour winner_ = Colour::None;
  std::uint64_t hash_ = 0;
  std::array<HexRows, 2> stones_{};
  std::vector<HexStep> history_;
};

}  // namespace beeline
