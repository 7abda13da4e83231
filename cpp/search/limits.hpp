// When a tree search stops. The conditions compose: the first one met ends it, and so does a proof of the position's
// value.
#pragma once

#include <cstdint>
#include <limits>

#include "base/deadline.hpp"

namespace beeline {

struct Limits {
  std::int64_t simulations = std::numeric_limits<std::int64_t>::max();
  double seconds = kNoLimit;
  // Stop as soon as no simulation still to come could change the most visited move.
  bool decided = false;
  // Best lines to report: those of the first moves, one each.
  int lines = 1;
  Interrupted interrupted;
};

}  // namespace beeline
