#include "network/winograd.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "network/aligned.hpp"
#include "network/processor.hpp"

namespace beeline {

namespace {

std::vector<WinogradKernel> find_kernels() {
  std::vector<WinogradKernel> found;
#if defined(__x86_64__)
  if (processor().avx512f) found.push_back({"avx512", winograd_avx512, winograd_gradient_avx512});
  if (processor().avx2 && processor().fma) found.push_back({"avx2", winograd_avx2, winograd_gradient_avx2});
#endif
  return found;
}

constexpr float kG[6][3] = {{1.0f / 4, 0, 0},
                            {-1.0f / 6, -1.0f / 6, -1.0f / 6},
                            {-1.0f / 6, 1.0f / 6, -1.0f / 6},
                            {1.0f / 24, 1.0f / 12, 1.0f / 6},
                            {1.0f / 24, -1.0f / 12, 1.0f / 6},
                            {0, 0, 1}};

constexpr std::size_t kRun = 64;  // pairs of channels that are transformed together; there are multiples of 256

// The weights as [9, inputs, outputs]. Turned, they are those of the convolution backwards: [9, outputs, inputs] with
// the taps in reverse.
AlignedVector<float> by_tap(const float* weights, int inputs, int outputs, bool turned) {
  AlignedVector<float> taps(std::size_t{9} * inputs * outputs);
  const std::size_t pairs = taps.size() / 9;
  for (int o = 0; o < outputs; ++o)
    for (int i = 0; i < inputs; ++i) {
      const std::size_t row = static_cast<std::size_t>(o) * inputs + i;
      const std::size_t pair = turned ? row : static_cast<std::size_t>(i) * outputs + o;
      for (std::size_t tap = 0; tap < 9; ++tap) taps[(turned ? 8 - tap : tap) * pairs + pair] = weights[row * 9 + tap];
    }
  return taps;
}

// G w Gᵀ, of weights by tap, as [36, pairs of channels].
AlignedVector<float> transformed(const AlignedVector<float>& taps) {
  const std::size_t pairs = taps.size() / 9;
  AlignedVector<float> u(36 * pairs);
  float half[6][3][kRun];
  for (std::size_t first = 0; first < pairs; first += kRun) {
    for (std::size_t r = 0; r < 6; ++r)
      for (std::size_t s = 0; s < 3; ++s)
        for (std::size_t p = 0; p < kRun; ++p) {
          const float* const w = &taps[first + p];
          half[r][s][p] = kG[r][0] * w[s * pairs] + kG[r][1] * w[(3 + s) * pairs] + kG[r][2] * w[(6 + s) * pairs];
        }
    for (std::size_t r = 0; r < 6; ++r)
      for (std::size_t s = 0; s < 6; ++s)
        for (std::size_t p = 0; p < kRun; ++p)
          u[(6 * r + s) * pairs + first + p] =
              half[r][0][p] * kG[s][0] + half[r][1][p] * kG[s][1] + half[r][2][p] * kG[s][2];
  }
  return u;
}

// Gᵀ gu G as [outputs, inputs, 3, 3].
void transform_back(const AlignedVector<float>& gu, int inputs, int outputs, float* gw) {
  const std::size_t pairs = gu.size() / 36;
  float half[3][6][kRun], whole[9][kRun];
  for (std::size_t first = 0; first < pairs; first += kRun) {
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t s = 0; s < 6; ++s)
        for (std::size_t p = 0; p < kRun; ++p) {
          float sum = 0;
          for (std::size_t k = 0; k < 6; ++k) sum += kG[k][r] * gu[(6 * k + s) * pairs + first + p];
          half[r][s][p] = sum;
        }
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t s = 0; s < 3; ++s)
        for (std::size_t p = 0; p < kRun; ++p) {
          float sum = 0;
          for (std::size_t k = 0; k < 6; ++k) sum += half[r][k][p] * kG[k][s];
          whole[3 * r + s][p] = sum;
        }
    for (std::size_t p = 0; p < kRun; ++p) {
      const std::size_t i = (first + p) / static_cast<std::size_t>(outputs),
                        o = (first + p) % static_cast<std::size_t>(outputs);
      for (std::size_t tap = 0; tap < 9; ++tap)
        gw[(o * static_cast<std::size_t>(inputs) + i) * 9 + tap] = whole[tap][p];
    }
  }
}

// The large board of a batch, as square as may be.
struct Mosaic {
  explicit Mosaic(const WinogradShape& shape)
      : across(static_cast<int>(std::ceil(std::sqrt(static_cast<double>(shape.batch))))),
        rows(places((shape.batch + across - 1) / across, shape.rows, across * shape.rows * shape.cols, shape.cols)),
        cols(places(across, shape.cols, shape.rows * shape.cols, 1)),
        cells(shape.batch * shape.rows * shape.cols) {}

  WinogradMosaic view() const {
    const auto tiles = [](const std::vector<int>& places) { return static_cast<int>(places.size() - 2) / 4; };
    return {tiles(rows), tiles(cols), rows.data(), cols.data(), cells};
  }

  // By row, or by column, of the large board from -1 on, to whole tiles and one beyond: what it adds to a cell's
  // number.
  static std::vector<int> places(int boards, int side, int per_board, int per_step) {
    constexpr int kNone = std::numeric_limits<int>::min() / 2;
    const int tiles = (boards * (side + 1) - 1 + 3) / 4;
    std::vector<int> found(static_cast<std::size_t>(tiles) * 4 + 2, kNone);
    for (int board = 0; board < boards; ++board)
      for (int place = 0; place < side; ++place)
        found[static_cast<std::size_t>(board * (side + 1) + place + 1)] = board * per_board + place * per_step;
    return found;
  }

  int across;
  std::vector<int> rows, cols;
  int cells;
};

float* scratch_for(const WinogradShape& shape) {
  thread_local AlignedVector<float> scratch;
  scratch.resize(std::max(scratch.size(), winograd_scratch(shape.inputs, shape.outputs)));
  return scratch.data();
}

WinogradTask task_of(const WinogradShape& shape, const Mosaic& mosaic, const float* x) {
  return {
      .mosaic = mosaic.view(), .inputs = shape.inputs, .outputs = shape.outputs, .x = x, .scratch = scratch_for(shape)};
}

}  // namespace

const std::vector<WinogradKernel>& winograd_kernels() {
  static const std::vector<WinogradKernel> found = find_kernels();
  return found;
}

bool has_winograd(int inputs, int outputs) {
  const auto suits = [](int channels) { return channels > 0 && channels % 16 == 0 && channels <= 1024; };
  return !winograd_kernels().empty() && suits(inputs) && suits(outputs);
}

void winograd(const WinogradKernel& kernel, const WinogradShape& shape, const float* x, const float* weights,
              const float* bias, float* y) {
  assert(has_winograd(shape.inputs, shape.outputs));
  const Mosaic mosaic(shape);
  const AlignedVector<float> u = transformed(by_tap(weights, shape.inputs, shape.outputs, false));
  WinogradTask task = task_of(shape, mosaic, x);
  task.u = u.data();
  task.bias = bias;
  task.y = y;
  kernel.forward(task);
}

void winograd_gradients(const WinogradKernel& kernel, const WinogradShape& shape, const float* x, const float* weights,
                        const float* gy, float* gx, float* gw) {
  assert(has_winograd(shape.inputs, shape.outputs));
  const Mosaic mosaic(shape);
  const AlignedVector<float> u = transformed(by_tap(weights, shape.inputs, shape.outputs, true));
  WinogradShape back = shape;
  std::swap(back.inputs, back.outputs);
  WinogradTask backwards = task_of(back, mosaic, gy);
  backwards.u = u.data();
  backwards.y = gx;
  kernel.forward(backwards);
  AlignedVector<float> gu(std::size_t{36} * shape.inputs * shape.outputs);
  WinogradTask task = task_of(shape, mosaic, x);
  task.gy = gy;
  task.gu = gu.data();
  kernel.gradient(task);
  transform_back(gu, shape.inputs, shape.outputs, gw);
}

}  // namespace beeline
