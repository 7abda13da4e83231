// The kernel for processors with 512-bit dot products of bytes. Compiled for them: nothing here may be shared
// with other files.
#include <immintrin.h>

#include <cstring>

#include "network/convolve.hpp"
#include "network/kernels.hpp"

namespace beeline {

namespace {

struct Avx512VnniSums {
  // 16 accumulators, which leaves registers for the weights of four blocks and an activation.
  static constexpr int cells(int blocks) { return blocks == 1 ? 8 : blocks == 2 ? 8 : 4; }

  template <int kBlocks, int kCells, class Reach>
  static void add(const std::uint8_t* cell, const Reach& reach, const std::int8_t* weights, std::int32_t* sums) {
    __m512i total[kCells][kBlocks];
    for (int i = 0; i < kCells; ++i)
      for (int block = 0; block < kBlocks; ++block) total[i][block] = _mm512_setzero_si512();
    for (int tap = 0; tap < reach.taps; ++tap) {
      const std::uint8_t* from = cell + reach.steps[tap];
      for (int input = 0; input < reach.inputs(); input += 4, from += 4, weights += 64 * kBlocks) {
        __m512i weight[kBlocks];
        for (int block = 0; block < kBlocks; ++block) {
          weight[block] = _mm512_load_si512(weights + 64 * block);
          asm("" : "+v"(weight[block]));  // held in a register, where the compiler would load it for each cell
        }
#pragma GCC unroll 8
        for (int i = 0; i < kCells; ++i) {
          const __m512i activation = four_inputs(from + i * reach.inputs());
#pragma GCC unroll 4
          for (int block = 0; block < kBlocks; ++block)
            total[i][block] = _mm512_dpbusd_epi32(total[i][block], activation, weight[block]);
        }
      }
    }
    for (int i = 0; i < kCells; ++i)
      for (int block = 0; block < kBlocks; ++block)
        _mm512_store_si512(sums + (i * kBlocks + block) * kLaneChannels, total[i][block]);
  }

  static __m512i four_inputs(const std::uint8_t* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return _mm512_set1_epi32(four);
  }
};

}  // namespace

void convolve_avx512_vnni(const Convolution& task) { convolve<Avx512VnniSums>(task); }

}  // namespace beeline
