#include "search/selection.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/vector.hpp"

namespace beeline {

namespace {

// Judges four children at a time, each lane keeping its own best. Whether the bonus has the variance term is known at
// compile time; all else about it is in `scale` and in the numbers of the children.
template <bool kTuned>
int select(ChildRecords children, float scale, float exploration) {
  Float4 best = broadcast(-1e38f);
  Int4 best_at = broadcast(0), at = {0, 1, 2, 3};
  for (std::size_t first = 0; first < children.size(); first += kLanes, at += kLanes) {
    const auto [value, explore] = first_two_columns(&children[first].value);
    const Float4 spread = scale * explore;  // UCT: sqrt(ln N / v)
    Float4 priority = value;
    if constexpr (kTuned) {
      const Float4 mean = smaller(value, broadcast(1.0f));  // first_play is no mean value
      const Float4 variance = mean * (1 - mean) + std::sqrt(2.0f) * spread;
      const Float4 bounded = smaller(larger(variance, broadcast(0.0f)), broadcast(0.25f));
      priority += exploration * spread * square_root(bounded);
    } else {
      priority += exploration * spread;
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

}  // namespace

int select_child(ChildRecords children, std::int32_t parent_visits, const Selection& selection) {
  assert(!children.empty() && children.size() % kLanes == 0);
  const auto visits = static_cast<float>(std::max(parent_visits, 1));
  if (selection.bonus == Bonus::Puct) return select<false>(children, std::sqrt(visits), selection.exploration);
  const float root_of_log = std::sqrt(std::log(visits));
  return selection.bonus == Bonus::Uct ? select<false>(children, root_of_log, selection.exploration)
                                       : select<true>(children, root_of_log, selection.exploration);
}

}  // namespace beeline
