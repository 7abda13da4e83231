#include "search/gumbel.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/require.hpp"
#include "network/chances.hpp"

namespace beeline {

namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();
constexpr float kLeastPrior = 1e-20f;  // whose logarithm is finite: a move of no prior stays comparable, and last

float gumbel_noise(Random& random) {
  const double uniform = (static_cast<double>(random.bits() >> 11) + 0.5) * 0x1p-53;
  return static_cast<float>(-std::log(-std::log(uniform)));
}

}  // namespace

void GumbelSettings::check() const {
  require_within("considered", considered, 1, 1 << 16);
  require_within("noise", noise, 0, 1e6);
  require_within("value_visits", value_visits, 0, 1e6);
  require_within("value_scale", value_scale, 0, 1e6);
}

std::vector<std::int32_t> halving_schedule(int considered, int simulations) {
  std::vector<std::int32_t> schedule;
  if (considered <= 1) {
    for (int i = 0; i < simulations; ++i) schedule.push_back(i);
    return schedule;
  }
  const int phases = static_cast<int>(std::ceil(std::log2(considered)));
  std::vector<std::int32_t> visits(static_cast<std::size_t>(considered), 0);
  auto left = static_cast<std::size_t>(considered);
  while (static_cast<int>(schedule.size()) < simulations) {
    const int extra = std::max(1, static_cast<int>(simulations / (phases * static_cast<double>(left))));
    for (int round = 0; round < extra; ++round) {
      schedule.insert(schedule.end(), visits.begin(), visits.begin() + static_cast<std::ptrdiff_t>(left));
      for (std::size_t i = 0; i < left; ++i) ++visits[i];
    }
    left = std::max<std::size_t>(2, left / 2);
  }
  schedule.resize(static_cast<std::size_t>(simulations));
  return schedule;
}

GumbelRoot::GumbelRoot(const GumbelSettings& settings, const Tree& tree, NodeId root, float value, int simulations,
                       Random& random)
    : settings_(settings), tree_(&tree), first_(tree.node(root).first), value_(value) {
  assert(settings.considered >= 1 && simulations >= 0 && tree.layout().priors);
  const std::size_t count = tree.node(root).count;
  std::vector<std::pair<float, std::size_t>> ranked;
  for (std::size_t i = 0; i < count; ++i) {
    const ChildId child = first_ + static_cast<ChildId>(i);
    before_.push_back(tree.visits(child));
    noise_.push_back(settings.noise > 0 ? settings.noise * gumbel_noise(random) : 0.0f);
    if (!tree.state(child).pointless()) ranked.emplace_back(noise_[i] + std::log(tree.prior(child)), i);
  }
  const std::size_t considered = std::min<std::size_t>(ranked.size(), static_cast<std::size_t>(settings.considered));
  std::ranges::sort(ranked, std::greater());
  std::vector<float> kept(count, kNever);
  for (std::size_t i = 0; i < considered; ++i) kept[ranked[i].second] = noise_[ranked[i].second];
  noise_ = std::move(kept);
  schedule_ = halving_schedule(static_cast<int>(considered), simulations);
}

std::int32_t GumbelRoot::most_visits() const {
  std::int32_t most = 0;
  for (std::size_t i = 0; i < noise_.size(); ++i) most = std::max(most, visits(i));
  return most;
}

float GumbelRoot::completed_value() const {
  double policy = 0, weighted = 0, all = 0;
  for (std::size_t i = 0; i < noise_.size(); ++i) {
    const ChildId child = first_ + static_cast<ChildId>(i);
    if (visits(i) == 0) continue;
    policy += tree_->prior(child);
    weighted += tree_->prior(child) * tree_->mean(child);
    all += visits(i);
  }
  if (policy == 0) return value_;
  return static_cast<float>((value_ + all * weighted / policy) / (1 + all));
}

std::vector<float> GumbelRoot::scores() const {
  const float completed = completed_value();
  const float scale = (settings_.value_visits + static_cast<float>(most_visits())) * settings_.value_scale;
  std::vector<float> scores;
  for (std::size_t i = 0; i < noise_.size(); ++i) {
    const ChildId child = first_ + static_cast<ChildId>(i);
    const MoveState state = tree_->state(child);
    const float value = state.proof == Proof::Win ? 1.0f
                        : visits(i) > 0           ? static_cast<float>(tree_->mean(child))
                                                  : completed;
    scores.push_back(state.pointless() ? kNever : std::log(std::max(tree_->prior(child), kLeastPrior)) + scale * value);
  }
  return scores;
}

// Where nothing is open with these visits, whichever open move scores highest.
ChildId GumbelRoot::highest(std::int32_t with_visits) const {
  const std::vector<float> plain = scores();
  std::size_t best = plain.size(), fallback = 0;
  float best_score = kNever, fallback_score = kNever;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const float score = plain[i] + noise_[i];
    if (visits(i) == with_visits && score > best_score) best = i, best_score = score;
    if (score > fallback_score || (fallback_score == kNever && plain[i] > plain[fallback])) {
      fallback = i;
      fallback_score = score;
    }
  }
  return first_ + static_cast<ChildId>(best < plain.size() ? best : fallback);
}

ChildId GumbelRoot::next() const {
  std::int32_t done = 0;
  for (std::size_t i = 0; i < noise_.size(); ++i) done += visits(i);
  return highest(schedule_.empty() ? 0 : schedule_[std::min(static_cast<std::size_t>(done), schedule_.size() - 1)]);
}

ChildId GumbelRoot::best() const {
  for (std::size_t i = 0; i < noise_.size(); ++i)
    if (tree_->proof(first_ + static_cast<ChildId>(i)) == Proof::Win) return first_ + static_cast<ChildId>(i);
  std::int32_t most = 0;
  for (std::size_t i = 0; i < noise_.size(); ++i)
    if (noise_[i] != kNever && !tree_->state(first_ + static_cast<ChildId>(i)).pointless())
      most = std::max(most, visits(i));
  return highest(most);
}

std::vector<float> GumbelRoot::improved_policy() const {
  std::vector<float> policy = scores();
  if (std::ranges::all_of(policy, [](float score) { return score == kNever; })) std::ranges::fill(policy, 0.0f);
  softmax(policy);
  return policy;
}

}  // namespace beeline
