// Atomic access to a plain number, as std::atomic_ref has it, which libc++ lacks before its version 19.
#pragma once

#include <atomic>

namespace beeline {

template <class Number>
class AtomicRef {
 public:
  explicit AtomicRef(Number& number) : number_(&number) {
    static_assert(__atomic_always_lock_free(sizeof(Number), nullptr));
  }

  Number load(std::memory_order order) const {
    Number value;
    __atomic_load(number_, &value, static_cast<int>(order));
    return value;
  }
  void store(Number value, std::memory_order order) const { __atomic_store(number_, &value, static_cast<int>(order)); }
  // Returns the number before. For integers.
  Number fetch_add(Number amount, std::memory_order order) const {
    return __atomic_fetch_add(number_, amount, static_cast<int>(order));
  }
  // Sets the number to `desired` if it is `expected`, which otherwise becomes the number; true if it was set.
  bool compare_exchange_strong(Number& expected, Number desired, std::memory_order success,
                               std::memory_order failure) const {
    return __atomic_compare_exchange(number_, &expected, &desired, false, static_cast<int>(success),
                                     static_cast<int>(failure));
  }

 private:
  Number* number_;
};

}  // namespace beeline
