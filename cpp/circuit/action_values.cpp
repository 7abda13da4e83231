#include "circuit/action_values.hpp"

#include <algorithm>
#include <limits>

namespace beeline {

double action_value(double own_current, double other_current) {
  if (own_current > other_current) return 1.0 - other_current / own_current;
  return own_current == other_current ? 0.0 : own_current / other_current - 1.0;
}

std::pair<double, double> estimated_currents(const Circuit& own, const Circuit& other, Move cell) {
  const double gain = kGain * own.energy[cell];
  const double loss = std::min(kLoss * other.energy[cell], other.through[cell]) + other.at_stake[cell];
  return {own.current + gain, std::max(other.current - loss, 0.0)};
}

std::vector<double> estimated_action_values(const HexBoard& board, const Circuit& own, const Circuit& other) {
  std::vector<double> values(board.cells(), std::numeric_limits<double>::quiet_NaN());
  for (const Move cell : board.legal_moves()) {
    const auto [own_after, other_after] = estimated_currents(own, other, cell);
    values[cell] = action_value(own_after, other_after);
  }
  return values;
}

std::vector<double> exact_action_values(const HexBoard& board, const LinkFinder& links) {
  std::vector<double> values(board.cells(), std::numeric_limits<double>::quiet_NaN());
  const Colour mover = board.to_move();
  HexBoard after = board;
  CircuitSolver solver;
  const auto current = [&](Colour of) { return solver.solve(after, of, links(after, of)).current; };
  for (const Move cell : board.legal_moves()) {
    after.play(cell, mover);
    values[cell] = action_value(current(mover), current(opponent(mover)));
    after.undo();
  }
  return values;
}

}  // namespace beeline
