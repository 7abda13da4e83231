// The exact winner of small positions by trying every move, with nothing clever to go wrong.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "rules/types.hpp"

namespace beeline {

// Boards of at most 25 cells; a position is two masks of cells, row by row.
class ExactHex {
 public:
  using Mask = std::uint32_t;

  ExactHex(int rows, int cols) : rows_(rows), cols_(cols), around_(rows * cols) {
    constexpr std::array<std::pair<int, int>, 6> kSteps = {{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col) {
        const Mask bit = Mask{1} << (row * cols + col);
        if (row == 0) first_[0] |= bit;
        if (row == rows - 1) last_[0] |= bit;
        if (col == 0) first_[1] |= bit;
        if (col == cols - 1) last_[1] |= bit;
        for (const auto& [down, right] : kSteps)
          if (row + down >= 0 && row + down < rows && col + right >= 0 && col + right < cols)
            around_[row * cols + col] |= Mask{1} << ((row + down) * cols + col + right);
      }
    // Every position of up to 16 cells has its place in a table, by its digits in base 3.
    if (cells() <= 16) {
      std::size_t positions = 1;
      for (int i = 0; i < cells(); ++i) positions *= 3;
      table_.resize(positions);
      ternary_.resize(std::size_t{1} << cells());
      for (std::size_t mask = 1, weight = 1; mask < ternary_.size(); mask *= 2, weight *= 3)
        for (std::size_t rest = 0; rest < mask; ++rest)
          ternary_[mask | rest] = static_cast<std::uint32_t>(ternary_[rest] + weight);
    }
  }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int cells() const { return rows_ * cols_; }
  Mask board() const { return (Mask{1} << cells()) - 1; }

  bool joins(Mask stones, Colour colour) const {
    Mask reached = stones & first_[index_of(colour)], fresh = reached;
    while (fresh != 0) {
      const Mask next = around_[std::countr_zero(fresh)] & stones & ~reached;
      fresh = (fresh & (fresh - 1)) | next;
      reached |= next;
    }
    return reached & last_[index_of(colour)];
  }

  Colour winner(Mask black, Mask white, Colour to_move) {
    std::uint8_t& known = entry(black, white);
    const int shift = 2 * index_of(to_move);
    if (const int stored = known >> shift & 3) return static_cast<Colour>(stored);
    const Colour found = search(black, white, to_move);
    entry(black, white) |= static_cast<std::uint8_t>(static_cast<int>(found) << shift);
    return found;
  }

  Colour winner_after(Mask black, Mask white, int cell, Colour mover) {
    (mover == Colour::Black ? black : white) |= Mask{1} << cell;
    return winner(black, white, opponent(mover));
  }

 private:
  Colour search(Mask black, Mask white, Colour to_move) {
    if (joins(black, Colour::Black)) return Colour::Black;
    if (joins(white, Colour::White)) return Colour::White;
    for (Mask left = board() & ~black & ~white; left != 0; left &= left - 1)
      if (winner_after(black, white, std::countr_zero(left), to_move) == to_move) return to_move;
    return opponent(to_move);
  }

  std::uint8_t& entry(Mask black, Mask white) {
    if (!table_.empty()) return table_[ternary_[black] + 2 * ternary_[white]];
    return map_[std::uint64_t{black} << 32 | white];
  }

  int rows_, cols_;
  std::vector<Mask> around_;
  std::array<Mask, 2> first_{}, last_{};
  std::vector<std::uint8_t> table_;
  std::vector<std::uint32_t> ternary_;
  std::unordered_map<std::uint64_t, std::uint8_t> map_;
};

// A position with `empty` empty cells; the others hold as many stones of either colour, or one more of one.
struct SmallPosition {
  ExactHex::Mask black = 0, white = 0;

  SmallPosition(int cells, int empty, Random& random) {
    const std::uint32_t first = random.below(2);
    for (int placed = 0; placed < cells - empty;) {
      const ExactHex::Mask bit = ExactHex::Mask{1} << random.below(cells);
      if ((black | white) & bit) continue;
      ((placed + first) % 2 == 0 ? black : white) |= bit;
      ++placed;
    }
  }
};

}  // namespace beeline
