// A position as an electrical circuit (Shannon; Anshelevich, "A hierarchical approach to computer Hex").
//
// For one colour, its two edges, its chains and the empty cells are nodes, and the opponent's stones are cut
// out. An own stone has resistance 0 and an empty cell 1; neighbours a and b are joined by a resistor of
// r(a) + r(b). What is virtually connected is joined by links on top. With a voltage of 1 between the
// edges, the total current says how well the colour is connected, and the current through a cell how much
// that cell matters. The potentials solve a linear system exactly (skyline.hpp).
#pragma once

#include <span>
#include <vector>

#include "connection/skyline.hpp"
#include "rules/hex_board.hpp"

namespace beeline {

// A connection between two ends, each an empty cell, a cell of a chain, or an edge of the colour.
struct Link {
  int a, b;
  double resistance;  // above 0, on top of r(a) + r(b)
};

// The ends that are edges: top and bottom for Black, left and right for White.
inline int first_edge(const HexBoard& board) { return board.cells(); }
inline int second_edge(const HexBoard& board) { return board.cells() + 1; }

// A solved circuit, at a voltage of 1 between the edges. Vectors have one number a cell.
struct Circuit {
  // Between the edges: 0 if the opponent cut them off, infinite if a chain joins them.
  double current = 0.0;
  // 1 at the first edge and 0 at the second; 0 also on opponent's stones and where no edge can be reached.
  std::vector<double> potential;
  // The current through an empty cell, or through the chain that a stone belongs to.
  std::vector<double> through;
  // The heat in an empty cell; 0 on stones. It is also -dI/dr, the current that a small rise of the cell's
  // resistance costs. Without links the heat of all cells is the total current.
  std::vector<double> energy;
};

// Solves circuits, and keeps its memory from one to the next.
class CircuitSolver {
 public:
  // The result is valid until the next call. A board that is won has no potentials: all vectors are zero.
  const Circuit& solve(const HexBoard& board, Colour colour, std::span<const Link> links);

 private:
  struct Resistor {
    int a, b;  // nodes
    double conductance;
    double share_of_a, share_of_b;  // of its heat: r(a) and r(b) over the whole resistance
  };
  static constexpr int kFirst = 0, kSecond = 1, kCutOut = -1;

  void number_nodes();
  int flood(int cell);
  bool at_edge(int cell, int edge) const;
  void join_neighbours();
  void add(int a, int b, double extra);
  void drop_unreachable();
  void solve_potentials();
  void report();

  template <class Visit>
  void each_neighbour(int cell, Visit visit) const;

  const HexBoard* board_ = nullptr;
  Colour colour_ = Colour::None;
  bool joined_ = false;
  int node_count_ = 0;
  std::vector<Colour> stones_;
  std::vector<int> node_of_;           // of a cell; kCutOut for an opponent's stone
  std::vector<double> resistance_of_;  // of a node
  std::vector<Resistor> resistors_;
  std::vector<int> parent_;  // of a node, in the forest that tells what is joined to what
  std::vector<int> first_column_, stack_;
  std::vector<double> potential_, through_, energy_;  // of nodes
  Skyline system_;
  Circuit circuit_;
};

// How much better placed Black is: log(Black's current / White's); infinite once a side has won.
double resistance_score(double black_current, double white_current);

}  // namespace beeline
