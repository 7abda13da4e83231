#include "connection/resistance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace beeline {

namespace {

int root_of(std::vector<int>& parent, int node) {
  while (parent[node] != node) {
    int& up = parent[node];
    up = parent[up];
    node = up;
  }
  return node;
}

}  // namespace

template <class Visit>
void CircuitSolver::each_neighbour(int cell, Visit visit) const {
  const int rows = board_->rows(), cols = board_->cols();
  const int row = cell / cols, col = cell % cols;
  if (row > 0) visit(cell - cols);
  if (row > 0 && col + 1 < cols) visit(cell - cols + 1);
  if (col > 0) visit(cell - 1);
  if (col + 1 < cols) visit(cell + 1);
  if (row + 1 < rows && col > 0) visit(cell + cols - 1);
  if (row + 1 < rows) visit(cell + cols);
}

bool CircuitSolver::at_edge(int cell, int edge) const {
  const int cols = board_->cols();
  const bool down = colour_ == Colour::Black;
  const int place = down ? cell / cols : cell % cols;
  return place == (edge == kFirst ? 0 : (down ? board_->rows() : cols) - 1);
}

const Circuit& CircuitSolver::solve(const HexBoard& board, Colour colour, std::span<const Link> links) {
  board_ = &board;
  colour_ = colour;
  const auto cells = static_cast<std::size_t>(board.cells());
  stones_.resize(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) stones_[cell] = board.at(static_cast<Move>(cell));
  circuit_.current = 0.0;
  for (auto* numbers : {&circuit_.potential, &circuit_.through, &circuit_.energy})
    numbers->assign(cells, 0.0);
  number_nodes();
  resistors_.clear();
  join_neighbours();
  const auto node = [&](int end) { return end < board.cells() ? node_of_[end] : end - board.cells(); };
  for (const Link& link : links) add(node(link.a), node(link.b), link.resistance);
  drop_unreachable();
  if (joined_) {
    circuit_.current = std::numeric_limits<double>::infinity();
  } else {
    solve_potentials();
    report();
  }
  return circuit_;
}

// Edges first, then empty cells line by line along the shorter side, so that neighbours are close together;
// chains last, where a long row costs no other row anything.
void CircuitSolver::number_nodes() {
  const int rows = board_->rows(), cols = board_->cols();
  node_of_.assign(stones_.size(), kCutOut);
  resistance_of_.assign(2, 0.0);
  node_count_ = 2;
  joined_ = false;
  const bool along_rows = cols <= rows;
  for (int i = 0; i < rows * cols; ++i) {
    const int cell = along_rows ? i : i % rows * cols + i / rows;
    if (stones_[cell] == Colour::None) node_of_[cell] = node_count_++;
  }
  resistance_of_.resize(node_count_, 1.0);
  for (int cell = 0; cell < rows * cols; ++cell)
    if (stones_[cell] == colour_ && node_of_[cell] == kCutOut) node_count_ = flood(cell);
  resistance_of_.resize(node_count_, 0.0);
}

// Gives the chain of a stone its node, which is that of the edge it touches if it does. Returns the number
// of nodes then.
int CircuitSolver::flood(int start) {
  const int fresh = node_count_;
  bool touches[2] = {false, false};
  stack_.assign(1, start);
  node_of_[start] = fresh;
  for (std::size_t next = 0; next < stack_.size(); ++next) {
    const int cell = stack_[next];
    for (const int edge : {kFirst, kSecond}) touches[edge] |= at_edge(cell, edge);
    each_neighbour(cell, [&](int other) {
      if (stones_[other] != colour_ || node_of_[other] != kCutOut) return;
      node_of_[other] = fresh;
      stack_.push_back(other);
    });
  }
  joined_ |= touches[kFirst] && touches[kSecond];
  if (!touches[kFirst] && !touches[kSecond]) return fresh + 1;
  for (const int cell : stack_) node_of_[cell] = touches[kFirst] ? kFirst : kSecond;
  return fresh;
}

void CircuitSolver::join_neighbours() {
  for (int cell = 0; cell < board_->cells(); ++cell) {
    if (stones_[cell] != Colour::None) continue;  // chains do not touch each other
    const int node = node_of_[cell];
    for (const int edge : {kFirst, kSecond})
      if (at_edge(cell, edge)) add(node, edge, 0.0);
    each_neighbour(cell, [&](int other) {
      const bool twice = stones_[other] == Colour::None && other < cell;
      if (!twice) add(node, node_of_[other], 0.0);
    });
  }
}

void CircuitSolver::add(int a, int b, double extra) {
  if (a == b || a == kCutOut || b == kCutOut) return;
  const double of_a = resistance_of_[a], of_b = resistance_of_[b], whole = of_a + of_b + extra;
  resistors_.push_back({a, b, 1.0 / whole, of_a / whole, of_b / whole});
}

// Nodes that reach no edge have no potential, and their equations would be singular.
void CircuitSolver::drop_unreachable() {
  parent_.resize(node_count_);
  std::iota(parent_.begin(), parent_.end(), 0);
  for (const Resistor& resistor : resistors_)
    parent_[root_of(parent_, resistor.a)] = root_of(parent_, resistor.b);
  const int first = root_of(parent_, kFirst), second = root_of(parent_, kSecond);
  std::erase_if(resistors_, [&](const Resistor& resistor) {
    const int root = root_of(parent_, resistor.a);
    return root != first && root != second;
  });
}

// Kirchhoff: at every node but the edges, the currents add up to zero.
void CircuitSolver::solve_potentials() {
  const int unknowns = node_count_ - 2;
  first_column_.resize(unknowns);
  std::iota(first_column_.begin(), first_column_.end(), 0);
  for (const Resistor& resistor : resistors_) {
    const int low = std::min(resistor.a, resistor.b) - 2, high = std::max(resistor.a, resistor.b) - 2;
    if (low >= 0) first_column_[high] = std::min(first_column_[high], low);
  }
  system_.reset(first_column_);
  potential_.assign(node_count_, 0.0);
  double* const right_side = potential_.data() + 2;
  for (const Resistor& resistor : resistors_) {
    const int low = std::min(resistor.a, resistor.b), high = std::max(resistor.a, resistor.b);
    if (high >= 2) system_.at(high - 2, high - 2) += resistor.conductance;
    if (low >= 2) {
      system_.at(low - 2, low - 2) += resistor.conductance;
      system_.at(high - 2, low - 2) -= resistor.conductance;
    } else if (low == kFirst && high >= 2) {
      right_side[high - 2] += resistor.conductance;
    }
  }
  for (int i = 0; i < unknowns; ++i)
    if (double& diagonal = system_.at(i, i); diagonal == 0.0) diagonal = 1.0;  // dropped: potential 0
  if (!system_.factor()) throw std::logic_error("a link needs a resistance well above zero");
  system_.solve(std::span(right_side, unknowns));
  potential_[kFirst] = 1.0;
}

void CircuitSolver::report() {
  through_.assign(node_count_, 0.0);
  energy_.assign(node_count_, 0.0);
  for (const Resistor& resistor : resistors_) {
    const double drop = potential_[resistor.a] - potential_[resistor.b];
    const double current = resistor.conductance * drop, heat = current * drop;
    if (resistor.a == kSecond || resistor.b == kSecond) circuit_.current += std::abs(current);
    through_[resistor.a] += std::abs(current);
    through_[resistor.b] += std::abs(current);
    energy_[resistor.a] += heat * resistor.share_of_a;
    energy_[resistor.b] += heat * resistor.share_of_b;
  }
  // What flows into a node flows out of it, except at the edges.
  for (double& current : through_) current /= 2.0;
  through_[kFirst] = through_[kSecond] = circuit_.current;
  for (std::size_t cell = 0; cell < stones_.size(); ++cell) {
    const int node = node_of_[cell];
    if (node == kCutOut) continue;
    circuit_.potential[cell] = potential_[node];
    circuit_.through[cell] = through_[node];
    circuit_.energy[cell] = energy_[node];
  }
}

double resistance_score(double black_current, double white_current) {
  return std::log(black_current) - std::log(white_current);
}

}  // namespace beeline
