// Four numbers at a time, or two of double size, on the vector types that GCC and Clang share; every x86-64
// and arm64 machine has registers for them. Arithmetic and comparison work lane by lane, and `mask ? a : b` chooses
// lane by lane.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#else
#include <cmath>
#endif

namespace beeline {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

inline constexpr int kLanes = 4;

using Double2 = double __attribute__((vector_size(16)));

inline Double2 load2(const double* numbers) {
  Double2 lanes;
  std::memcpy(&lanes, numbers, sizeof lanes);
  return lanes;
}

inline Float4 load4(const float* numbers) {
  Float4 lanes;
  std::memcpy(&lanes, numbers, sizeof lanes);
  return lanes;
}

// A read that other threads may write during. Tree search chooses a child by whichever numbers it finds, four records
// at a time, and no instruction loads four of them atomically; each number is whole, old or new. It is the one race of
// the core, and the thread sanitizer is told not to look: here, and nowhere else.
#define BEELINE_READS_WHILE_OTHERS_WRITE __attribute__((no_sanitize("thread")))

BEELINE_READS_WHILE_OTHERS_WRITE inline Float4 racy_load4(const float* numbers) {
  Float4 lanes;
  std::memcpy(&lanes, numbers, sizeof lanes);
  return lanes;
}

inline void store4(float* numbers, Float4 lanes) { std::memcpy(numbers, &lanes, sizeof lanes); }

// Lanes A, B, C and D of the eight of two vectors. GCC has Clang's builtin from 12 on.
template <int A, int B, int C, int D>
inline Float4 shuffled(Float4 first, Float4 second) {
#if defined(__clang__) || __GNUC__ >= 12
  return __builtin_shufflevector(first, second, A, B, C, D);
#else
  return __builtin_shuffle(first, second, Int4{A, B, C, D});
#endif
}

// The first two columns of four rows of four numbers, which other threads may write meanwhile.
BEELINE_READS_WHILE_OTHERS_WRITE inline std::pair<Float4, Float4> first_two_columns(const float* rows) {
  const Float4 upper = shuffled<0, 4, 1, 5>(racy_load4(rows), racy_load4(rows + 4));
  const Float4 lower = shuffled<0, 4, 1, 5>(racy_load4(rows + 8), racy_load4(rows + 12));
  return {shuffled<0, 1, 4, 5>(upper, lower), shuffled<2, 3, 6, 7>(upper, lower)};
}

inline Float4 broadcast(float number) { return Float4{number, number, number, number}; }
inline Int4 broadcast(std::int32_t number) { return Int4{number, number, number, number}; }

template <class Lanes>
inline Lanes smaller(Lanes a, Lanes b) {
  return a < b ? a : b;
}

template <class Lanes>
inline Lanes larger(Lanes a, Lanes b) {
  return a > b ? a : b;
}

inline Float4 square_root(Float4 lanes) {
#if defined(__SSE2__)
  return _mm_sqrt_ps(lanes);
#elif defined(__aarch64__)
  return vsqrtq_f32(lanes);
#else
  return Float4{std::sqrt(lanes[0]), std::sqrt(lanes[1]), std::sqrt(lanes[2]), std::sqrt(lanes[3])};
#endif
}

}  // namespace beeline
