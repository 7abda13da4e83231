// The clock for limits.
//
// It is the time on the wall, or if the environment says BEELINE_CLOCK=processor what the calling thread has had of
// a processor, so that a match on a busy machine is fair to both sides.
#pragma once

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace beeline {

class Stopwatch {
 public:
  double seconds() const { return now() - start_; }

 private:
  static bool counts_processor() {
    static const bool answer = [] {
      const char* const clock = std::getenv("BEELINE_CLOCK");  // NOLINT(concurrency-mt-unsafe): nothing sets it
      return clock != nullptr && std::string_view(clock) == "processor";
    }();
    return answer;
  }

  static double now() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    if (counts_processor()) {
      std::timespec time;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
      return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
#endif
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  double start_ = now();
};

}  // namespace beeline
