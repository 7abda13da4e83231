// A winning strategy written down so that a few lines of code, which know the rules and nothing else, can
// check it.
//
// A *promise* holds for a set of own stones if the owner joins its sides even though the opponent moves first.
// It is a list of plans. A plan is a cell to take and the promise that holds with that stone added. The cells
// of a plan are the one it takes and those of its promise. Whatever cell the opponent takes, a plan that does
// not need it is carried out; there is one if no cell is common to all plans. A promise without plans is kept
// already: its stones join the sides.
#pragma once

#include <string>
#include <vector>

#include "rules/hex_board.hpp"
#include "rules/types.hpp"

namespace beeline {

struct Certificate {
  struct Plan {
    Move cell;
    std::uint32_t promise;  // its number in `promises`
  };

  Colour winner = Colour::None;
  Move first = kNoMove;  // the winner's move, if it is the winner's turn
  // The last one is to be kept from the start, after `first`. The others come before those that need them.
  std::vector<std::vector<Plan>> promises;
};

// What is wrong with a certificate for the position, in words; empty if it proves that the winner wins.
std::string flaw(const Certificate& certificate, const HexBoard& board);

}  // namespace beeline
