#include "knowledge/move_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace beeline {

namespace {

constexpr int kFrame = 2;  // cells beyond each edge

struct Step {
  int down, right;
};
// In order around a cell; between two of them lies the end of a bridge, their sum.
constexpr std::array<Step, 6> kAround = {{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}};

constexpr int kSixCells = 729, kThreeCells = 27;  // arrangements of three states

// From 1 to 18 for the offsets of up to three steps, opposite ones alike; 0 for all others.
int relation(Step offset) {
  if (offset.down < 0 || (offset.down == 0 && offset.right < 0)) offset = {-offset.down, -offset.right};
  const auto [down, right] = offset;
  const int steps = (std::abs(down) + std::abs(right) + std::abs(down + right)) / 2;
  if (steps == 0 || steps > 3) return 0;
  constexpr std::array<int, 4> kRowStart = {0, 7, 13, 18};
  return kRowStart[down] + right;
}

// The number of cells with a larger product, coarser and coarser.
int rank_class(int larger) {
  constexpr std::array<int, 7> kLast = {0, 1, 2, 4, 7, 11, 19};
  return static_cast<int>(std::ranges::lower_bound(kLast, larger) - kLast.begin());
}

}  // namespace

MoveFeatures::MoveFeatures(int rows, int cols)
    : rows_(rows), cols_(cols), stride_(cols + 2 * kFrame), framed_((rows + 2 * kFrame) * stride_) {}

std::span<const MoveFeatures::Values> MoveFeatures::of(const Seen& seen) {
  const bool mirrored = seen.to_move == Colour::White;
  for (int row = -kFrame; row < rows_ + kFrame; ++row)
    for (int col = -kFrame; col < cols_ + kFrame; ++col) {
      const bool above = row < 0 || row >= rows_, beside = col < 0 || col >= cols_;
      const Colour colour = above && beside ? Colour::None
                            : above         ? Colour::Black
                            : beside        ? Colour::White
                                            : seen.stones[row * cols_ + col];
      framed_[(row + kFrame) * stride_ + col + kFrame] = colour == Colour::None ? 0 : colour == seen.to_move ? 1 : 2;
    }
  cells_.clear();
  currents_.clear();
  float sum = 1e-20f;
  for (int cell = 0; cell < rows_ * cols_; ++cell)
    if (seen.stones[cell] == Colour::None) {
      cells_.push_back(static_cast<Move>(cell));
      currents_.push_back(seen.currents[cell]);
      sum += seen.currents[cell];
    }
  const float per_mean = static_cast<float>(cells_.size()) / sum;

  std::array<int, 12> ring;
  for (int i = 0; i < 6; ++i) {
    const auto apart = [&](const Step& step) {
      return mirrored ? step.right * stride_ + step.down : step.down * stride_ + step.right;
    };
    ring[2 * i] = apart(kAround[i]);
    ring[2 * i + 1] = apart(kAround[i]) + apart(kAround[(i + 1) % 6]);
  }
  const auto place = [&](Move cell) {
    const Step at{cell / cols_, cell % cols_};
    return mirrored ? Step{at.right, at.down} : at;
  };
  const auto from = [&](Move stone, const Step& at) {
    if (stone == kNoMove) return Step{0, 0};
    const auto [down, right] = place(stone);
    return Step{down - at.down, right - at.right};
  };
  const Step sides = mirrored ? Step{cols_, rows_} : Step{rows_, cols_};
  const auto to_edge = [](int at, int side) { return std::min({at, side - 1 - at, 5}); };

  values_.resize(cells_.size());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Step at = place(cells_[i]);
    const std::uint8_t* const here = &framed_[(cells_[i] / cols_ + kFrame) * stride_ + cells_[i] % cols_ + kFrame];
    int twelve = 0, six = 0;
    for (int k = 0; k < 12; k += 2) {
      six = 3 * six + here[ring[k]];
      twelve = 3 * (3 * twelve + here[ring[k]]) + here[ring[k + 1]];
    }
    const Step last = from(seen.last, at);
    int touched = 0;  // the last stone's place among the neighbours, from 1
    for (int k = 0; k < 6; ++k)
      if (kAround[k].down == last.down && kAround[k].right == last.right) touched = k + 1;
    const int turned_six = six % kThreeCells * kThreeCells + six / kThreeCells;
    const int turned_touch = touched == 0 ? 0 : (touched + 2) % 6 + 1;
    const float current = currents_[i];
    const int larger = static_cast<int>(std::ranges::count_if(currents_, [&](float other) { return other > current; }));
    values_[i] = {
        std::min(twelve, twelve % kSixCells * kSixCells + twelve / kSixCells),
        relation(last),
        relation(from(seen.before, at)),
        6 * to_edge(at.down, sides.down) + to_edge(at.right, sides.right),
        std::min(7 * six + touched, 7 * turned_six + turned_touch),
        std::clamp(static_cast<int>(std::floor(2 * std::log2(current * per_mean + 1e-6f))) + 10, 0, kValues[5] - 1),
        rank_class(larger),
    };
    for (int k = 0; k < kCount; ++k) values_[i][k] += kFirst[k];
  }
  return values_;
}

}  // namespace beeline
