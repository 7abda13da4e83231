// What virtual connections and inferior cells say about the moves in a position of the search tree.
#pragma once

#include <memory>
#include <span>

#include "rules/hex_rows.hpp"
#include "rules/types.hpp"
#include "tracker/game.hpp"

namespace beeline {

// One for each thread: it works in place.
class HexJudge {
 public:
  virtual ~HexJudge() = default;

  // A verdict for each cell, for the side to move. Cells that hold stones stay Open. If the side to move wins,
  // one move is marked Win; if it loses, all are marked Loss.
  virtual void judge(const HexRows& empty, const HexRows& black, Colour to_move, std::span<MoveVerdict> verdicts) = 0;

  // The position with its dead and captured cells filled in, which leaves the winner what it was.
  struct Filled {
    HexRows empty{}, black{};
  };
  virtual Filled filled(const HexRows& empty, const HexRows& black) = 0;

  // How likely a long search chooses each empty cell, from 0 to 1 for the likeliest, by what moves look like
  // (knowledge/move_features.hpp). `last` and `before` are the last two stones, kNoMove where there are none.
  virtual std::span<const float> promise(const HexRows& empty, const HexRows& black, Colour to_move, Move last,
                                         Move before) = 0;
};

std::unique_ptr<HexJudge> make_hex_judge(int rows, int cols);

}  // namespace beeline
