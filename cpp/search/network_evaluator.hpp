// The evaluator of network search: leaves are valued in batches by a network, which also gives the priors.
//
// Several searches may fill one batch (self-play, tournaments): their evaluators share a NetworkBatch, every search
// gathers, the batch is computed once, and every search settles.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "network/chances.hpp"
#include "network/network.hpp"
#include "search/evaluator.hpp"
#include "search/network_view.hpp"

namespace beeline {

// A position that waits for its prediction, or has it.
struct NetworkRow {
  ViewedPosition viewed;
  std::uint64_t key = 0;
  Prediction prediction;
};

// Predictions by position. One slot per key: a newer position takes the place of an older one.
class EvaluationCache {
 public:
  explicit EvaluationCache(std::size_t slots) : slots_(slots) {}  // 0: nothing is kept

  const Prediction* find(std::uint64_t key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[key % slots_.size()];
    return slot.full && slot.key == key ? &slot.prediction : nullptr;
  }
  void keep(std::uint64_t key, const Prediction& prediction) {
    if (slots_.empty()) return;
    slots_[key % slots_.size()] = {key, true, prediction};
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    bool full = false;
    Prediction prediction;
  };
  std::vector<Slot> slots_;
};

// The rows that the next computation takes. For one thread.
class NetworkBatch {
 public:
  NetworkBatch(std::shared_ptr<Network> network, std::size_t cache) : network_(std::move(network)), cache_(cache) {}

  // Answers the row from the cache, or else when the batch is computed.
  void add(NetworkRow& row);
  void compute();
  // Positions that the network was asked about.
  std::int64_t evaluations() const { return evaluations_; }

 private:
  void compute(std::span<NetworkRow* const> rows);

  std::shared_ptr<Network> network_;
  EvaluationCache cache_;
  std::vector<NetworkRow*> waiting_;
  std::vector<NetworkInput> inputs_;
  std::vector<Prediction> predictions_;
  std::int64_t evaluations_ = 0;
};

// Throws std::invalid_argument unless a prediction has a policy, and action values if any, for all moves up to this.
void check_fits(const Prediction& prediction, Move last_move);

struct NetworkEvaluatorSettings {
  int batch = 1;              // leaves evaluated together
  float mix = 0;              // weight of a playout in the value of a leaf, in [0, 1]
  float temperature = 1;      // of the priors
  bool action_values = true;  // whether the network's action values are those of unvisited moves

  // Throws std::invalid_argument for a number out of its range.
  void check() const;
};

template <Game G>
  requires Viewable<G>
class NetworkEvaluator {
 public:
  NetworkEvaluator(std::shared_ptr<NetworkBatch> batch, const NetworkEvaluatorSettings& settings)
      : batch_(std::move(batch)), settings_(settings) {
    settings.check();
    rows_.resize(static_cast<std::size_t>(settings.batch));
  }

  int capacity() const { return settings_.batch; }

  int add(const G& game, std::span<const Move> moves, Random& random) {
    if (used_ == rows_.size()) used_ = 0;
    Row& row = rows_[used_];
    view(game, row.network.viewed);
    row.moves.assign(moves.begin(), moves.end());
    row.playout = settings_.mix > 0 ? playout_value(game, random) : 0.5f;
    batch_->add(row.network);
    return static_cast<int>(used_++);
  }

  void compute() {
    batch_->compute();
    used_ = 0;
  }

  Evaluation result(int row_number) {
    assert(row_number >= 0 && static_cast<std::size_t>(row_number) < rows_.size());
    const Row& row = rows_[static_cast<std::size_t>(row_number)];
    const Prediction& prediction = row.network.prediction;
    check_fits(prediction, std::ranges::max(row.moves));
    const auto index = [&](Move move) { return static_cast<std::size_t>(row.network.viewed.seen(move)); };
    priors_.clear();
    for (const Move move : row.moves) priors_.push_back(prediction.policy[index(move)] / settings_.temperature);
    if (std::ranges::max(priors_) == -std::numeric_limits<float>::infinity()) std::ranges::fill(priors_, 0.0f);
    softmax(priors_);
    action_values_.clear();
    if (settings_.action_values && !prediction.action_values.empty())
      for (const Move move : row.moves) action_values_.push_back(prediction.action_values[index(move)]);
    const float value = prediction.value + settings_.mix * (row.playout - prediction.value);
    return {value, priors_, action_values_};
  }

 private:
  struct Row {
    NetworkRow network;
    std::vector<Move> moves;
    float playout;  // for the player to move
  };

  static float playout_value(const G& game, Random& random) {
    G copy = game;
    const Outcome outcome = copy.playout(random);
    return outcome == Outcome::Draw ? 0.5f : outcome == win_for(game.to_move()) ? 1.0f : 0.0f;
  }

  std::shared_ptr<NetworkBatch> batch_;
  NetworkEvaluatorSettings settings_;
  std::vector<Row> rows_;
  std::size_t used_ = 0;
  std::vector<float> priors_, action_values_;
};

}  // namespace beeline
