#include "knowledge/move_features.hpp"

#include <algorithm>
#include <cmath>

#include "circuit/current.hpp"

namespace beeline {

namespace {

constexpr int kFrame = 2;  // cells beyond each edge

constexpr int kSixCells = 729, kThreeCells = 27;  // arrangements of three states
constexpr int kFarthest = 5;                      // lines from an edge that are told apart

// The product of a cell is coarsened to half powers of two around the mean, 2^(-kMeanClass / 2) and less being the
// first class. The small numbers keep cells without any current from dividing by zero or from a logarithm of zero.
constexpr int kMeanClass = 10;
constexpr float kLeastSum = 1e-20f, kLeastShare = 1e-6f;

// From 1 to 18 for the offsets of up to three steps, opposite ones alike; 0 for all others.
int relation(HexPlace way) {
  if (way.row < 0 || (way.row == 0 && way.col < 0)) way = HexPlace{0, 0} - way;
  const int steps = steps_of(way);
  if (steps == 0 || steps > 3) return 0;
  constexpr std::array<int, 4> kRowStart = {0, 7, 13, 18};
  return kRowStart[way.row] + way.col;
}

// From 1 to 6 for a neighbour, clockwise; 0 for a cell that is none.
int touch(HexPlace way) {
  for (int i = 0; i < 6; ++i)
    if (kHexAround[i] == way) return i + 1;
  return 0;
}

int lines_to_edge(int line, int lines) { return std::min({line, lines - 1 - line, kFarthest}); }

int share_class(float current, float per_mean, int classes) {
  const float halves = std::floor(2 * std::log2(current * per_mean + kLeastShare));
  return std::clamp(static_cast<int>(halves) + kMeanClass, 0, classes - 1);
}

// The number of cells with a larger product, coarser and coarser.
int rank_class(int larger) {
  constexpr std::array<int, 7> kLast = {0, 1, 2, 4, 7, 11, 19};
  return static_cast<int>(std::ranges::lower_bound(kLast, larger) - kLast.begin());
}

// The states around a cell as numbers of base three, and what the half turn of the board makes of them.
struct Ring {
  int six, twelve;

  Ring(const std::uint8_t* cell, const std::array<int, 12>& offsets) : six(0), twelve(0) {
    for (int k = 0; k < 12; k += 2) {
      six = 3 * six + cell[offsets[k]];
      twelve = 3 * (3 * twelve + cell[offsets[k]]) + cell[offsets[k + 1]];
    }
  }

  int ring_class() const { return std::min(twelve, twelve % kSixCells * kSixCells + twelve / kSixCells); }
  int touched_class(int touched) const {
    const int turned_six = six % kThreeCells * kThreeCells + six / kThreeCells;
    const int turned_touch = touched == 0 ? 0 : (touched + 2) % 6 + 1;
    return std::min(7 * six + touched, 7 * turned_six + turned_touch);
  }
};

}  // namespace

MoveFeatures::MoveFeatures(int rows, int cols)
    : shape_{rows, cols}, stride_(cols + 2 * kFrame), framed_((rows + 2 * kFrame) * stride_) {}

std::span<const MoveFeatures::Values> MoveFeatures::of(const Seen& seen) {
  frame(seen);
  const float per_mean = gather_currents(seen);
  const bool mirror = seen.to_move == Colour::White;
  const HexPlace sides = mirror ? HexPlace{shape_.cols, shape_.rows} : HexPlace{shape_.rows, shape_.cols};
  const auto place = [&](Move cell) { return mirror ? mirrored(shape_.place_of(cell)) : shape_.place_of(cell); };
  const auto way_to = [&](Move stone, HexPlace at) { return stone == kNoMove ? HexPlace{0, 0} : place(stone) - at; };
  const std::array<int, 12> offsets = ring_offsets(mirror);
  values_.resize(cells_.size());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const HexPlace at = place(cells_[i]);
    const Ring ring(framed_at(shape_.place_of(cells_[i])), offsets);
    const HexPlace last = way_to(seen.last, at);
    values_[i] = {
        ring.ring_class(),
        relation(last),
        relation(way_to(seen.before, at)),
        (kFarthest + 1) * lines_to_edge(at.row, sides.row) + lines_to_edge(at.col, sides.col),
        ring.touched_class(touch(last)),
        share_class(currents_[i], per_mean, kValues[5]),
        rank_class(larger_than(currents_[i])),
    };
    for (int k = 0; k < kCount; ++k) values_[i][k] += kFirst[k];
  }
  return values_;
}

// The board in its frame of border stones; the corners are empty.
void MoveFeatures::frame(const Seen& seen) {
  for (int row = -kFrame; row < shape_.rows + kFrame; ++row)
    for (int col = -kFrame; col < shape_.cols + kFrame; ++col) {
      const bool above = row < 0 || row >= shape_.rows, beside = col < 0 || col >= shape_.cols;
      const Colour colour = above && beside ? Colour::None
                            : above         ? Colour::Black
                            : beside        ? Colour::White
                                            : seen.stones[shape_.cell_at({row, col})];
      *framed_at({row, col}) = colour == Colour::None ? 0 : colour == seen.to_move ? 1 : 2;
    }
}

// Lists the empty cells and their products; returns 1 over the mean product.
float MoveFeatures::gather_currents(const Seen& seen) {
  cells_.clear();
  currents_.clear();
  float sum = kLeastSum;
  for (int cell = 0; cell < shape_.rows * shape_.cols; ++cell)
    if (seen.stones[cell] == Colour::None) {
      cells_.push_back(static_cast<Move>(cell));
      currents_.push_back(seen.currents[cell]);
      sum += seen.currents[cell];
    }
  return static_cast<float>(cells_.size()) / sum;
}

// From a cell in its frame to the twelve around it: neighbours and ends of bridges by turns.
std::array<int, 12> MoveFeatures::ring_offsets(bool mirror) const {
  const auto apart = [&](HexPlace way) {
    const HexPlace seen = mirror ? mirrored(way) : way;
    return seen.row * stride_ + seen.col;
  };
  std::array<int, 12> offsets;
  for (int i = 0; i < 6; ++i) {
    offsets[2 * i] = apart(kHexAround[i]);
    offsets[2 * i + 1] = apart(kHexAround[i] + kHexAround[(i + 1) % 6]);
  }
  return offsets;
}

std::uint8_t* MoveFeatures::framed_at(HexPlace place) {
  return &framed_[(place.row + kFrame) * stride_ + place.col + kFrame];
}

int MoveFeatures::larger_than(float current) const {
  return static_cast<int>(std::ranges::count_if(currents_, [&](float other) { return other > current; }));
}

std::vector<std::pair<Move, MoveFeatures::Values>> features_of_moves(const HexBoard& board) {
  std::vector<Colour> stones;
  for (Move cell = 0; cell < board.cells(); ++cell) stones.push_back(board.at(cell));
  MoveFeatures features(board.rows(), board.cols());
  const std::vector<float> currents = current_products(board);
  const auto values = features.of({stones, board.to_move(), board.stone_before(1), board.stone_before(2), currents});
  std::vector<std::pair<Move, MoveFeatures::Values>> found;
  for (std::size_t i = 0; i < values.size(); ++i) found.emplace_back(features.cells()[i], values[i]);
  return found;
}

}  // namespace beeline
