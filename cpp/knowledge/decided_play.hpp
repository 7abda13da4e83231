// Playing on where virtual connections have decided: the winner completes them, the loser is in their way.
#pragma once

#include <memory>
#include <vector>

#include "circuit/current.hpp"
#include "knowledge/knowledge.hpp"
#include "rules/hex_board.hpp"

namespace beeline {

class DecidedPlay {
 public:
  DecidedPlay(int rows, int cols) : order_(rows, cols), fresh_(make_connection_knowledge(rows, cols)) {}

  // A move of the side to move, of whom `verdict` is known by `knowledge`, which has followed the game to this
  // position and is left there. A winner's move is one that is seen to keep the win. The loser keeps out of the
  // fill-in while it can: knowledge has to start anew after a move there, and may find less than it knew.
  Move move(const HexBoard& board, Verdict verdict, Knowledge& knowledge);

 private:
  Move winning_move(const HexBoard& board, const std::vector<Move>& moves, Knowledge& knowledge);
  bool keeps_anew(HexBoard board, Move move);
  // The legal moves: what connections without fill-in propose, then those that matter most in both circuits.
  std::vector<Move> ordered(const HexBoard& board);

  CurrentOrder<6> order_;
  std::unique_ptr<Knowledge> fresh_;
};

// Takes a move of a game to `knowledge`; `board` is the position after it.
void follow(const HexBoard& board, Move move, Knowledge& knowledge);

}  // namespace beeline
