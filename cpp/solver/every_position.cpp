#include "solver/every_position.hpp"

#include <array>
#include <bit>
#include <cstddef>

#include "rules/hex_rows.hpp"

namespace beeline {

namespace {

using Mask = std::uint16_t;

constexpr Mask bit(int cell) { return static_cast<Mask>(1u << cell); }

enum class Value : std::uint8_t { Unreachable, MoverLoses, MoverWins };

class EveryPosition {
 public:
  explicit EveryPosition(int side) : cells_(side * side), joins_{joining(side, true), joining(side, false)} {
    std::size_t keys = 1;
    for (int cell = 0; cell < cells_; ++cell, keys *= 3) place_value_[cell] = keys;
    values_.resize(keys);
  }

  std::vector<ValuedPosition> all() {
    std::vector<ValuedPosition> found;
    // A move adds a stone, so that positions after it have larger keys: they are known when asked for.
    for (std::size_t key = values_.size(); key-- > 0;) visit(key, found);
    return found;
  }

 private:
  // Whether each set of stones joins top and bottom (Black's), or left and right.
  static std::vector<bool> joining(int side, bool black) {
    std::vector<bool> joins(std::size_t{1} << side * side);
    for (std::size_t stones = 0; stones < joins.size(); ++stones) {
      HexRows rows{};
      for (int row = 0; row < side; ++row)
        rows[row + 1] = static_cast<std::uint32_t>(stones >> row * side & ((1u << side) - 1)) << 1;
      joins[stones] = black ? joins_top_bottom(rows, side) : joins_left_right(rows, side, side);
    }
    return joins;
  }

  void visit(std::size_t key, std::vector<ValuedPosition>& found) {
    std::array<Mask, 3> stones{};  // empty, Black's, White's
    std::size_t digits = key;
    for (int cell = 0; cell < cells_; ++cell, digits /= 3) stones[digits % 3] |= bit(cell);
    const int lead = std::popcount(stones[1]) - std::popcount(stones[2]);
    if (lead != 0 && lead != 1) return;
    const int mover = lead == 0 ? 1 : 2;
    if (joins_[2 - mover][stones[3 - mover]]) {
      values_[key] = Value::MoverLoses;
      return;
    }
    if (joins_[mover - 1][stones[mover]]) return;  // play had ended before
    Mask winning = 0;
    for (unsigned empty = stones[0]; empty; empty &= empty - 1) {
      const int cell = std::countr_zero(empty);
      if (values_[key + mover * place_value_[cell]] == Value::MoverLoses) winning |= bit(cell);
    }
    values_[key] = winning ? Value::MoverWins : Value::MoverLoses;
    found.push_back({stones[1], stones[2], winning});
  }

  int cells_;
  std::array<std::vector<bool>, 2> joins_;
  std::array<std::size_t, 16> place_value_{};
  std::vector<Value> values_;
};

}  // namespace

std::vector<ValuedPosition> every_position(int side) { return EveryPosition(side).all(); }

}  // namespace beeline
