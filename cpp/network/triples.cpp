#include "network/triples.hpp"

#include <algorithm>
#include <vector>

namespace beeline {

namespace {

constexpr int kOpponent = 2;  // the state of a cell
constexpr int kWeights[3] = {9, 3, 1};

// The planes that one triple is marked in.
struct Patterns {
  int planes[2];
  int count = 1;
};

// A position with its border stones. Rows and columns count from the frame's corner, as in HexRows.
class Frame {
 public:
  Frame(const Position& position, int board) : own_(position.white), other_(position.black), far_(board + 1) {
    const std::uint32_t sides = 1u | 1u << far_, line = (2u << far_) - 1;
    for (int row = 0; row <= far_; ++row) own_[row] |= sides;
    other_[0] = other_[far_] = line;
  }

  Patterns patterns(int row, int col) const {
    const int cells[3][2] = {{row, col}, {row, col + 1}, {row + 1, col}};
    Patterns found{{0, 0}};
    for (int place = 0; place < 3; ++place) {
      const int own = own_[cells[place][0]] >> cells[place][1] & 1;
      const int other = other_[cells[place][0]] >> cells[place][1] & 1;
      found.planes[0] += kWeights[place] * (own ? 1 : kOpponent * other);
      found.planes[1] += kWeights[place] * (other ? kOpponent : own);
      if (own && other) found.count = 2;
    }
    return found;
  }

 private:
  HexRows own_, other_;
  int far_;
};

// The children of a position, from the position as the opponent sees it before the move.
class Children {
 public:
  Children(const Position& seen, int board) : frame_(seen, board), width_(TriplePlanes::side(board)) {
    numbers_ = TriplePlanes::numbers(board);
    before_.resize(numbers_);
    TriplePlanes(board).encode(seen, before_.data());
  }

  // A stone of the player who moves on a cell of the opponent's view.
  void write(int row, int col, float* planes) const {
    std::copy(before_.begin(), before_.end(), planes);
    const int triples[3][2] = {{row + 1, col + 1}, {row + 1, col}, {row, col + 1}};  // it is their first, ...
    for (int place = 0; place < 3; ++place) {
      const auto [r, c] = triples[place];
      const Patterns old = frame_.patterns(r, c);
      for (int i = 0; i < old.count; ++i) {
        at(planes, old.planes[i], r, c) = 0;
        at(planes, old.planes[i] + kOpponent * kWeights[place], r, c) = 1;
      }
    }
  }

  std::size_t numbers() const { return numbers_; }

 private:
  float& at(float* planes, int plane, int row, int col) const {
    return planes[(static_cast<std::size_t>(plane) * width_ + row) * width_ + col];
  }

  Frame frame_;
  int width_;
  std::size_t numbers_;
  std::vector<float> before_;
};

}  // namespace

void TriplePlanes::encode(const Position& position, float* planes) const {
  std::fill_n(planes, numbers(board_), 0.0f);
  const Frame frame(position, board_);
  const int width = side(board_), area = width * width;
  for (int row = 0; row < width; ++row)
    for (int col = 0; col < width; ++col) {
      const Patterns found = frame.patterns(row, col);
      for (int i = 0; i < found.count; ++i) planes[found.planes[i] * area + row * width + col] = 1;
    }
}

void TriplePlanes::encode_children(const Position& position, std::span<const Move> moves, float* planes) const {
  const Children children({reflected(position.black, board_), reflected(position.white, board_)}, board_);
  for (const Move move : moves) {
    children.write(move % board_, move / board_, planes);
    planes += children.numbers();
  }
}

}  // namespace beeline
