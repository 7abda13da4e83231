#include "circuit/current.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/vector.hpp"
#include "rules/hex_geometry.hpp"

namespace beeline {

namespace {

// The resistance of an own stone; an empty cell has 1. Small, since current is to flow through stones; not 0, since two
// stones side by side would then have no finite conductance. It was not tuned: it orders moves, and proves nothing.
constexpr float kStone = 0.02f;
constexpr float kLeak = 1e-4f;  // to ground from every cell, so that islands have a potential

// Each pair of cells once, from the upper one or else the left one.
constexpr std::array kNeighbours = {kHexNeighbours[3], kHexNeighbours[5], kHexNeighbours[4]};
constexpr std::array kBridges = {kHexBridges[2], kHexBridges[3], kHexBridges[4]};

}  // namespace

template <int kWords>
CurrentOrder<kWords>::CurrentOrder(int rows, int cols)
    : rows_(rows), cols_(cols), cells_(rows * cols), band_(std::max(2 * cols - 1, 1)) {
  using Cells = CellSet<kWords>;
  const HexShape shape{rows, cols};
  const auto between = [&](HexPlace from, const HexBridge& bridge) {
    return Cells::of(shape.cell_at(from + bridge.one)) | Cells::of(shape.cell_at(from + bridge.other));
  };
  const auto& [black, white] = kHexEdgeBridges;
  for (int cell = 0; cell < cells_; ++cell) {
    const HexPlace from = shape.place_of(cell);
    const auto [row, col] = from;
    for (const HexPlace step : kNeighbours)
      if (shape.contains(from + step)) resistors_.push_back({cell, shape.cell_at(from + step), Cells()});
    for (const HexBridge& bridge : kBridges)
      if (shape.contains(from + bridge.end))
        resistors_.push_back({cell, shape.cell_at(from + bridge.end), between(from, bridge)});
    if (row == 0) first_edge_[0].push_back({cell, Cells()});
    if (row + 1 == rows) second_edge_[0].push_back({cell, Cells()});
    if (col == 0) first_edge_[1].push_back({cell, Cells()});
    if (col + 1 == cols) second_edge_[1].push_back({cell, Cells()});
    if (row == 1 && col + 1 < cols) first_edge_[0].push_back({cell, between(from, black[0])});
    if (row + 2 == rows && col > 0) second_edge_[0].push_back({cell, between(from, black[1])});
    if (col == 1 && row + 1 < rows) first_edge_[1].push_back({cell, between(from, white[0])});
    if (col + 2 == cols && row > 0) second_edge_[1].push_back({cell, between(from, white[1])});
  }
  const auto count = static_cast<std::size_t>(cells_);
  matrix_.resize(count * width());
  for (auto* numbers : {&potential_, &resistance_, &through_, &scores_}) numbers->resize(count);
}

template <int kWords>
const std::vector<float>& CurrentOrder<kWords>::scores(const CellSet<kWords>& black, const CellSet<kWords>& white) {
  std::fill(scores_.begin(), scores_.end(), 1.0f);
  multiply_by_currents(black, white, Colour::Black);
  multiply_by_currents(white, black, Colour::White);
  return scores_;
}

// Row i of the band holds the elements (i, i) .. (i, i + band) of the conductance matrix, and zeros.
template <int kWords>
void CurrentOrder<kWords>::multiply_by_currents(const CellSet<kWords>& own, const CellSet<kWords>& other,
                                                Colour colour) {
  const auto at = [&](int row, int col) -> float& { return row_of(row)[col - row]; };
  std::fill(matrix_.begin(), matrix_.end(), 0.0f);
  for (int cell = 0; cell < cells_; ++cell) {
    resistance_[cell] = other.contains(cell) ? 0.0f : own.contains(cell) ? kStone : 1.0f;
    potential_[cell] = through_[cell] = 0.0f;
    at(cell, cell) = other.contains(cell) ? 1.0f : kLeak;
  }
  const CellSet<kWords> empty = CellSet<kWords>::first(cells_) - own - other;
  const auto conducts = [&](const Resistor& link) {
    return resistance_[link.a] > 0 && resistance_[link.b] > 0 && link.bridge.inside(empty);
  };
  const auto touches = [&](const Contact& contact) {
    return resistance_[contact.cell] > 0 && contact.bridge.inside(empty);
  };
  for (const Resistor& link : resistors_)
    if (conducts(link)) {
      const float conductance = 1 / (resistance_[link.a] + resistance_[link.b]);
      at(link.a, link.a) += conductance;
      at(link.b, link.b) += conductance;
      at(link.a, link.b) -= conductance;
    }
  for (const Contact& contact : first_edge_[index_of(colour)])
    if (touches(contact)) {
      potential_[contact.cell] += 1 / resistance_[contact.cell];
      at(contact.cell, contact.cell) += 1 / resistance_[contact.cell];
    }
  for (const Contact& contact : second_edge_[index_of(colour)])
    if (touches(contact)) at(contact.cell, contact.cell) += 1 / resistance_[contact.cell];
  solve();

  float total = 1e-6f;
  for (const Resistor& link : resistors_)
    if (conducts(link)) {
      const float current =
          std::fabs(potential_[link.a] - potential_[link.b]) / (resistance_[link.a] + resistance_[link.b]);
      through_[link.a] += current;
      through_[link.b] += current;
    }
  for (const Contact& contact : first_edge_[index_of(colour)])
    if (touches(contact)) {
      const float current = (1 - potential_[contact.cell]) / resistance_[contact.cell];
      through_[contact.cell] += current;
      total += current;
    }
  for (const Contact& contact : second_edge_[index_of(colour)])
    if (touches(contact)) through_[contact.cell] += potential_[contact.cell] / resistance_[contact.cell];
  for (int cell = 0; cell < cells_; ++cell) scores_[cell] *= through_[cell] / total;
}

// Cholesky within the band: matrix = UᵀU, then both triangles. Each row of U, once known, is taken out of the rows
// below it, four numbers at a time; the zeros at its end make up the last four.
template <int kWords>
void CurrentOrder<kWords>::solve() {
  for (int i = 0; i < cells_; ++i) {
    float* const row = row_of(i);
    const int reach = std::min(band_, cells_ - 1 - i);
    const float inverse = 1 / std::sqrt(row[0]);
    row[0] = inverse;  // the diagonal holds its inverse
    for (int j = 1; j <= reach; ++j) row[j] *= inverse;
    potential_[i] *= inverse;
    for (int j = 1; j <= reach; ++j) {
      const float factor = row[j];
      if (factor == 0.0f) continue;
      float* const below = row_of(i + j) - j;
      for (int k = j; k <= reach; k += kLanes) store4(below + k, load4(below + k) - factor * load4(row + k));
      potential_[i + j] -= factor * potential_[i];
    }
  }
  for (int i = cells_ - 1; i >= 0; --i) {
    const float* const row = row_of(i);
    const int reach = std::min(band_, cells_ - 1 - i);
    float sum = potential_[i];
    for (int j = 1; j <= reach; ++j) sum -= row[j] * potential_[i + j];
    potential_[i] = sum * row[0];
  }
}

std::vector<float> current_products(const HexBoard& board) {
  return with_words_for(board.cells(), [&]<int kWords>() {
    const auto [black, white] = stones_of<kWords>(board);
    return CurrentOrder<kWords>(board.rows(), board.cols()).scores(black, white);
  });
}

template class CurrentOrder<1>;
template class CurrentOrder<2>;
template class CurrentOrder<3>;
template class CurrentOrder<6>;

}  // namespace beeline
