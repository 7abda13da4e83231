#include "solver/current.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace beeline {

namespace {

constexpr float kStone = 0.02f;  // the resistance of an own stone; an empty cell has 1
constexpr float kLeak = 1e-4f;   // to ground from every cell, so that islands have a potential

}  // namespace

template <int kWords>
CurrentOrder<kWords>::CurrentOrder(int rows, int cols)
    : rows_(rows), cols_(cols), cells_(rows * cols), band_(std::max(cols, 1)) {
  for (int cell = 0; cell < cells_; ++cell) {
    const int row = cell / cols, col = cell % cols;
    if (col + 1 < cols) neighbours_.push_back({cell, cell + 1});
    if (row + 1 < rows) neighbours_.push_back({cell, cell + cols});
    if (row + 1 < rows && col > 0) neighbours_.push_back({cell, cell + cols - 1});
    if (row == 0) first_edge_[0].push_back(cell);
    if (row + 1 == rows) second_edge_[0].push_back(cell);
    if (col == 0) first_edge_[1].push_back(cell);
    if (col + 1 == cols) second_edge_[1].push_back(cell);
  }
  const auto count = static_cast<std::size_t>(cells_);
  matrix_.resize(count * (band_ + 1));
  for (auto* numbers : {&potential_, &resistance_, &through_, &scores_}) numbers->resize(count);
}

template <int kWords>
const std::vector<float>& CurrentOrder<kWords>::scores(const FilledPosition<kWords>& position) {
  std::fill(scores_.begin(), scores_.end(), 0.0f);
  add_currents(position, Colour::Black);
  add_currents(position, Colour::White);
  return scores_;
}

// Row i of the band holds the elements (i, i - band) .. (i, i) of the conductance matrix.
template <int kWords>
void CurrentOrder<kWords>::add_currents(const FilledPosition<kWords>& position, Colour colour) {
  const CellSet<kWords>&own = position.stones(colour), &other = position.stones(opponent(colour));
  const auto at = [&](int row, int col) -> float& {
    return matrix_[static_cast<std::size_t>(row) * (band_ + 1) + band_ - row + col];
  };
  std::fill(matrix_.begin(), matrix_.end(), 0.0f);
  for (int cell = 0; cell < cells_; ++cell) {
    resistance_[cell] = other.contains(cell) ? 0.0f : own.contains(cell) ? kStone : 1.0f;
    potential_[cell] = through_[cell] = 0.0f;
    at(cell, cell) = other.contains(cell) ? 1.0f : kLeak;
  }
  for (const auto& [a, b] : neighbours_)
    if (resistance_[a] > 0 && resistance_[b] > 0) {
      const float conductance = 1 / (resistance_[a] + resistance_[b]);
      at(a, a) += conductance;
      at(b, b) += conductance;
      at(b, a) -= conductance;
    }
  for (const int cell : first_edge_[index_of(colour)])
    if (resistance_[cell] > 0) {
      potential_[cell] += 1 / resistance_[cell];
      at(cell, cell) += 1 / resistance_[cell];
    }
  for (const int cell : second_edge_[index_of(colour)])
    if (resistance_[cell] > 0) at(cell, cell) += 1 / resistance_[cell];
  solve();

  float total = 1e-6f;
  for (const auto& [a, b] : neighbours_)
    if (resistance_[a] > 0 && resistance_[b] > 0) {
      const float current = std::fabs(potential_[a] - potential_[b]) / (resistance_[a] + resistance_[b]);
      through_[a] += current;
      through_[b] += current;
    }
  for (const int cell : first_edge_[index_of(colour)])
    if (resistance_[cell] > 0) {
      const float current = (1 - potential_[cell]) / resistance_[cell];
      through_[cell] += current;
      total += current;
    }
  for (const int cell : second_edge_[index_of(colour)])
    if (resistance_[cell] > 0) through_[cell] += potential_[cell] / resistance_[cell];
  for (int cell = 0; cell < cells_; ++cell) scores_[cell] += through_[cell] / total;
}

// Cholesky within the band: matrix = L Lᵀ, then both triangles.
template <int kWords>
void CurrentOrder<kWords>::solve() {
  const int width = band_ + 1;
  for (int i = 0; i < cells_; ++i) {
    float* row = matrix_.data() + static_cast<std::size_t>(i) * width + band_ - i;  // row[j] is element (i, j)
    const int start = std::max(0, i - band_);
    for (int j = start; j <= i; ++j) {
      const float* upper = matrix_.data() + static_cast<std::size_t>(j) * width + band_ - j;
      float sum = row[j];
      for (int k = std::max(start, j - band_); k < j; ++k) sum -= row[k] * upper[k];
      row[j] = j < i ? sum * upper[j] : 1 / std::sqrt(sum);  // the diagonal holds its inverse
    }
    float sum = potential_[i];
    for (int k = start; k < i; ++k) sum -= row[k] * potential_[k];
    potential_[i] = sum * row[i];
  }
  for (int i = cells_ - 1; i >= 0; --i) {
    const float* row = matrix_.data() + static_cast<std::size_t>(i) * width + band_ - i;
    potential_[i] *= row[i];
    for (int k = std::max(0, i - band_); k < i; ++k) potential_[k] -= row[k] * potential_[i];
  }
}

template class CurrentOrder<1>;
template class CurrentOrder<2>;
template class CurrentOrder<3>;
template class CurrentOrder<6>;

}  // namespace beeline
