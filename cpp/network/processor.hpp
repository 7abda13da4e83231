// Which instructions this processor has, and the system lets programs use. By the instruction CPUID itself: the
// compilers' own __builtin_cpu_supports does not link with Clang on Windows.
#pragma once

#if defined(__x86_64__)

namespace beeline {

struct Processor {
  bool avx2, fma, avx_vnni;
  bool avx512f, avx512bw, avx512dq, avx512vl, avx512_vnni;
};

const Processor& processor();

}  // namespace beeline

#endif
