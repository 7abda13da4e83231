// When a search stops. The conditions compose: the first one met ends it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

namespace beeline {

struct Limits {
  std::int64_t simulations = std::numeric_limits<std::int64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  // Stop as soon as no simulation still to come could change the most visited move.
  bool when_decided = false;
  // Asked about every 20 milliseconds on the calling thread; true stops the search.
  std::function<bool()> interrupted;
};

// A search always stops when the value of the position is proven.
enum class StopReason : std::uint8_t { Simulations, Seconds, Proven, Decided, Interrupted };

}  // namespace beeline
