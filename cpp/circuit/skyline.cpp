#include "circuit/skyline.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/vector.hpp"

namespace beeline {

namespace {

// The sum of a[k] * b[k]. Four running sums, in an order that is the same on every machine.
double dot(const double* a, const double* b, int count) {
  Double2 even{}, odd{};
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    even += load2(a + k) * load2(b + k);
    odd += load2(a + k + 2) * load2(b + k + 2);
  }
  double sum = 0.0;
  for (; k < count; ++k) sum += a[k] * b[k];
  even += odd;
  return sum + (even[0] + even[1]);
}

// A pivot this small against its diagonal entry is nothing but rounding errors.
constexpr double kSmallestPivot = 1e-13;

}  // namespace

void Skyline::reset(std::span<const int> first_column) {
  for (std::size_t i = 0; i < first_column.size(); ++i)
    assert(first_column[i] >= 0 && first_column[i] <= static_cast<int>(i));
  first_.assign(first_column.begin(), first_column.end());
  start_.resize(first_.size());
  inverse_diagonal_.resize(first_.size());
  std::size_t length = 0;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const auto first = static_cast<std::size_t>(first_[i]);
    start_[i] = length - first;
    length += i + 1 - first;
  }
  entries_.assign(length, 0.0);
}

bool Skyline::factor() {
  for (int i = 0; i < size(); ++i) {
    double* const here = row(i);
    const int first = first_[i];
    for (int j = first; j < i; ++j) {
      const double* const above = row(j);
      const int from = std::max(first, first_[j]);
      here[j] = (here[j] - dot(here + from, above + from, j - from)) * inverse_diagonal_[j];
    }
    const double pivot = here[i] - dot(here + first, here + first, i - first);
    if (!(pivot > kSmallestPivot * here[i])) return false;
    here[i] = std::sqrt(pivot);
    inverse_diagonal_[i] = 1.0 / here[i];
  }
  return true;
}

void Skyline::solve(std::span<double> values) const {
  assert(static_cast<int>(values.size()) == size());
  double* const x = values.data();
  for (int i = 0; i < size(); ++i) {
    const int first = first_[i];
    x[i] = (x[i] - dot(row(i) + first, x + first, i - first)) * inverse_diagonal_[i];
  }
  for (int i = size() - 1; i >= 0; --i) {
    x[i] *= inverse_diagonal_[i];
    const double* const here = row(i);
    for (int j = first_[i]; j < i; ++j) x[j] -= here[j] * x[i];
  }
}

}  // namespace beeline
