#include "network/processor.hpp"

#if defined(__x86_64__)

#include <cpuid.h>  // after the standard library, whose headers on Windows declare a function __cpuid, here a macro

#include <cstdint>

namespace beeline {

namespace {

struct Registers {
  unsigned a = 0, b = 0, c = 0, d = 0;
};

constexpr bool has(unsigned word, int bit) { return (word >> bit & 1) != 0; }

// Zeros where the processor has no such leaf.
Registers cpuid(unsigned leaf, unsigned subleaf = 0) {
  Registers r;
  return __get_cpuid_count(leaf, subleaf, &r.a, &r.b, &r.c, &r.d) != 0 ? r : Registers{};
}

// The registers that the system saves for programs: the lower half of XCR0.
std::uint32_t saved_registers() {
  std::uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

// Intel's manual of instructions, volume 2A, CPUID; volume 1, section 13.3, of XCR0.
Processor find_processor() {
  constexpr std::uint32_t kYmm = 0x06, kZmm = 0xe6;
  const Registers basic = cpuid(1), extended = cpuid(7), more = cpuid(7, 1);
  const std::uint32_t saved = has(basic.c, 27) ? saved_registers() : 0;
  const bool ymm = has(basic.c, 28) && (saved & kYmm) == kYmm;
#if defined(__APPLE__)
  const bool zmm = ymm;  // macOS saves them from their first use on, and sets the bits only then
#else
  const bool zmm = ymm && (saved & kZmm) == kZmm;
#endif
  return {.avx2 = ymm && has(extended.b, 5),
          .fma = ymm && has(basic.c, 12),
          .avx_vnni = ymm && has(more.a, 4),
          .avx512f = zmm && has(extended.b, 16),
          .avx512bw = zmm && has(extended.b, 30),
          .avx512dq = zmm && has(extended.b, 17),
          .avx512vl = zmm && has(extended.b, 31),
          .avx512_vnni = zmm && has(extended.c, 11)};
}

}  // namespace

const Processor& processor() {
  static const Processor found = find_processor();
  return found;
}

}  // namespace beeline

#endif
