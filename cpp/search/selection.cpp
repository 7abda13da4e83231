#include "search/selection.hpp"

#include <algorithm>
#include <cmath>

#include "base/vector.hpp"

namespace beeline {

namespace {

enum class Blend { None, Constant, Rave };

constexpr float kLowest = -1e30f;

template <Blend kBlend>
Float4 blended(Float4 mean, const ChildStatistics& children, int first, Int4 counts, Float4 visits,
               const Selection& selection) {
  const Int4 amaf_counts = load4(children.amaf_visits + first);
  const Int4 amaf_wins = amaf_counts > 0 ? load4(children.amaf_wins + first) : broadcast(1);
  const Float4 amaf = 0.5f * to_float(amaf_wins) / to_float(larger(amaf_counts, broadcast(1)));
  Float4 weight = broadcast(selection.alpha);
  if constexpr (kBlend == Blend::Rave) weight = square_root(selection.rave / (3 * visits + selection.rave));
  weight = counts > 0 ? weight : broadcast(1.0f);
  return mean + weight * (amaf - mean);
}

// `share` is ln N / v.
template <Bonus kBonus>
Float4 bonus(Float4 mean, Float4 share, const Selection& selection) {
  if constexpr (kBonus == Bonus::Tuned)
    share *= smaller(mean * (1 - mean) + square_root(2 * share), broadcast(0.25f));
  return selection.exploration * square_root(share);
}

// Judges four children at a time, each lane keeping its own best. The arrays may be read up to three
// children beyond the last (see Tree).
template <Bonus kBonus, Blend kBlend>
int select(const ChildStatistics& children, float log_parent, const Selection& selection) {
  Float4 best = broadcast(kLowest);
  Int4 best_at = broadcast(0), at = {0, 1, 2, 3};
  for (int first = 0; first < children.count; first += kLanes, at += kLanes) {
    const Int4 counts = load4(children.visits + first);
    const Float4 visits = to_float(larger(counts, broadcast(1)));
    const Float4 per_visit = 1 / visits;
    const Float4 mean = 0.5f * to_float(load4(children.wins + first)) * per_visit;
    Float4 priority = mean;
    if constexpr (kBlend != Blend::None)
      priority = blended<kBlend>(mean, children, first, counts, visits, selection);
    priority += bonus<kBonus>(mean, log_parent * per_visit, selection);
    if constexpr (kBlend == Blend::None) priority = counts > 0 ? priority : broadcast(selection.first_play);
    priority = at < children.count ? priority : broadcast(kLowest);
    const Int4 better = priority > best;
    best = better ? priority : best;
    best_at = better ? at : best_at;
  }
  int winner = 0;
  for (int lane = 1; lane < kLanes; ++lane)
    if (best[lane] > best[winner] || (best[lane] == best[winner] && best_at[lane] < best_at[winner])) winner = lane;
  return best_at[winner];
}

template <Bonus kBonus>
int select(const ChildStatistics& children, float log_parent, const Selection& selection) {
  if (selection.rave > 0) return select<kBonus, Blend::Rave>(children, log_parent, selection);
  if (selection.alpha > 0) return select<kBonus, Blend::Constant>(children, log_parent, selection);
  return select<kBonus, Blend::None>(children, log_parent, selection);
}

}  // namespace

int select_child(const ChildStatistics& children, std::int32_t parent_visits, const Selection& selection) {
  const float log_parent = std::log(static_cast<float>(std::max(parent_visits, 1)));
  return selection.bonus == Bonus::Uct ? select<Bonus::Uct>(children, log_parent, selection)
                                       : select<Bonus::Tuned>(children, log_parent, selection);
}

}  // namespace beeline
