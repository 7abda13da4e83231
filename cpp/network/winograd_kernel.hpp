// The kernels of winograd.hpp for vectors of kLanes floats. Included by one file per instruction set, in whose
// anonymous namespace everything stays: nothing compiled for one processor may be called on another.
#include <cstring>

#include "network/winograd.hpp"

namespace beeline {
namespace {

typedef float Vector __attribute__((vector_size(kLanes * sizeof(float))));

inline Vector load(const float* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}
inline void store(float* to, Vector vector) { std::memcpy(to, &vector, sizeof vector); }

// Bᵀ d, of six vectors that lie `step` apart.
inline void input_transform(const Vector* d, int step, Vector (&t)[6]) {
  const Vector d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step], d4 = d[4 * step], d5 = d[5 * step];
  const Vector even = d4 - 4.0f * d2, odd = d3 - 4.0f * d1, near = d4 - d2, far = 2.0f * (d3 - d1);
  t[0] = 4.0f * d0 - 5.0f * d2 + d4;
  t[1] = even + odd;
  t[2] = even - odd;
  t[3] = near + far;
  t[4] = near - far;
  t[5] = 4.0f * d1 - 5.0f * d3 + d5;
}

// Aᵀ m: four from six.
inline void output_transform(const Vector* m, int step, Vector (&t)[4]) {
  const Vector m1 = m[step], m2 = m[2 * step], m3 = m[3 * step], m4 = m[4 * step];
  const Vector plus = m1 + m2, minus = m1 - m2, wide = m3 + m4, far = m3 - m4;
  t[0] = m[0] + plus + wide;
  t[1] = minus + 2.0f * far;
  t[2] = plus + 4.0f * wide;
  t[3] = minus + 8.0f * far + m[5 * step];
}

// A g: six from four.
inline void gradient_transform(const Vector* g, int step, Vector (&t)[6]) {
  const Vector g0 = g[0], g1 = g[step], g2 = g[2 * step], g3 = g[3 * step];
  const Vector plus = g0 + g2, minus = g1 + g3, wide = g0 + 4.0f * g2, far = 2.0f * g1 + 8.0f * g3;
  t[0] = g0;
  t[1] = plus + minus;
  t[2] = plus - minus;
  t[3] = wide + far;
  t[4] = wide - far;
  t[5] = g3;
}

constexpr int kMostChannels = 1024;
alignas(64) constexpr float kNothing[kMostChannels] = {};  // the channels of a cell that is not there

// The numbers of the cells of a tile, kSide × kSide of them from `margin` above and to the left of it; -1 for none.
template <int kSide>
struct TileCells {
  TileCells(const WinogradMosaic& mosaic, int tile, int margin) {
    if (tile >= mosaic.tile_rows * mosaic.tile_cols) {
      for (int& number : numbers) number = -1;
      return;
    }
    const int* const rows = mosaic.rows + tile / mosaic.tile_cols * 4 + 1 - margin;
    const int* const cols = mosaic.cols + tile % mosaic.tile_cols * 4 + 1 - margin;
    for (int r = 0; r < kSide; ++r)
      for (int c = 0; c < kSide; ++c) {
        const int number = rows[r] + cols[c];
        numbers[r * kSide + c] = number >= 0 && number < mosaic.cells ? number : -1;
      }
  }
  const float* at(int place, const float* activations, int channels) const {
    const int number = numbers[place];
    return number < 0 ? kNothing : activations + static_cast<std::size_t>(number) * channels;
  }

  int numbers[kSide * kSide];
};

// Bᵀ x B of a block of tiles, as [36, block, inputs]; tiles beyond the last are zero.
void transform_inputs(const WinogradTask& task, int first, float* v) {
  const int channels = task.inputs;
  const std::size_t step = static_cast<std::size_t>(kWinogradBlock) * channels;
  for (int i = 0; i < kWinogradBlock; ++i) {
    const TileCells<6> cells(task.mosaic, first + i, 1);
    const float* from[36];
    for (int place = 0; place < 36; ++place) from[place] = cells.at(place, task.x, channels);
    for (int c = 0; c < channels; c += kLanes) {
      Vector half[36], t[6];
      for (int col = 0; col < 6; ++col) {
        Vector d[6];
        for (int row = 0; row < 6; ++row) d[row] = load(from[6 * row + col] + c);
        input_transform(d, 1, t);
        for (int row = 0; row < 6; ++row) half[6 * row + col] = t[row];
      }
      float* to = v + static_cast<std::size_t>(i) * channels + c;
      for (int row = 0; row < 6; ++row) {
        input_transform(half + 6 * row, 1, t);
        for (int col = 0; col < 6; ++col, to += step) store(to, t[col]);
      }
    }
  }
}

// A ∂y Aᵀ of a block of tiles, as [36, block, outputs].
void transform_gradients(const WinogradTask& task, int first, float* m) {
  const int channels = task.outputs;
  const std::size_t step = static_cast<std::size_t>(kWinogradBlock) * channels;
  for (int i = 0; i < kWinogradBlock; ++i) {
    const TileCells<4> cells(task.mosaic, first + i, 0);
    for (int c = 0; c < channels; c += kLanes) {
      Vector half[24], t[6];
      for (int col = 0; col < 4; ++col) {
        Vector g[4];
        for (int row = 0; row < 4; ++row) g[row] = load(cells.at(4 * row + col, task.gy, channels) + c);
        gradient_transform(g, 1, t);
        for (int row = 0; row < 6; ++row) half[4 * row + col] = t[row];
      }
      float* to = m + static_cast<std::size_t>(i) * channels + c;
      for (int row = 0; row < 6; ++row) {
        gradient_transform(half + 4 * row, 1, t);
        for (int col = 0; col < 6; ++col, to += step) store(to, t[col]);
      }
    }
  }
}

// Aᵀ m A + bias into the cells of the tiles.
void write_outputs(const WinogradTask& task, int first, const float* m) {
  const int channels = task.outputs;
  const std::size_t step = static_cast<std::size_t>(kWinogradBlock) * channels;
  for (int i = 0; i < kWinogradBlock; ++i) {
    const TileCells<4> cells(task.mosaic, first + i, 0);
    for (int c = 0; c < channels; c += kLanes) {
      Vector half[24], t[4];
      const float* from = m + static_cast<std::size_t>(i) * channels + c;
      for (int col = 0; col < 6; ++col, from += step) {
        Vector d[6];
        for (int row = 0; row < 6; ++row) d[row] = load(from + 6 * row * step);
        output_transform(d, 1, t);
        for (int row = 0; row < 4; ++row) half[6 * row + col] = t[row];
      }
      const Vector bias = task.bias ? load(task.bias + c) : Vector{};
      for (int row = 0; row < 4; ++row) {
        output_transform(half + 6 * row, 1, t);
        for (int col = 0; col < 4; ++col)
          if (const int number = cells.numbers[4 * row + col]; number >= 0)
            store(task.y + static_cast<std::size_t>(number) * channels + c, t[col] + bias);
      }
    }
  }
}

// c (rows × columns, kRows × kVectors vectors) = or += Σₖ a[row, k] b[k, column].
template <int kRows, int kVectors, bool kAdd>
inline void multiply(const float* a, int row_stride, int depth_stride, const float* b, int b_stride, float* c,
                     int c_stride, int depth) {
  Vector sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r)
    for (int j = 0; j < kVectors; ++j) sums[r][j] = kAdd ? load(c + r * c_stride + j * kLanes) : Vector{};
  for (int k = 0; k < depth; ++k) {
    Vector right[kVectors];
    for (int j = 0; j < kVectors; ++j) right[j] = load(b + k * b_stride + j * kLanes);
    for (int r = 0; r < kRows; ++r) {
      const float left = a[r * row_stride + k * depth_stride];
      for (int j = 0; j < kVectors; ++j) sums[r][j] += left * right[j];
    }
  }
  for (int r = 0; r < kRows; ++r)
    for (int j = 0; j < kVectors; ++j) store(c + r * c_stride + j * kLanes, sums[r][j]);
}

// All of c, by pieces that stay in registers.
template <int kRows, bool kAdd>
void multiply_all(const float* a, int row_stride, int depth_stride, const float* b, float* c, int rows, int depth,
                  int columns) {
  constexpr int kWide = kVectors * kLanes;
  for (int row = 0; row < rows; row += kRows) {
    const float* left = a + row * row_stride;
    int column = 0;
    for (; column + kWide <= columns; column += kWide)
      multiply<kRows, kVectors, kAdd>(left, row_stride, depth_stride, b + column, columns,
                                      c + static_cast<std::size_t>(row) * columns + column, columns, depth);
    for (; column < columns; column += kLanes)
      multiply<kRows, 1, kAdd>(left, row_stride, depth_stride, b + column, columns,
                               c + static_cast<std::size_t>(row) * columns + column, columns, depth);
  }
}

void forward(const WinogradTask& task) {
  const int tiles = task.mosaic.tile_rows * task.mosaic.tile_cols;
  const std::size_t v_step = static_cast<std::size_t>(kWinogradBlock) * task.inputs;
  const std::size_t m_step = static_cast<std::size_t>(kWinogradBlock) * task.outputs;
  const std::size_t u_step = static_cast<std::size_t>(task.inputs) * task.outputs;
  float* const v = task.scratch;
  float* const m = v + 36 * v_step;
  for (int first = 0; first < tiles; first += kWinogradBlock) {
    transform_inputs(task, first, v);
    for (int f = 0; f < 36; ++f)
      multiply_all<6, false>(v + f * v_step, task.inputs, 1, task.u + f * u_step, m + f * m_step, kWinogradBlock,
                             task.inputs, task.outputs);
    write_outputs(task, first, m);
  }
}

void gradient(const WinogradTask& task) {
  const int tiles = task.mosaic.tile_rows * task.mosaic.tile_cols;
  const std::size_t v_step = static_cast<std::size_t>(kWinogradBlock) * task.inputs;
  const std::size_t m_step = static_cast<std::size_t>(kWinogradBlock) * task.outputs;
  const std::size_t u_step = static_cast<std::size_t>(task.inputs) * task.outputs;
  float* const v = task.scratch;
  float* const m = v + 36 * v_step;
  for (int first = 0; first < tiles; first += kWinogradBlock) {
    transform_inputs(task, first, v);
    transform_gradients(task, first, m);
    for (int f = 0; f < 36; ++f)
      multiply_all<4, true>(v + f * v_step, 1, task.inputs, m + f * m_step, task.gu + f * u_step, task.inputs,
                            kWinogradBlock, task.outputs);
  }
}

}  // namespace
}  // namespace beeline
