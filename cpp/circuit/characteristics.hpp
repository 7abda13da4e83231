// What the network of a player (board_network.hpp) is like, in six numbers; both players' are the twelve that
// EZO evaluates a position by (Takada, Iizuka and Yamamoto).
//
// A way is a path from edge to edge, and as long as the empty cells on it; a link costs nothing but its ends.
// Of ways that are equally long, those with fewer joints are the shortest.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "circuit/resistance.hpp"

namespace beeline {

enum Characteristic : int {
  kLogCurrent,   // the logarithm of the current between the edges (resistance.hpp)
  kDistance,     // the empty cells on a shortest way
  kLogWays,      // the logarithm of the number of shortest ways
  kFlow,         // how many ways there are at once that share no empty cell
  kBetweenness,  // the greatest share of the shortest ways that one empty cell lies on
  kCloseness,    // the mean of 1 / distance over all empty cells, from both edges
  kCharacteristics
};

using Characteristics = std::array<double, kCharacteristics>;

// Greatest flows by augmenting shortest paths, in graphs whose arcs carry 1, or as much as you like.
class UnitFlow {
 public:
  static constexpr int kUnbounded = 1 << 20;

  void reset(int nodes);
  void add(int from, int to, int capacity);
  int greatest(int source, int sink);

 private:
  struct Arc {
    int to, rest;  // and the next arc, by index, is the way back
    int next;      // of the arcs that leave the same node
  };

  bool reach(int source, int sink);

  std::vector<Arc> arcs_;
  std::vector<int> first_, came_by_, queue_;
};

// Keeps its memory from one position to the next.
class NetworkMeter {
 public:
  // Of a colour that has not won and is not cut off.
  Characteristics measure(const HexBoard& board, Colour colour, std::span<const Link> links);

 private:
  struct FromEdge {
    std::vector<int> length;   // of a shortest path to the node: kCell an empty cell and 1 a joint
    std::vector<double> ways;  // shortest paths
  };
  static constexpr int kCell = 1 << 10;

  void list_neighbours();
  void walk(int edge, FromEdge& from);
  double greatest_share() const;
  double closeness() const;
  int flow();
  int cost(int node) const { return network_->empty(node) ? kCell : 0; }
  std::span<const int> neighbours(int node) const {
    return std::span(neighbours_).subspan(first_[node], first_[node + 1] - first_[node]);
  }

  CircuitSolver solver_;
  const BoardNetwork* network_ = nullptr;
  std::vector<int> first_, neighbours_;
  FromEdge from_[2];
  UnitFlow flow_;
};

}  // namespace beeline
