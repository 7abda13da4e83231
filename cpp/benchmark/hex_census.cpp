#include "benchmark/hex_census.hpp"

#include <array>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "rules/hex_board.hpp"

namespace beeline {

namespace {

class Census {
 public:
  explicit Census(const HexBoard& board) : board_(board) {
    std::size_t keys = 1;
    for (int cell = 0; cell < board.cells(); ++cell) {
      place_value_.push_back(keys);
      keys *= 3;
    }
    seen_.resize(keys);
  }

  std::pair<std::int64_t, std::int64_t> count() {
    visit(0);
    return {positions_, terminal_};
  }

 private:
  // `key` is the position read as a number to base three.
  void visit(std::size_t key) {
    if (seen_[key]) return;
    seen_[key] = true;
    ++positions_;
    if (board_.winner() != Colour::None) {
      ++terminal_;
      return;
    }
    const Colour colour = board_.to_move();
    for (Move cell = 0; cell < board_.cells(); ++cell) {
      if (board_.at(cell) != Colour::None) continue;
      board_.play(cell, colour);
      visit(key + static_cast<std::size_t>(colour) * place_value_[cell]);
      board_.undo();
    }
  }

  HexBoard board_;
  std::vector<std::size_t> place_value_;
  std::vector<bool> seen_;
  std::int64_t positions_ = 0, terminal_ = 0;
};

}  // namespace

std::pair<std::int64_t, std::int64_t> count_positions(int rows, int cols) {
  return Census(HexBoard(rows, cols)).count();
}

std::int64_t bare_playouts(int rows, int cols, std::int64_t playouts, std::uint64_t seed) {
  Random random(seed);
  const int cells = rows * cols;
  std::array<std::uint8_t, kMaxCells> row_of{}, bit_of{};
  for (int cell = 0; cell < cells; ++cell) {
    row_of[cell] = static_cast<std::uint8_t>(cell / cols + 1);
    bit_of[cell] = static_cast<std::uint8_t>(cell % cols + 1);
  }
  std::array<std::uint16_t, kMaxCells> order;
  std::iota(order.begin(), order.begin() + cells, std::uint16_t{0});
  std::int64_t wins = 0;
  for (std::int64_t i = 0; i < playouts; ++i) {
    HexRows black{};
    for (int left = cells; left > 1; --left)
      std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
    for (int turn = 0; turn < cells; turn += 2) black[row_of[order[turn]]] |= 1u << bit_of[order[turn]];
    wins += joins_top_bottom(black, rows);
  }
  return wins;
}

}  // namespace beeline
