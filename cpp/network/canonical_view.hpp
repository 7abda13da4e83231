// Boards as the integer network sees them: the player to move joins top and bottom.
#pragma once

#include <vector>

#include "network/integer_network.hpp"
#include "rules/hex_board.hpp"

namespace beeline {

// What the player to move sees. Where White is to move the board is transposed, which exchanges rows and
// columns and the goals of the players.
class CanonicalView {
 public:
  explicit CanonicalView(const HexBoard& board);

  // Valid while the view lives.
  NetworkInput input() const { return {rows_, cols_, stones_, last_}; }
  // The cell of the view that shows a cell of the board, and back.
  int seen(int cell) const { return transposed_ ? cell % board_cols() * cols_ + cell / board_cols() : cell; }
  int on_board(int seen) const { return transposed_ ? seen % cols_ * board_cols() + seen / cols_ : seen; }

 private:
  int board_cols() const { return transposed_ ? rows_ : cols_; }

  bool transposed_;
  int rows_, cols_;  // of the view
  std::vector<std::uint8_t> stones_;
  int last_;
};

}  // namespace beeline
