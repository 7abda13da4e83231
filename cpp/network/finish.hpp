// The float side of a convolution, from sums to activations. Every kernel compiles it for its own registers:
// each operation is rounded by itself, as IEEE 754 has it, so that all of them agree to the bit.
#pragma once

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "network/convolution.hpp"

namespace beeline {
namespace {  // a copy per kernel: the linker must not merge code for different processors

// Vectors that GCC and Clang share, as wide as the registers.
#if defined(__AVX512F__)
inline constexpr int kFloats = 16;
#elif defined(__AVX2__)
inline constexpr int kFloats = 8;
#else
inline constexpr int kFloats = 4;
#endif
using Floats = float __attribute__((vector_size(4 * kFloats)));
using Integers = std::int32_t __attribute__((vector_size(4 * kFloats)));
using Bytes = std::uint8_t __attribute__((vector_size(kFloats)));

template <class Lanes, class Number>
inline Lanes load(const Number* numbers) {
  Lanes lanes;
  std::memcpy(&lanes, numbers, sizeof lanes);
  return lanes;
}

template <class Lanes, class Number>
inline void store(Number* numbers, const Lanes& lanes) {
  std::memcpy(numbers, &lanes, sizeof lanes);
}

// The larger or the smaller, lane by lane, and `b` where `a` is not a number: x86 has instructions for just
// this, which compilers do not dare to choose.
inline Floats larger(const Floats& a, const Floats& b) {
#if defined(__AVX512F__)
  return _mm512_max_ps(a, b);
#elif defined(__AVX2__)
  return _mm256_max_ps(a, b);
#else
  return a > b ? a : b;
#endif
}

inline Floats smaller(const Floats& a, const Floats& b) {
#if defined(__AVX512F__)
  return _mm512_min_ps(a, b);
#elif defined(__AVX2__)
  return _mm256_min_ps(a, b);
#else
  return a < b ? a : b;
#endif
}

inline Floats positive(const Floats& numbers) { return larger(numbers, Floats{}); }

// The lowest byte of each.
inline Bytes lowest_bytes(const Integers& numbers) {
#if defined(__AVX512F__)
  return reinterpret_cast<Bytes>(_mm512_cvtepi32_epi8(reinterpret_cast<__m512i>(numbers)));
#elif defined(__AVX2__)
  const __m256i gather = _mm256_set1_epi32(0x0c080400);
  const __m256i halves = _mm256_shuffle_epi8(reinterpret_cast<__m256i>(numbers), gather);
  const __m128i low = _mm256_castsi256_si128(halves), high = _mm256_extracti128_si256(halves, 1);
  const std::int64_t eight = _mm_cvtsi128_si64(_mm_unpacklo_epi32(low, high));
  return load<Bytes>(&eight);
#else
  return __builtin_convertvector(numbers, Bytes);
#endif
}

// Numbers from 0 on to the nearest byte up to 127, ties to even: after adding 2^23 there is no room for a
// fraction, and the lowest bits are the whole number.
inline Bytes quantised(const Floats& numbers) {
  constexpr float kNoFraction = 8388608.0f;
  const Floats whole = smaller(numbers, Floats{} + static_cast<float>(kMostActive)) + kNoFraction;
  return lowest_bytes(reinterpret_cast<Integers>(whole));
}

// Where kFloats outputs of a cell lie: among the outputs, among those of all cells, and of all framed cells.
struct Places {
  int output, at, framed;
};

template <Finish kFinish>
[[gnu::always_inline]] inline void finish_floats(const Convolution& task, const std::int32_t* sums,
                                                 const Places& places) {
  const Floats total = __builtin_convertvector(load<Integers>(sums), Floats);
  const Floats f = total * load<Floats>(task.scale + places.output) + load<Floats>(task.bias + places.output);
  if constexpr (kFinish == Finish::Hidden) {
    store(task.output + places.framed, quantised(positive(f)));
  } else {
    float* const stream = task.stream + places.at;
    const Floats x = positive(kFinish == Finish::Residual ? load<Floats>(stream) + f : f);
    store(stream, x);
    if constexpr (kFinish != Finish::Head)
      store(task.output + places.framed, quantised(x * load<Floats>(task.quantiser + places.output)));
  }
}

// Some cells side by side in a row, of each of which there are the sums of `count` outputs from `first` on.
struct Stretch {
  const std::int32_t* sums;
  int first, count, row, col, cells;
};

template <Finish kFinish>
[[gnu::noinline]] void finish_stretch(const Convolution& shared, const Stretch& shared_stretch) {
  // Copies, which no byte that is written can change: their members stay in registers.
  const Convolution task = shared;
  const Stretch stretch = shared_stretch;
  const std::int32_t* sums = stretch.sums;
  int at = (stretch.row * task.cols + stretch.col) * task.outputs;
  int framed = ((stretch.row + 1) * (task.cols + 2) + stretch.col + 1) * task.outputs;
  for (int cell = 0; cell < stretch.cells; ++cell, at += task.outputs, framed += task.outputs)
    for (int output = stretch.first; output < stretch.first + stretch.count; output += kFloats, sums += kFloats)
      finish_floats<kFinish>(task, sums, {output, at + output, framed + output});
}

inline void finish(const Convolution& task, const Stretch& stretch) {
  switch (task.finish) {
    case Finish::Hidden: return finish_stretch<Finish::Hidden>(task, stretch);
    case Finish::Start: return finish_stretch<Finish::Start>(task, stretch);
    case Finish::Residual: return finish_stretch<Finish::Residual>(task, stretch);
    case Finish::Head: return finish_stretch<Finish::Head>(task, stretch);
  }
}

}  // namespace
}  // namespace beeline
