// The kernel for every processor.
#include "network/convolve.hpp"
#include "network/kernels.hpp"

namespace beeline {

namespace {

struct PlainSums {
  static constexpr int cells(int) { return 1; }

  template <int kBlocks, int kCells, class Reach>
  static void add(const std::uint8_t* cell, const Reach& reach, const std::int8_t* weights, std::int32_t* sums) {
    constexpr int kOutputs = kBlocks * kLaneChannels;
    for (int output = 0; output < kOutputs; ++output) sums[output] = 0;
    for (int tap = 0; tap < reach.taps; ++tap)
      for (int input = 0; input < reach.inputs(); input += 4, weights += 4 * kOutputs)
        add_four(cell + reach.steps[tap] + input, weights, kOutputs, sums);
  }

  static void add_four(const std::uint8_t* inputs, const std::int8_t* weights, int outputs, std::int32_t* sums) {
    for (int output = 0; output < outputs; ++output)
      for (int input = 0; input < 4; ++input) sums[output] += inputs[input] * weights[output * 4 + input];
  }
};

}  // namespace

void convolve_plain(const Convolution& task) { convolve<PlainSums>(task); }

}  // namespace beeline
