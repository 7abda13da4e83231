// How priors enter the tree of a search that gathers AMAF values.
//
// With p the prior of a move as a share of all priors of its position, p_max the largest, and V the value of the
// position, the move starts with `visits` AMAF visits of value
//   V - below + (above + below) (p / p_max)^power,  within [0, 1],
// and with the bonus bias sqrt(p / v), where v are its visits (progressive bias). The shape was chosen by hand and is
// not tuned.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/tree.hpp"

namespace beeline {

struct PriorModel {
  static constexpr float kAbove = 0.2f, kBelow = 0.3f, kPower = 0.3f;

  std::int32_t visits = 0;  // 0: priors are not asked for
  float bias = 0;

  // For a new node whose position has this value; a prior per move of the game, from 0 to 1 for the likeliest.
  void enter(Tree& tree, NodeId node, std::span<const float> priors, float value) const;
};

// What the moves of a new root start with in a search that gathers AMAF values, whoever says so: so many AMAF visits of
// these values, one in [0, 1] per move of the game.
struct RootPrior {
  std::vector<float> values;
  std::int32_t visits = 0;

  void enter(Tree& tree, NodeId root) const;
};

}  // namespace beeline
