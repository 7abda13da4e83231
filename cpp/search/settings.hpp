// What a tree search is told, and what it reports. Every field has the name of the option of the players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/types.hpp"
#include "search/feature_priors.hpp"
#include "search/gumbel.hpp"
#include "search/limits.hpp"
#include "search/selection.hpp"
#include "search/tree.hpp"

namespace beeline {

struct SearchSettings {
  Selection selection;
  bool amaf_update = false;
  std::int32_t expand = 1;  // visits of a child before its own children are added
  // Visits of a position before knowledge is asked about its moves; 0 is never. It is asked about the root before the
  // search.
  std::int32_t knowledge = 0;
  PriorModel prior;
  // Whether points of the real position that no longer matter are left out of simulations.
  bool fill = false;
  // Gumbel selection at the root, for few simulations by a network and one thread.
  std::optional<GumbelSettings> gumbel;
  int threads = 1;
  std::size_t memory = std::size_t{512} << 20;  // bytes for the tree; once spent it stops growing
};

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
  std::vector<MoveReport> moves;  // best first
  std::vector<Move> variation;    // the line of best moves
  std::int64_t simulations = 0;   // of this call; the tree may hold earlier ones
  double root_value = 0.5;        // what the evaluator says of the position, for the player to move
  double seconds = 0;
  std::size_t children = 0;  // in the tree
  bool tree_full = false;
  StopReason stopped = StopReason::Simulations;
};

}  // namespace beeline
