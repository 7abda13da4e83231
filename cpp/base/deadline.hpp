// When a search has to stop for reasons outside of it: its time is over, or somebody asks for it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "base/stopwatch.hpp"

namespace beeline {

// Why a search stopped.
enum class StopReason : std::uint8_t { Simulations, Ply, Nodes, Seconds, Proven, Decided, Interrupted };

// Asked now and then on the thread that called the search; true stops it.
using Interrupted = std::function<bool()>;

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();  // of seconds

// Starts to run when it is made. For one thread.
class Deadline {
 public:
  static constexpr double kPollSeconds = 0.02;  // between questions to `interrupted`

  explicit Deadline(double seconds = kNoLimit, Interrupted interrupted = {})
      : limit_(seconds), interrupted_(std::move(interrupted)) {}

  // Why to stop now, if there is a reason.
  std::optional<StopReason> passed() {
    const double now = watch_.seconds();
    if (now >= limit_) return StopReason::Seconds;
    if (now < next_question_) return std::nullopt;
    next_question_ = now + kPollSeconds;
    if (interrupted_ && interrupted_()) return StopReason::Interrupted;
    return std::nullopt;
  }
  // Since it was made.
  double seconds() const { return watch_.seconds(); }

 private:
  Stopwatch watch_;
  double limit_;
  Interrupted interrupted_;
  double next_question_ = 0.0;
};

}  // namespace beeline
