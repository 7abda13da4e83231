#include "search/settings.hpp"

#include <limits>

#include "base/require.hpp"

namespace beeline {

namespace {

constexpr double kLargest = 1e9;  // of a coefficient in single precision
constexpr std::int32_t kMostVisits = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kMostPrior = 1'000'000;  // AMAF visits

}  // namespace

void SearchSettings::check() const {
  require_within("exploration", selection.exploration, 0, kLargest);
  require_within("amaf", selection.amaf, 0, 1);
  require_within("rave", selection.rave, 0, kLargest);
  require_within("first_play", selection.first_play, 0, kLargest);
  if (selection.blends() && update != Update::Amaf)
    throw std::invalid_argument("amaf and rave weigh all-moves-as-first values, which update=path does not gather");
  require_within("expand", expand, 0, kMostVisits);
  require_within("knowledge", knowledge, 0, kMostVisits);
  require_within("prior", prior.visits, 0, kMostPrior);
  require_within("bias", prior.bias, 0, 100);
  require_within("threads", threads, 1, 256);
  if (knowledge > 0 && !proofs) throw std::invalid_argument("knowledge proves results, which proofs=false leaves out");
  if (!gumbel) return;
  gumbel->check();
  if (selection.bonus != Bonus::Puct || threads != 1)
    throw std::invalid_argument("gumbel goes with selection=puct and one thread");
}

}  // namespace beeline
