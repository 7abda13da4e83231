#include "search/network_evaluator.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/require.hpp"

namespace beeline {

namespace {

// Of all that a network sees.
std::uint64_t hash_of(const ViewedPosition& viewed) {
  std::uint64_t state =
      (static_cast<std::uint64_t>(viewed.rows) << 32 | static_cast<std::uint64_t>(viewed.cols) << 16) +
      static_cast<std::uint64_t>(viewed.last + 1);
  std::uint64_t hash = Random::split_mix(state);
  const auto cells = static_cast<std::size_t>(viewed.cells());
  for (std::size_t i = 0; i < cells; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, viewed.stones.data() + i, std::min<std::size_t>(8, cells - i));
    state = hash ^ word;
    hash = Random::split_mix(state);
  }
  return hash;
}

// A chance that rounding may have put a little outside of [0, 1].
float chance(float number) {
  constexpr float kRounding = 1e-3f;
  if (!(number >= -kRounding && number <= 1 + kRounding))
    throw std::invalid_argument("a network's values are chances: numbers from 0 to 1, not " + std::to_string(number));
  return std::clamp(number, 0.0f, 1.0f);
}

// Throws std::invalid_argument unless a prediction is made of numbers. A logit may be minus infinity.
void check_numbers(Prediction& prediction) {
  prediction.value = chance(prediction.value);
  for (float& value : prediction.action_values) value = chance(value);
  const auto is_logit = [](float number) { return number < std::numeric_limits<float>::infinity(); };
  if (!std::ranges::all_of(prediction.policy, is_logit))
    throw std::invalid_argument("a network's policy logits must be numbers below infinity");
}

}  // namespace

void check_fits(const Prediction& prediction, Move last_move) {
  const std::size_t moves = std::size_t{last_move} + 1, policy = prediction.policy.size();
  const std::size_t values = prediction.action_values.empty() ? moves : prediction.action_values.size();
  if (policy >= moves && values >= moves) return;
  throw std::invalid_argument("the network predicts " + std::to_string(std::min(policy, values)) +
                              " moves of a game that has " + std::to_string(moves) +
                              ": it must have one output per point, and one for the pass where there is one");
}

void NetworkEvaluatorSettings::check() const {
  require_within("batch", batch, 1, 4096);
  require_within("mix", mix, 0, 1);
  require_within("temperature", temperature, 1e-6, 1e6);
}

// A position and the same turned by 180 degrees have one key: that of the smaller hash, and are evaluated that way.
void NetworkBatch::add(NetworkRow& row) {
  row.key = hash_of(row.viewed);
  if (network_->turns()) {
    row.viewed.turn();
    const std::uint64_t turned = hash_of(row.viewed);
    if (row.key <= turned) row.viewed.turn();
    row.key = std::min(row.key, turned);
  }
  if (const Prediction* const known = cache_.find(row.key)) row.prediction = *known;
  else waiting_.push_back(&row);
}

// Rows of one shape at a time: the players' views of an oblong board differ, and searches may share the batch.
void NetworkBatch::compute() {
  const std::vector<NetworkRow*> rows = std::exchange(waiting_, {});
  const auto same_shape = [](const NetworkRow* a, const NetworkRow* b) {
    return a->viewed.rows == b->viewed.rows && a->viewed.cols == b->viewed.cols;
  };
  std::vector<NetworkRow*> left = rows;
  while (!left.empty()) {
    const NetworkRow* const first = left.front();
    const auto others = std::ranges::stable_partition(left, [&](NetworkRow* row) { return same_shape(row, first); });
    compute({left.begin(), others.begin()});
    left.erase(left.begin(), others.begin());
  }
}

void NetworkBatch::compute(std::span<NetworkRow* const> rows) {
  inputs_.clear();
  for (const NetworkRow* row : rows) inputs_.push_back(row->viewed.input());
  predictions_.resize(inputs_.size());
  network_->predict(inputs_, predictions_);
  for (Prediction& prediction : predictions_) check_numbers(prediction);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]->prediction = predictions_[i];
    cache_.keep(rows[i]->key, rows[i]->prediction);
  }
  evaluations_ += static_cast<std::int64_t>(rows.size());
}

}  // namespace beeline
