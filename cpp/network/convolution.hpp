// One convolution of the integer network.
//
//   sum[o] = Σ over taps t and inputs i of weight[o][t][i] · activation[cell + step(t)][i]
//   f[o]   = sum[o] · scale[o] + bias[o]          (float, the product rounded before the addition)
//
// Activations are bytes from 0 to 127 and weights from -127 to 127. Two such products fit into 16 bits, so
// that AVX2's vpmaddubsw never saturates, and activations are signed bytes too, as NEON's sdot wants them:
// every instruction set gives the same sums. What happens to f is written once, in finish.hpp.
//
// Activations lie in a frame: (rows + 2) × (cols + 2) cells, each with its channels side by side. The frame
// is zero, except around the input of the network.
#pragma once

#include <cstdint>

namespace beeline {

inline constexpr int kMostActive = 127;   // the largest activation
inline constexpr int kLaneChannels = 16;  // outputs are worked on in blocks of so many
inline constexpr int kChunkBlocks = 4;    // and at most so many blocks at a time

enum class Finish : std::uint8_t {
  Hidden,    // output = quantised f, whose unit is the output's
  Start,     // stream = max(f, 0), output = quantised stream · quantiser
  Residual,  // stream = max(stream + f, 0), output = quantised stream · quantiser
  Head,      // stream = max(f, 0), and no output
};

struct Convolution {
  // Weights in the order of reading: chunk of four blocks of outputs (the last may have fewer), tap, four
  // inputs, block of the chunk, output of the block, input of the four.
  const std::int8_t* weights;
  const float *scale, *bias, *quantiser;  // one per output
  int outputs, inputs;                    // multiples of kLaneChannels, and of 4
  int taps;                               // 7: the cell and its six neighbours; 1: the cell alone
  int rows, cols;
  const std::uint8_t* input;  // framed
  std::uint8_t* output;       // framed
  float* stream;              // without a frame
  Finish finish;
};

using ConvolveFunction = void (*)(const Convolution&);

}  // namespace beeline
