#include "search/network_evaluator.hpp"

#include <cstring>

namespace beeline {

namespace {

// Of all that a network sees.
std::uint64_t hash_of(const ViewedPosition& viewed) {
  std::uint64_t state = (static_cast<std::uint64_t>(viewed.rows) << 32 | static_cast<std::uint64_t>(viewed.cols) << 16) +
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

}  // namespace

// A position and the same turned by 180 degrees have one key: that of the smaller hash, and are evaluated that way.
void NetworkBatch::add(NetworkRow& row) {
  const std::uint64_t upright = hash_of(row.viewed);
  row.viewed.turn();
  const std::uint64_t turned = hash_of(row.viewed);
  if (upright <= turned) row.viewed.turn();
  row.key = std::min(upright, turned);
  if (const Prediction* const known = cache_.find(row.key)) row.prediction = *known;
  else waiting_.push_back(&row);
}

// Rows of one shape at a time: on an oblong board the players' views differ.
void NetworkBatch::compute() {
  const auto is_tall = [](const NetworkRow* row) { return row->viewed.rows >= row->viewed.cols; };
  const auto split = std::stable_partition(waiting_.begin(), waiting_.end(), is_tall);
  const auto run = [&](auto begin, auto end) {
    if (begin == end) return;
    inputs_.clear();
    for (auto row = begin; row != end; ++row) inputs_.push_back((*row)->viewed.input());
    predictions_.resize(inputs_.size());
    network_->predict(inputs_, predictions_);
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      NetworkRow& row = *begin[static_cast<std::ptrdiff_t>(i)];
      row.prediction = predictions_[i];
      cache_.keep(row.key, row.prediction);
    }
    evaluations_ += static_cast<std::int64_t>(inputs_.size());
  };
  try {
    run(waiting_.begin(), split);
    run(split, waiting_.end());
  } catch (...) {
    waiting_.clear();
    throw;
  }
  waiting_.clear();
}

}  // namespace beeline
