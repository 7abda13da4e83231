// The evaluator of Monte-Carlo tree search: a leaf is worth the result of one playout.
#pragma once

#include <utility>

#include "search/evaluator.hpp"
#include "search/feature_priors.hpp"

namespace beeline {

template <Game G, MovePriors<G> P = NoPriors>
class Playouts {
 public:
  Outcome play_out(G& game, Random& random) { return game.playout(random); }
  std::span<const float> priors(const G& game) { return priors_.of(game); }

 private:
  P priors_;
};

}  // namespace beeline
