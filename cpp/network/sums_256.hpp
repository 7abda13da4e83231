// Sums in 256-bit registers, eight outputs each, for AVX2 and AVX-VNNI; `Dot::add(sum, activation, weight)`
// adds the dot products of four bytes each to eight sums.
#pragma once

#include <immintrin.h>

#include <cstring>

#include "network/convolve.hpp"

namespace beeline {
namespace {

template <class Dot>
struct Sums256 {
  // Of 16 registers, 12 hold sums: three cells by 32 outputs.
  static constexpr int cells(int) { return 3; }

  template <int kBlocks, int kCells, class Reach>
  static void add(const std::uint8_t* cell, const Reach& reach, const std::int8_t* weights, std::int32_t* sums) {
    constexpr int kPairs = kBlocks / 2;
    for (int pair = 0; pair < kPairs; ++pair)
      add_part<kBlocks, kCells, 4>(cell, reach, weights + pair * 128, sums + pair * 32);
    if constexpr (kBlocks % 2 == 1)
      add_part<kBlocks, kCells, 2>(cell, reach, weights + kPairs * 128, sums + kPairs * 32);
  }

  // kRegisters · 8 of the outputs.
  template <int kBlocks, int kCells, int kRegisters, class Reach>
  static void add_part(const std::uint8_t* cell, const Reach& reach, const std::int8_t* weights, std::int32_t* sums) {
    __m256i total[kCells][kRegisters];
    for (int i = 0; i < kCells; ++i)
      for (int part = 0; part < kRegisters; ++part) total[i][part] = _mm256_setzero_si256();
    for (int tap = 0; tap < reach.taps; ++tap) {
      const std::uint8_t* from = cell + reach.steps[tap];
      for (int input = 0; input < reach.inputs(); input += 4, from += 4, weights += 64 * kBlocks) {
#pragma GCC unroll 3
        for (int i = 0; i < kCells; ++i) {
          const __m256i activation = four_inputs(from + i * reach.inputs());
#pragma GCC unroll 4
          for (int part = 0; part < kRegisters; ++part)
            total[i][part] = Dot::add(total[i][part], activation, load(weights + part * 32));
        }
      }
    }
    for (int i = 0; i < kCells; ++i)
      for (int part = 0; part < kRegisters; ++part)
        _mm256_store_si256(reinterpret_cast<__m256i*>(sums + i * kBlocks * kLaneChannels + part * 8), total[i][part]);
  }

  static __m256i load(const std::int8_t* weights) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(weights));
  }

  static __m256i four_inputs(const std::uint8_t* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return _mm256_set1_epi32(four);
  }
};

}  // namespace
}  // namespace beeline
