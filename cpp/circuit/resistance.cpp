#include "circuit/resistance.hpp"

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

const Circuit& CircuitSolver::solve(const HexBoard& board, Colour colour, std::span<const Link> links) {
  circuit_.current = 0.0;
  for (auto* numbers : {&circuit_.potential, &circuit_.through, &circuit_.energy, &circuit_.at_stake})
    numbers->assign(board.cells(), 0.0);
  network_.build(board, colour, links);
  if (network_.won()) {
    circuit_.current = std::numeric_limits<double>::infinity();
    return circuit_;
  }
  place_resistors(links);
  drop_unreachable();
  solve_potentials();
  report(links);
  return circuit_;
}

void CircuitSolver::place_resistors(std::span<const Link> links) {
  resistors_.clear();
  for (const auto& [a, b, link] : network_.joints()) {
    const bool linked = link != BoardNetwork::kNoLink;
    const double scale = linked ? 1.0 + links[link].by_end : 1.0;
    const double of_a = scale * network_.empty(a), of_b = scale * network_.empty(b);
    const double whole = of_a + of_b + (linked ? links[link].resistance : 0.0);
    resistors_.push_back({a, b, 1.0 / whole, of_a / whole, of_b / whole, link});
  }
}

// Nodes that reach no edge have no potential, and their equations would be singular.
void CircuitSolver::drop_unreachable() {
  parent_.resize(network_.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  for (const Resistor& resistor : resistors_) parent_[root_of(parent_, resistor.a)] = root_of(parent_, resistor.b);
  const int first = root_of(parent_, kFirst), second = root_of(parent_, kSecond);
  std::erase_if(resistors_, [&](const Resistor& resistor) {
    const int root = root_of(parent_, resistor.a);
    return root != first && root != second;
  });
}

// Kirchhoff: at every node but the edges, the currents add up to zero.
void CircuitSolver::solve_potentials() {
  const int unknowns = network_.size() - 2;
  first_column_.resize(unknowns);
  std::iota(first_column_.begin(), first_column_.end(), 0);
  for (const Resistor& resistor : resistors_) {
    const int low = std::min(resistor.a, resistor.b) - 2, high = std::max(resistor.a, resistor.b) - 2;
    if (low >= 0) first_column_[high] = std::min(first_column_[high], low);
  }
  system_.reset(first_column_);
  potential_.assign(network_.size(), 0.0);
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

void CircuitSolver::report(std::span<const Link> links) {
  through_.assign(network_.size(), 0.0);
  energy_.assign(network_.size(), 0.0);
  for (const Resistor& resistor : resistors_) {
    const double drop = potential_[resistor.a] - potential_[resistor.b];
    const double current = resistor.conductance * drop, heat = current * drop;
    if (resistor.a == kSecond || resistor.b == kSecond) circuit_.current += std::abs(current);
    through_[resistor.a] += std::abs(current);
    through_[resistor.b] += std::abs(current);
    energy_[resistor.a] += heat * resistor.share_of_a;
    energy_[resistor.b] += heat * resistor.share_of_b;
    if (resistor.link != BoardNetwork::kNoLink)
      for (const int cell : links[resistor.link].needed) circuit_.at_stake[cell] += heat;
  }
  // What flows into a node flows out of it, except at the edges.
  for (double& current : through_) current /= 2.0;
  through_[kFirst] = through_[kSecond] = circuit_.current;
  for (std::size_t cell = 0; cell < circuit_.potential.size(); ++cell) {
    const int node = network_.node_of(static_cast<int>(cell));
    if (node == BoardNetwork::kCutOut) continue;
    circuit_.potential[cell] = potential_[node];
    circuit_.through[cell] = through_[node];
    circuit_.energy[cell] = energy_[node];
  }
}

double resistance_score(double own_current, double other_current) {
  return std::log(own_current) - std::log(other_current);
}

}  // namespace beeline
