// Convolutions of 3×3 in float32 for training, by Winograd's minimal filtering F(4×4, 3×3): a tile of 4×4 outputs takes
// 36 products per pair of channels in place of 144 (Lavin and Gray 2016, "Fast Algorithms for Convolutional Neural
// Networks"; B, G and A as there).
//
//   y = Aᵀ [ (G w Gᵀ) ⊙ (Bᵀ x B) ] A        forward
//   ∂w = Gᵀ [ (Bᵀ x B) ⊙ (A ∂y Aᵀ) ] G      summed over tiles
//   ∂x = the convolution of ∂y with w turned by 180°, its channels exchanged
//
// Activations are [batch, rows, cols, channels], zero outside the board; weights are [outputs, inputs, 3, 3].
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace beeline {

struct WinogradShape {
  int batch, rows, cols, inputs, outputs;
};

struct WinogradTask;
struct WinogradKernel {
  std::string_view name;
  void (*forward)(const WinogradTask& task);
  void (*gradient)(const WinogradTask& task);
};
// Those that run on this processor, the fastest first; there may be none.
const std::vector<WinogradKernel>& winograd_kernels();

// Whether there is a kernel, and the numbers of channels suit it: multiples of 16, at most 1,024.
bool has_winograd(int inputs, int outputs);

// y = conv(x, w) + bias.
void winograd(const WinogradKernel& kernel, const WinogradShape& shape, const float* x, const float* weights,
              const float* bias, float* y);
// gx is the gradient of x, gw that of the weights, where gy is that of y.
void winograd_gradients(const WinogradKernel& kernel, const WinogradShape& shape, const float* x, const float* weights,
                        const float* gy, float* gx, float* gw);

// Where the cells of a batch lie in one large board, on which the tiles are laid: boards side by side and one below the
// other, each with an empty row below it and an empty column to its right. Sides such as 9 or 13 so waste few outputs.
struct WinogradMosaic {
  int tile_rows, tile_cols;
  const int* rows;  // of the large board, from the row above it on: what to add up for the number of a cell,
  const int* cols;  // and likewise by column; out of range where there is none
  int cells;        // numbers from here on are not cells
};

// What a kernel does, with weights already transformed: [36, inputs, outputs].
struct WinogradTask {
  WinogradMosaic mosaic;
  int inputs, outputs;
  const float* x;
  const float* gy = nullptr;    // of gradients
  const float* u = nullptr;     // transformed weights, of forward
  const float* bias = nullptr;  // of forward, or null
  float* y = nullptr;           // of forward
  float* gu = nullptr;          // of gradients: the gradient of the transformed weights, which is added to
  float* scratch;               // of winograd_scratch() numbers, on a cache line
};
inline constexpr int kWinogradBlock = 12;  // tiles that are computed together: what they need fits the second cache
constexpr std::size_t winograd_scratch(int inputs, int outputs) {
  return std::size_t{36} * kWinogradBlock * static_cast<std::size_t>(inputs + outputs);
}

void winograd_avx512(const WinogradTask& task);
void winograd_gradient_avx512(const WinogradTask& task);
void winograd_avx2(const WinogradTask& task);
void winograd_gradient_avx2(const WinogradTask& task);

}  // namespace beeline
