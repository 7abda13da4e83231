#include "search/prior_model.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace beeline {

namespace {

void add_visits(Tree& tree, ChildId child, std::int32_t visits, float value) {
  const float wins = static_cast<float>(tree.layout().units) * value * static_cast<float>(visits);
  tree.add_amaf(child, visits, static_cast<std::int32_t>(std::lround(wins)));
}

}  // namespace

void PriorModel::enter(Tree& tree, NodeId node, std::span<const float> priors, float value) const {
  assert(tree.layout().amaf);
  const auto [first, count] = tree.node(node);
  float all = 0.0f;
  for (ChildId child = first; child < first + count; ++child) all += priors[tree.move(child)];
  for (ChildId child = first; child < first + count; ++child) {
    const float prior = priors[tree.move(child)];
    tree.set_bias(child, bias * std::sqrt(prior / all));
    const float above_lowest = (kAbove + kBelow) * std::pow(prior, kPower);
    add_visits(tree, child, visits, std::clamp(value - kBelow + above_lowest, 0.0f, 1.0f));
  }
}

void RootPrior::enter(Tree& tree, NodeId root) const {
  assert(tree.layout().amaf);
  const auto [first, count] = tree.node(root);
  for (ChildId child = first; child < first + count; ++child) {
    assert(tree.move(child) < values.size());
    add_visits(tree, child, visits, values[tree.move(child)]);
  }
}

}  // namespace beeline
