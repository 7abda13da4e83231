// BEELINE_DISPATCH before a function: compile it for plain x86-64 and once more for machines of the last
// ten years (AVX2, BMI, popcount), and choose when the program is loaded. Elsewhere it means nothing.
// The newer level has no fused multiply-add, so that both versions compute the same bits.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(BEELINE_NATIVE)
#define BEELINE_DISPATCH __attribute__((target_clones("default", "avx2")))
#else
#define BEELINE_DISPATCH
#endif
