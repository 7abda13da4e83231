// Crediting: the value of a leaf on its way up the path of its simulation.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "search/simulation.hpp"
#include "search/tree.hpp"
#include "tracker/game.hpp"

namespace beeline {

// Credits a value in [0, 1] to the path; it is that of the leaf for its player to move.
inline void credit_value(Tree& tree, const Leaf& leaf, float value, bool shared) {
  const int units = tree.layout().units;
  const auto wins = static_cast<std::int32_t>(std::lround(value * static_cast<float>(units)));
  for (const Step& step : leaf.path)
    tree.add_wins(step.child, step.mover == leaf.to_move ? wins : units - wins, shared);
}

// Credits the outcome of a game, which was played to its end or is proven.
template <Game G>
class OutcomeCredit {
 public:
  void to_path(Tree& tree, const Path& path, Outcome outcome, const G& game, bool shared) {
    const int units = tree.layout().units;
    for (const Step& step : path) {
      const std::int32_t wins = outcome == Outcome::Draw ? units / 2 : outcome == win_for(step.mover) ? units : 0;
      tree.add_wins(step.child, wins, shared);
      if (step.amaf) to_siblings(tree, step, wins, game);
    }
  }

 private:
  // The AMAF update, in two passes, because a jump on whether a move was played would go wrong half the time.
  void to_siblings(Tree& tree, const Step& step, std::int32_t wins, const G& game) {
    const auto [first, count] = tree.node(step.node);
    played_.resize(count);
    std::size_t found = 0;
    for (ChildId child = first; child < first + count; ++child) {
      played_[found] = child;
      found += game.was_played(step.mover, tree.move(child));
    }
    tree.add_amaf_visits({played_.data(), found}, wins);
  }

  std::vector<ChildId> played_;  // scratch
};

}  // namespace beeline
