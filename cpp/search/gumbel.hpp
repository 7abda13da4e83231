// Gumbel root selection (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel",
// 2022): for few simulations, sampling moves without replacement and sequential halving in place of PUCT at the root.
//
// With g(a) Gumbel noise, p(a) the priors, N(a) and q(a) visits and mean values of the moves, V the network's value of
// the root, the score of a move is
//   s(a) = noise · g(a) + ln p(a) + σ(q'(a)),   σ(q) = (c_visit + max_b N(b)) · c_scale · q,
// where q' is q completed: for an unvisited move it is
//   V' = (V + Σ_b N(b) · Σ_visited p q / Σ_visited p) / (1 + Σ_b N(b)).
// The m moves of highest noise · g + ln p are considered; of a schedule of visit counts, each simulation goes to the
// move of highest s among those with the count whose turn it is, so that the half with lower scores drops out phase by
// phase. The search's choice is the move of highest s among the most visited, and the improved policy that a network
// learns from is softmax(ln p + σ(q')).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "search/tree.hpp"

namespace beeline {

struct GumbelSettings {
  int considered = 0;      // m
  float noise = 0;         // its scale; 0: the best moves by prior are considered
  float value_visits = 0;  // c_visit
  float value_scale = 0;   // c_scale

  // Throws std::invalid_argument for a number out of its range.
  void check() const;
};

// The visits that a considered move must have for each simulation to go to it: mctx's sequence for sequential halving.
std::vector<std::int32_t> halving_schedule(int considered, int simulations);

class GumbelRoot {
 public:
  // `value` is that of the root, to its player. Moves that are pointless now are never considered.
  GumbelRoot(const GumbelSettings& settings, const Tree& tree, NodeId root, float value, int simulations,
             Random& random);

  // The child that the next simulation goes to.
  ChildId next() const;
  // The choice of the search.
  ChildId best() const;
  // In the order of the children.
  std::vector<float> improved_policy() const;

 private:
  std::int32_t visits(std::size_t i) const { return tree_->visits(first_ + static_cast<ChildId>(i)) - before_[i]; }
  std::int32_t most_visits() const;
  // s without the noise, of every child; minus infinity for pointless ones.
  std::vector<float> scores() const;
  float completed_value() const;
  ChildId highest(std::int32_t with_visits) const;

  GumbelSettings settings_;
  const Tree* tree_;
  ChildId first_;
  float value_;
  std::vector<float> noise_;          // noise · g, minus infinity for moves that are not considered
  std::vector<std::int32_t> before_;  // visits when the search began
  std::vector<std::int32_t> schedule_;
};

}  // namespace beeline
