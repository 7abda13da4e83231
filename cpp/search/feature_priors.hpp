// Prior probabilities of moves by what they look like: a linear policy of features (knowledge/move_features.hpp),
// whose weights were learned from the choices of long searches.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "tracker/game.hpp"
#include "tracker/hex.hpp"

namespace beeline {

// What priors of a game look like: a number per move, from 0 to 1 for the likeliest, valid until the next call, or
// nothing at all.
template <class P, class G>
concept MovePriors = std::movable<P> && requires(P& priors, const G& game) {
  { priors.of(game) } -> std::same_as<std::span<const float>>;
};

struct NoPriors {
  template <Game G>
  std::span<const float> of(const G&) {
    return {};
  }
};

class HexFeaturePriors {
 public:
  HexFeaturePriors();
  ~HexFeaturePriors();
  HexFeaturePriors(HexFeaturePriors&&) noexcept;
  HexFeaturePriors& operator=(HexFeaturePriors&&) noexcept;

  // Of the cells of the simulated position that are empty; 0 of the others.
  std::span<const float> of(const HexTracker& game);

 private:
  class Policy;
  std::unique_ptr<Policy> policy_;  // made when first asked for
};

static_assert(MovePriors<HexFeaturePriors, HexTracker>);

}  // namespace beeline
