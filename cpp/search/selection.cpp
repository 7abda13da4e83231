#include "search/selection.hpp"

#include <algorithm>
#include <cmath>

#include "base/vector.hpp"

namespace beeline {

namespace {

enum class Blend { None, Constant, Rave };

template <Blend kBlend>
Float4 blended(Float4 value, const ChildStatistics& children, int first, const Selection& selection) {
  const ChildRecord* const records = children.records + first;
  const Int4 visits = {records[0].visits, records[1].visits, records[2].visits, records[3].visits};
  const Int4 amaf_visits = load4(children.amaf_visits + first);
  const Int4 amaf_wins = amaf_visits > 0 ? load4(children.amaf_wins + first) : broadcast(1);
  const Float4 amaf = 0.5f * to_float(amaf_wins) / to_float(larger(amaf_visits, broadcast(1)));
  Float4 weight = broadcast(selection.alpha);
  if constexpr (kBlend == Blend::Rave)
    weight = square_root(selection.rave / (3 * to_float(visits) + selection.rave));
  // Proven losses and stand-ins keep their value, whatever the weight.
  return value < 0 ? value : visits > 0 ? value + weight * (amaf - value) : amaf;
}

// Judges four children at a time, each lane keeping its own best.
template <Bonus kBonus, Blend kBlend>
int select(const ChildStatistics& children, float root_of_log, const Selection& selection) {
  Float4 best = broadcast(-1e38f);
  Int4 best_at = broadcast(0), at = {0, 1, 2, 3};
  for (int first = 0; first < children.count; first += kLanes, at += kLanes) {
    const auto [value, roots] = first_two_columns(&children.records[first].value);
    Float4 inverse_root = roots;
    if constexpr (kBlend != Blend::None) inverse_root = inverse_root > 0 ? inverse_root : broadcast(1.0f);
    const Float4 spread = root_of_log * inverse_root;  // sqrt(ln N / v)
    Float4 priority = value;
    if constexpr (kBlend != Blend::None) priority = blended<kBlend>(value, children, first, selection);
    if constexpr (kBonus == Bonus::Uct) {
      priority += selection.exploration * spread;
    } else {
      const Float4 mean = smaller(value, broadcast(1.0f));  // first_play is no won fraction
      const Float4 variance = mean * (1 - mean) + std::sqrt(2.0f) * spread;
      const Float4 bounded = smaller(larger(variance, broadcast(0.0f)), broadcast(0.25f));
      priority += selection.exploration * spread * square_root(bounded);
    }
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
int select(const ChildStatistics& children, float root_of_log, const Selection& selection) {
  if (selection.rave > 0) return select<kBonus, Blend::Rave>(children, root_of_log, selection);
  if (selection.alpha > 0) return select<kBonus, Blend::Constant>(children, root_of_log, selection);
  return select<kBonus, Blend::None>(children, root_of_log, selection);
}

}  // namespace

int select_child(const ChildStatistics& children, std::int32_t parent_visits, const Selection& selection) {
  const float root_of_log = std::sqrt(std::log(static_cast<float>(std::max(parent_visits, 1))));
  return selection.bonus == Bonus::Uct ? select<Bonus::Uct>(children, root_of_log, selection)
                                       : select<Bonus::Tuned>(children, root_of_log, selection);
}

}  // namespace beeline
