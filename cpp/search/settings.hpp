// What a tree search is told, and what it reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/types.hpp"
#include "search/limits.hpp"
#include "search/selection.hpp"
#include "search/tree.hpp"

namespace beeline {

struct SearchSettings {
  Selection selection;
  bool amaf_update = false;
  std::int32_t expand_after = 1;  // visits of a child before its own children are added
  // Visits of a position before its moves are judged by what the game knows beyond its rules; 0 is never. The root
  // is judged before the search.
  std::int32_t judge_after = 0;
  // What the game promises of a move counts for so many AMAF visits when its node is made; 0 is none. Beside them
  // stands a bias, B sqrt(p / v) with p the move's share of all that is promised.
  std::int32_t prior = 0;
  float bias = 0;
  // Whether points of the real position that no longer matter are left out of simulations.
  bool fill_in = false;
  int threads = 1;
  std::size_t memory = std::size_t{512} << 20;  // bytes for the tree; once spent it stops growing
};

struct MoveReport {
  Move move;
  std::int32_t visits;
  double value;  // won fraction of the visits, for the player who moves; 0.5 when there are none
  std::int32_t amaf_visits;
  double amaf_value;
  Proof proof;
};

struct SearchReport {
  std::vector<MoveReport> moves;  // best first
  std::vector<Move> variation;    // the line of best moves
  std::int64_t simulations = 0;   // of this call; the tree may hold earlier ones
  double seconds = 0;
  std::size_t children = 0;  // in the tree
  bool tree_full = false;
  StopReason stopped = StopReason::Simulations;
};

}  // namespace beeline
