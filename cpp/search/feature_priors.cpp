#include "search/feature_priors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "circuit/current.hpp"
#include "knowledge/move_features.hpp"
#include "knowledge/move_weights.hpp"

namespace beeline {

namespace {

// The products of both colours' currents through each cell, whatever the size of the board.
class Currents {
 public:
  virtual ~Currents() = default;
  virtual const std::vector<float>& of(const std::vector<Colour>& stones) = 0;
};

template <int kWords>
class CurrentsOf final : public Currents {
 public:
  CurrentsOf(int rows, int cols) : order_(rows, cols) {}
  const std::vector<float>& of(const std::vector<Colour>& stones) override {
    CellSet<kWords> black, white;
    for (std::size_t cell = 0; cell < stones.size(); ++cell) {
      if (stones[cell] == Colour::Black) black.insert(static_cast<int>(cell));
      if (stones[cell] == Colour::White) white.insert(static_cast<int>(cell));
    }
    return order_.scores(black, white);
  }

 private:
  CurrentOrder<kWords> order_;
};

}  // namespace

class HexFeaturePriors::Policy {
 public:
  Policy(int rows, int cols) : rows_(rows), cols_(cols), features_(rows, cols) {
    currents_ = with_words_for(rows * cols, [&]<int kWords>() -> std::unique_ptr<Currents> {
      return std::make_unique<CurrentsOf<kWords>>(rows, cols);
    });
  }

  bool fits(const HexTracker& game) const { return game.rows() == rows_ && game.cols() == cols_; }

  std::span<const float> of(const HexTracker& game) {
    read_stones(game);
    const HexPosition& now = game.position();
    const auto moves =
        features_.of({stones_, now.to_move, game.cell_of(now.last), game.cell_of(now.before), currents_->of(stones_)});
    const auto cells = features_.cells();

    priors_.assign(stones_.size(), 0.0f);
    float most = -1e30f;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      float weight = 0.0f;
      for (const std::int32_t value : moves[i]) weight += weights_[value];
      priors_[cells[i]] = weight;
      most = std::max(most, weight);
    }
    for (const Move cell : cells) priors_[cell] = std::exp(priors_[cell] - most);
    return priors_;
  }

 private:
  void read_stones(const HexTracker& game) {
    stones_.resize(rows_ * cols_);
    for (Move cell = 0; cell < game.move_count(); ++cell) stones_[cell] = game.at(cell);
  }

  int rows_, cols_;
  MoveFeatures features_;
  std::unique_ptr<Currents> currents_;
  const std::vector<float>& weights_ = move_weights();
  std::vector<Colour> stones_;
  std::vector<float> priors_;
};

HexFeaturePriors::HexFeaturePriors() = default;
HexFeaturePriors::~HexFeaturePriors() = default;
HexFeaturePriors::HexFeaturePriors(HexFeaturePriors&&) noexcept = default;
HexFeaturePriors& HexFeaturePriors::operator=(HexFeaturePriors&&) noexcept = default;

std::span<const float> HexFeaturePriors::of(const HexTracker& game) {
  if (!policy_ || !policy_->fits(game)) policy_ = std::make_unique<Policy>(game.rows(), game.cols());
  return policy_->of(game);
}

}  // namespace beeline
