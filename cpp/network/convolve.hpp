// The loop around every kernel: chunks of outputs, rows, and stretches of a row as wide as registers allow.
//
// A kernel is a type `Sums` with
//   static constexpr int cells(int blocks);  // the widest stretch for so many blocks of outputs
//   template <int kBlocks, int kCells, class Reach>
//   static void add(const std::uint8_t* cell, const Reach&, const std::int8_t* weights, std::int32_t* sums);
// which writes the sums of kCells adjacent cells, 16 · kBlocks per cell.
#pragma once

#include "network/convolution.hpp"
#include "network/finish.hpp"

namespace beeline {
namespace {

// Where the activations of a convolution lie around a cell, in bytes. The compiler may know how many inputs
// there are, and if so kInputs is their number and not 0.
template <int kInputs>
struct Reach {
  explicit Reach(const Convolution& task) : taps(task.taps), any(task.inputs) {
    const int right = task.inputs, down = (task.cols + 2) * task.inputs;
    const int seven[7] = {-down, right - down, -right, 0, right, down - right, down};
    for (int tap = 0; tap < taps; ++tap) steps[tap] = taps == 1 ? 0 : seven[tap];
  }
  int inputs() const { return kInputs > 0 ? kInputs : any; }

  int steps[7];
  int taps, any;
};

template <class Sums, int kBlocks, int kInputs = 0>
struct Chunk {
  const Convolution& task;
  const Reach<kInputs> reach;
  const std::int8_t* weights;
  int first;

  // A function of its own: inlined into the loops around it, it would run out of registers.
  template <int kCells>
  [[gnu::noinline]] void stretch(int row, int col, int count) const {
    if constexpr (kCells > 1)
      if (count < kCells) return stretch<kCells - 1>(row, col, count);
    alignas(64) std::int32_t sums[kCells * kBlocks * kLaneChannels];
    const std::uint8_t* const cell = task.input + ((row + 1) * (task.cols + 2) + col + 1) * task.inputs;
    Sums::template add<kBlocks, kCells>(cell, reach, weights, sums);
    finish(task, {sums, first, kBlocks * kLaneChannels, row, col, kCells});
  }

  // Stretches of nearly the same length: 4 + 4 + 3 cells rather than 5 + 5 + 1.
  void run() const {
    constexpr int kWidest = Sums::cells(kBlocks);
    for (int row = 0; row < task.rows; ++row)
      for (int col = 0; col < task.cols;) {
        const int left = task.cols - col, parts = (left + kWidest - 1) / kWidest;
        const int count = (left + parts - 1) / parts;
        stretch<kWidest>(row, col, count);
        col += count;
      }
  }
};

// A chunk of `kBlocks` blocks; as wide as the network, it has as many inputs more often than not.
template <class Sums, int kBlocks>
inline void run_chunk(const Convolution& task, const std::int8_t* weights, int first) {
  constexpr int kUsual = kBlocks * kLaneChannels;
  if (task.inputs == kUsual) return Chunk<Sums, kBlocks, kUsual>{task, Reach<kUsual>(task), weights, first}.run();
  Chunk<Sums, kBlocks>{task, Reach<0>(task), weights, first}.run();
}

template <class Sums>
inline void convolve(const Convolution& task) {
  const std::int8_t* weights = task.weights;
  for (int first = 0; first < task.outputs; first += kChunkBlocks * kLaneChannels) {
    const int left = (task.outputs - first) / kLaneChannels;
    const int blocks = left < kChunkBlocks ? left : kChunkBlocks;
    switch (blocks) {
      case 1: run_chunk<Sums, 1>(task, weights, first); break;
      case 2: run_chunk<Sums, 2>(task, weights, first); break;
      case 3: run_chunk<Sums, 3>(task, weights, first); break;
      default: run_chunk<Sums, 4>(task, weights, first); break;
    }
    weights += task.taps * task.inputs * blocks * kLaneChannels;
  }
}

}  // namespace
}  // namespace beeline
