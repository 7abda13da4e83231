// Connections along a game, for benchmarks.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/types.hpp"

namespace beeline {

struct ReplayCount {
  std::int64_t positions = 0, fulls = 0, semis = 0;
};

// Finds the connections of both colours after each move of a game in which Black begins and no move is a
// swap, either by increments or from scratch each time. Goes over all the lists to count them only if asked
// to.
ReplayCount replay_connections(int rows, int cols, const std::vector<Move>& moves, bool from_scratch, bool count);

}  // namespace beeline
