// Winograd's convolutions against the sums that define them, in double.
#include "network/winograd.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/random.hpp"
#include "check.hpp"

using namespace beeline;

namespace {

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

Floats random_numbers(std::size_t count, Random& random) {
  Floats numbers(count);
  for (float& number : numbers) number = static_cast<float>(random.below(20001)) / 10000.0f - 1;
  return numbers;
}

// Calls act(x's index, y's index, weight's index) for every product of the convolution.
template <class Act>
void for_each_product(const WinogradShape& shape, const Act& act) {
  for (int b = 0; b < shape.batch; ++b)
    for (int r = 0; r < shape.rows; ++r)
      for (int c = 0; c < shape.cols; ++c)
        for (int k = 0; k < 9; ++k) {
          const int row = r + k / 3 - 1, col = c + k % 3 - 1;
          if (row < 0 || row >= shape.rows || col < 0 || col >= shape.cols) continue;
          const int from = ((b * shape.rows + row) * shape.cols + col) * shape.inputs;
          const int to = ((b * shape.rows + r) * shape.cols + c) * shape.outputs;
          for (int o = 0; o < shape.outputs; ++o)
            for (int i = 0; i < shape.inputs; ++i)
              act(static_cast<std::size_t>(from + i), static_cast<std::size_t>(to + o),
                  static_cast<std::size_t>((o * shape.inputs + i) * 9 + k));
        }
}

// The largest difference, relative to the largest number.
double error(const Floats& found, const Doubles& right) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    largest = std::max(largest, std::abs(right[i]));
    difference = std::max(difference, std::abs(right[i] - static_cast<double>(found[i])));
  }
  return difference / largest;
}

constexpr WinogradShape kShapes[] = {{1, 1, 1, 16, 16}, {3, 5, 7, 16, 32},   {2, 4, 4, 32, 16},
                                     {5, 9, 9, 16, 16}, {2, 13, 13, 48, 80}, {7, 3, 11, 16, 64}};

}  // namespace

TEST(every_kernel_computes_the_convolution_and_its_gradients) {
  Random random(1);
  for (const WinogradShape& shape : kShapes) {
    const auto cells = static_cast<std::size_t>(shape.batch) * shape.rows * shape.cols;
    const Floats x = random_numbers(cells * shape.inputs, random), gy = random_numbers(cells * shape.outputs, random);
    const Floats weights = random_numbers(static_cast<std::size_t>(shape.outputs) * shape.inputs * 9, random);
    const Floats bias = random_numbers(shape.outputs, random);
    Doubles y(gy.size()), gx(x.size()), gw(weights.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = bias[i % static_cast<std::size_t>(shape.outputs)];
    for_each_product(shape, [&](std::size_t from, std::size_t to, std::size_t weight) {
      y[to] += static_cast<double>(x[from]) * weights[weight];
      gx[from] += static_cast<double>(gy[to]) * weights[weight];
      gw[weight] += static_cast<double>(gy[to]) * x[from];
    });
    for (const WinogradKernel& kernel : winograd_kernels()) {
      Floats found_y(y.size()), found_gx(gx.size()), found_gw(gw.size());
      winograd(kernel, shape, x.data(), weights.data(), bias.data(), found_y.data());
      winograd_gradients(kernel, shape, x.data(), weights.data(), gy.data(), found_gx.data(), found_gw.data());
      CHECK(error(found_y, y) < 2e-5);
      CHECK(error(found_gx, gx) < 2e-5);
      CHECK(error(found_gw, gw) < 5e-5);
    }
  }
}

TEST(channels_that_do_not_fill_vectors_are_refused) {
  CHECK(!has_winograd(4, 64));
  CHECK(!has_winograd(64, 0));
  CHECK(!has_winograd(2048, 64));
  CHECK_EQUAL(has_winograd(64, 32), !winograd_kernels().empty());
}
