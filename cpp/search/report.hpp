// What a tree search reports.
#pragma once

#include <cstdint>
#include <vector>

#include "base/deadline.hpp"
#include "rules/types.hpp"
#include "search/proof.hpp"
#include "search/rooted_tree.hpp"

namespace beeline {

struct MoveReport {
  Move move;
  std::int32_t visits;
  double value;  // mean of the visits, for the player who moves; 0.5 when there are none
  std::int32_t amaf_visits;
  double amaf_value;
  float prior;   // 0 where the search keeps none
  float policy;  // of the improved policy, under Gumbel selection; else 0
  MoveState state;
};

struct SearchReport {
  std::vector<MoveReport> moves;         // best first
  std::vector<Move> variation;           // the line of best moves
  std::vector<std::vector<Move>> lines;  // of the first moves in their order, as many as were asked for
  std::int64_t simulations = 0;          // of this call; the tree may hold earlier ones
  double root_value = 0.5;               // of the position, for the player to move (RootedTree::root_value)
  // What is proven of the position, for the player to move: by the search, or by knowledge before it.
  Proof root_proof = Proof::Unknown;
  double seconds = 0;
  std::size_t children = 0;  // in the tree
  bool tree_full = false;
  StopReason stopped = StopReason::Simulations;
};

// What the tree says of its root: all but simulations, seconds and why the search stopped. `lines` are those of the
// first moves that have visits.
SearchReport describe(const RootedTree& rooted, int lines = 1);

}  // namespace beeline
