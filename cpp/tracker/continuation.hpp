// Continuation policies: how a simulation goes on after it leaves the tree (Hivemind paper, section 4.1).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace beeline {

enum class ContinuationKind : std::uint8_t {
  Default,   // uniform over all legal moves
  Local,     // uniform over the empty points around the last move; none left: default
  Tenuki,    // local with probability 5/6, default with probability 1/6
  Patterns,  // points around the last move in proportion to a learned weight; all zero: default
};

// Weights of local patterns. The index of a candidate point is
//   (Black to play ? 1 : 0) << 2k  |  sum over its k neighbours i of (state of neighbour i) << 2i,
// states 0 empty, 1 black, 2 white, 3 off the board, with k = 6 for Hex and 8 for Go, in the neighbour
// order of the game. Weights are fixed-point: a learned weight of 100 is 65,500.
using PatternWeights = std::vector<std::uint16_t>;

struct Continuation {
  ContinuationKind kind = ContinuationKind::Default;
  std::shared_ptr<const PatternWeights> weights;  // for Patterns, 2 * 4^k of them
};

}  // namespace beeline
