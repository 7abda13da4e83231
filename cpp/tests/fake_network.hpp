// Networks for tests: answers that are hashes of what they see, or the truth.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "base/random.hpp"
#include "exact_hex.hpp"
#include "network/network.hpp"

namespace beeline {

inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t state = a ^ (b * 0x9e3779b97f4a7c15ULL);
  return Random::split_mix(state);
}

// In [0, 1).
inline float fraction_of(std::uint64_t hash) { return static_cast<float>(hash >> 40) * 0x1p-24f; }

// The stones of an input, possibly turned by 180 degrees, as one number.
inline std::uint64_t hash_of(const NetworkInput& input, bool turned) {
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(input.rows), static_cast<std::uint64_t>(input.cols));
  const std::size_t cells = input.stones.size();
  for (std::size_t i = 0; i < cells; ++i) hash = mixed(hash, input.stones[turned ? cells - 1 - i : i]);
  return hash;
}

// Values and policies by hash. A symmetric one gives the half turn of a position the half turn of its answer; the
// other one knows nothing of symmetry. There is one logit more than cells, for the pass.
class HashNetwork : public Network {
 public:
  explicit HashNetwork(bool symmetric = true, bool action_values = false)
      : symmetric_(symmetric), action_values_(action_values) {}

  void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override {
    ++calls;
    positions += static_cast<std::int64_t>(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) predictions[i] = answer(inputs[i]);
  }

  Prediction answer(const NetworkInput& input) const {
    const std::uint64_t upright = hash_of(input, false), turned = hash_of(input, true);
    const std::size_t cells = input.stones.size();
    const auto number = [&](std::size_t cell, std::uint64_t salt) {
      const float here = fraction_of(mixed(upright, cell + salt));
      const std::size_t opposite = cell == cells ? cells : cells - 1 - cell;
      return symmetric_ ? 0.5f * (here + fraction_of(mixed(turned, opposite + salt))) : here;
    };
    Prediction prediction;
    prediction.value = number(cells, 1000);
    for (std::size_t cell = 0; cell <= cells; ++cell) prediction.policy.push_back(3 * number(cell, 2000));
    for (std::size_t cell = 0; action_values_ && cell <= cells; ++cell)
      prediction.action_values.push_back(number(cell, 3000));
    return prediction;
  }

  std::atomic<std::int64_t> calls = 0, positions = 0;

 private:
  bool symmetric_, action_values_;
};

// Hex on small boards as it is, or the opposite of it; every move as likely as every other.
class ExactNetwork final : public Network {
 public:
  ExactNetwork(int rows, int cols, bool lies) : exact_(rows, cols), lies_(lies) {}

  void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override {
    const std::lock_guard lock(guard_);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      ExactHex::Mask own = 0, other = 0;
      for (std::size_t cell = 0; cell < inputs[i].stones.size(); ++cell) {
        if (inputs[i].stones[cell] == 1) own |= 1u << cell;
        if (inputs[i].stones[cell] == 2) other |= 1u << cell;
      }
      const bool wins = exact_.winner(own, other, Colour::Black) == Colour::Black;
      predictions[i] = {wins != lies_ ? 1.0f : 0.0f, std::vector<float>(inputs[i].stones.size(), 0.0f), {}};
    }
  }

 private:
  std::mutex guard_;
  ExactHex exact_;
  bool lies_;
};

// Fails at one of its calls.
class FailingNetwork final : public HashNetwork {
 public:
  explicit FailingNetwork(std::int64_t at_call) : at_call_(at_call) {}

  void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override {
    HashNetwork::predict(inputs, predictions);
    // A count of its own: read after others have called too, `calls` may have gone past the one that fails.
    if (++asked_ == at_call_) throw std::runtime_error("this network fails");
  }

 private:
  std::int64_t at_call_;
  std::atomic<std::int64_t> asked_ = 0;
};

}  // namespace beeline
