// The kernel for Arm processors with dot products of bytes. Compiled for them: nothing here may be shared
// with other files.
#include <arm_neon.h>

#include <cstring>

#include "network/convolve.hpp"
#include "network/kernels.hpp"

namespace beeline {

namespace {

struct NeonSums {
  // 16 accumulators of the 32 registers.
  static constexpr int cells(int blocks) { return blocks == 1 ? 4 : 2; }

  template <int kBlocks, int kCells, class Reach>
  static void add(const std::uint8_t* cell, const Reach& reach, const std::int8_t* weights, std::int32_t* sums) {
    constexpr int kPairs = kBlocks / 2;
    for (int pair = 0; pair < kPairs; ++pair)
      add_part<kBlocks, kCells, 8>(cell, reach, weights + pair * 128, sums + pair * 32);
    if constexpr (kBlocks % 2 == 1)
      add_part<kBlocks, kCells, 4>(cell, reach, weights + kPairs * 128, sums + kPairs * 32);
  }

  // kRegisters · 4 of the outputs.
  template <int kBlocks, int kCells, int kRegisters, class Reach>
  static void add_part(const std::uint8_t* cell, const Reach& reach, const std::int8_t* weights, std::int32_t* sums) {
    int32x4_t total[kCells][kRegisters];
    for (int i = 0; i < kCells; ++i)
      for (int part = 0; part < kRegisters; ++part) total[i][part] = vdupq_n_s32(0);
    for (int tap = 0; tap < reach.taps; ++tap) {
      const std::uint8_t* from = cell + reach.steps[tap];
      for (int input = 0; input < reach.inputs(); input += 4, from += 4, weights += 64 * kBlocks) {
#pragma GCC unroll 4
        for (int i = 0; i < kCells; ++i) {
          const int8x16_t activation = four_inputs(from + i * reach.inputs());
#pragma GCC unroll 8
          for (int part = 0; part < kRegisters; ++part)
            total[i][part] = vdotq_s32(total[i][part], vld1q_s8(weights + part * 16), activation);
        }
      }
    }
    for (int i = 0; i < kCells; ++i)
      for (int part = 0; part < kRegisters; ++part)
        vst1q_s32(sums + i * kBlocks * kLaneChannels + part * 4, total[i][part]);
  }

  static int8x16_t four_inputs(const std::uint8_t* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return vreinterpretq_s8_s32(vdupq_n_s32(four));
  }
};

}  // namespace

void convolve_neon(const Convolution& task) { convolve<NeonSums>(task); }

}  // namespace beeline
