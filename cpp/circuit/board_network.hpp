// A position as the network of one colour: what it has yet to join to get from edge to edge.
//
// Its two edges, its chains and the empty cells are nodes, the opponent's stones are cut out. Neighbours are
// joined, and on top whatever links say: bridges, or what virtual connections join.
#pragma once

#include <span>
#include <vector>

#include "base/cell_set.hpp"
#include "rules/hex_board.hpp"

namespace beeline {

// A connection between two ends, each an empty cell, a cell of a chain, or an edge of the colour. Its resistance is
// (1 + by_end) (r(a) + r(b)) + resistance.
struct Link {
  int a, b;
  double resistance;  // above 0 if neither end is an empty cell
  double by_end = 0.0;
  CellSet<kMostWords> needed = {};  // cells on each of which a stone of the opponent breaks it, as far as known
};

// The ends that are edges: top and bottom for Black, left and right for White.
inline int first_edge(const HexBoard& board) { return board.cells(); }
inline int second_edge(const HexBoard& board) { return board.cells() + 1; }

class BoardNetwork {
 public:
  // The nodes of the edges, and what stands for the node of an opponent's stone.
  static constexpr int kFirst = 0, kSecond = 1, kCutOut = -1;
  static constexpr int kNoLink = -1;

  struct Joint {
    int a, b;  // nodes
    int link;  // its number, kNoLink between neighbours
  };

  // Keeps its memory from one position to the next.
  void build(const HexBoard& board, Colour colour, std::span<const Link> links);

  int size() const { return static_cast<int>(empty_.size()); }
  int node_of(int cell) const { return node_of_[cell]; }
  // Whether the node is an empty cell, which costs a move.
  bool empty(int node) const { return empty_[node]; }
  // Whether a chain reaches from edge to edge.
  bool won() const { return won_; }
  const std::vector<Joint>& joints() const { return joints_; }

 private:
  void number_nodes();
  bool flood(int cell);
  bool at_edge(int cell, int edge) const;
  void join_neighbours();
  void join(int a, int b, int link);

  template <class Visit>
  void each_neighbour(int cell, Visit visit) const;

  const HexBoard* board_ = nullptr;
  Colour colour_ = Colour::None;
  bool won_ = false;
  std::vector<Colour> stones_;
  std::vector<int> node_of_;
  std::vector<char> empty_;  // by node
  std::vector<Joint> joints_;
  std::vector<int> stack_;
};

}  // namespace beeline
