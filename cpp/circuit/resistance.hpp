// A position as an electrical circuit (Shannon; Anshelevich, "A hierarchical approach to computer Hex").
//
// The network of a colour (board_network.hpp) with resistors: an own stone has resistance 0 and an empty cell
// 1, neighbours a and b are joined by r(a) + r(b), and a link adds its own. With a voltage of 1 between the
// edges, the total current says how well the colour is connected, and the current through a cell how much
// that cell matters. The potentials solve a linear system exactly (skyline.hpp).
#pragma once

#include <span>
#include <vector>

#include "circuit/board_network.hpp"
#include "circuit/skyline.hpp"
#include "rules/hex_board.hpp"

namespace beeline {

// A solved circuit, at a voltage of 1 between the edges. Vectors have one number per cell.
struct Circuit {
  // Between the edges: 0 if the opponent cut them off, infinite if a chain joins them.
  double current = 0.0;
  // 1 at the first edge and 0 at the second; 0 also on opponent's stones and where no edge can be reached.
  std::vector<double> potential;
  // The current through an empty cell, or through the chain that a stone belongs to.
  std::vector<double> through;
  // The heat in an empty cell, and in the links that end there as far as it goes with r of the cell; 0 on stones. It
  // is also -dI/dr, the current that a small rise of the cell's resistance costs. Without links the heat of all
  // cells is the total current.
  std::vector<double> energy;
  // The heat of the links that a stone of the opponent on the cell would break.
  std::vector<double> at_stake;
};

// Solves circuits, and keeps its memory from one to the next.
class CircuitSolver {
 public:
  // The result is valid until the next call. A board that is won has no potentials: all vectors are zero.
  const Circuit& solve(const HexBoard& board, Colour colour, std::span<const Link> links);
  // Of the last call.
  const BoardNetwork& network() const { return network_; }

 private:
  struct Resistor {
    int a, b;  // nodes
    double conductance;
    double share_of_a, share_of_b;  // of its heat: what goes with r(a) and r(b), over the whole resistance
    int link;
  };
  static constexpr int kFirst = BoardNetwork::kFirst, kSecond = BoardNetwork::kSecond;

  void place_resistors(std::span<const Link> links);
  void drop_unreachable();
  void solve_potentials();
  void report(std::span<const Link> links);

  BoardNetwork network_;
  std::vector<Resistor> resistors_;
  std::vector<int> parent_;  // of a node, in the forest that tells what is joined to what
  std::vector<int> first_column_;
  std::vector<double> potential_, through_, energy_;  // of nodes
  Skyline system_;
  Circuit circuit_;
};

// How much better placed a player is: log(own current / the opponent's); infinite once a side has won.
double resistance_score(double own_current, double other_current);

}  // namespace beeline
