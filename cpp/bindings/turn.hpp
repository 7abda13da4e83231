// Objects that Python threads may share. While one of them works without the interpreter's lock, another call into it,
// by another thread or from a callback of the first call, is refused.
#pragma once

#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>

namespace beeline {

// T and whether it is at work.
template <class T>
struct Shared : T {
  using T::T;
  std::atomic<bool> busy{false};
};

// The right to call into a shared object, until the end of the scope; std::runtime_error if another call has it.
class Turn {
 public:
  template <class T>
  Turn(Shared<T>& object, const char* name) : busy_(object.busy) {
    if (busy_.exchange(true))
      throw std::runtime_error(std::string("this ") + name +
                               " is running already, in another thread or around this call: use one per thread");
  }
  ~Turn() { busy_ = false; }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::atomic<bool>& busy_;
};

}  // namespace beeline
