// What a move looks like, for weights learned from the choices of long searches (tools/learn_moves.py).
//
// A move has one value of each of seven features, and what it looks like is the sum of their weights. All is seen
// by the player to move as Black: for White the board is mirrored and the colours change places. A half turn of
// the board changes nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rules/hex_board.hpp"
#include "rules/hex_geometry.hpp"
#include "rules/types.hpp"

namespace beeline {

class MoveFeatures {
 public:
  static constexpr int kCount = 7;
  // How many values each feature has:
  static constexpr std::array<int, kCount> kValues = {
      531'441,  // the stones and edges on the twelve cells around the move: six neighbours, six ends of bridges
      19,       // where the opponent's last stone lies from it, if no more than three steps away
      19,       // where the player's own last stone lies
      36,       // rows to the player's nearer edge and to the opponent's, each up to five
      5'103,    // the six neighbours alone, with which of them is the opponent's last stone
      16,       // the product of both currents through the cell (circuit/current.hpp) to the mean: a logarithm
      8,        // how many cells have a larger product
  };
  // The number of a value among all: those of the first feature come first.
  static constexpr std::array<int, kCount> kFirst = [] {
    std::array<int, kCount> first{};
    for (int i = 1; i < kCount; ++i) first[i] = first[i - 1] + kValues[i - 1];
    return first;
  }();
  static constexpr int kAll = kFirst.back() + kValues.back();
  using Values = std::array<std::int32_t, kCount>;

  MoveFeatures(int rows, int cols);

  // A position: what is on each cell, and the last two stones, kNoMove where there are none.
  struct Seen {
    std::span<const Colour> stones;
    Colour to_move;
    Move last, before;
    std::span<const float> currents;  // the product for each cell
  };
  // The numbers of the values of each empty cell; `cells` are those cells, in order. Valid until the next call.
  std::span<const Values> of(const Seen& seen);
  std::span<const Move> cells() const { return cells_; }

 private:
  void frame(const Seen& seen);
  float gather_currents(const Seen& seen);
  std::array<int, 12> ring_offsets(bool mirror) const;
  std::uint8_t* framed_at(HexPlace place);
  int larger_than(float current) const;

  HexShape shape_;
  int stride_;
  std::vector<std::uint8_t> framed_;  // 0 empty, 1 the player's, 2 the opponent's; edges are stones
  std::vector<Move> cells_;
  std::vector<float> currents_;
  std::vector<Values> values_;
};

// Each empty cell of a position that is looked at once, with the numbers of its values.
std::vector<std::pair<Move, MoveFeatures::Values>> features_of_moves(const HexBoard& board);

}  // namespace beeline
