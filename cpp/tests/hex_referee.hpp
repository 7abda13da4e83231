// Hex written to be plainly right, for the tests to hold the core against.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "rules/hex_board.hpp"
#include "rules/hex_rows.hpp"

using namespace beeline;

inline constexpr Colour kBlack = Colour::Black, kWhite = Colour::White, kNone = Colour::None;
inline constexpr std::array kColours = {kBlack, kWhite};

// In the order of the pattern code.
inline constexpr std::array<std::pair<int, int>, 6> kAround = {{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};

// The rules written to be plainly right: an array of colours and a flood fill.
struct Referee {
  int rows, cols;
  std::vector<Colour> cells;

  Referee(int rows_, int cols_) : rows(rows_), cols(cols_), cells(rows_ * cols_, kNone) {}

  bool on_board(int row, int col) const { return row >= 0 && row < rows && col >= 0 && col < cols; }
  Colour at(int row, int col) const { return cells[row * cols + col]; }

  std::vector<int> neighbours(int cell) const {
    std::vector<int> found;
    for (const auto& [down, right] : kAround)
      if (on_board(cell / cols + down, cell % cols + right)) found.push_back(cell + down * cols + right);
    return found;
  }

  // The cells of a colour that are joined to those of its cells that `start` picks out.
  template <class Start>
  std::vector<bool> joined_to(Colour colour, Start start) const {
    std::vector<bool> reached(cells.size());
    std::vector<int> edge;
    const auto reach = [&](int cell) {
      if (cells[cell] != colour || reached[cell]) return;
      reached[cell] = true;
      edge.push_back(cell);
    };
    for (int cell = 0; cell < rows * cols; ++cell)
      if (start(cell)) reach(cell);
    while (!edge.empty()) {
      const int cell = edge.back();
      edge.pop_back();
      for (const int next : neighbours(cell)) reach(next);
    }
    return reached;
  }

  // The cells of a colour's chains between its two sides.
  std::vector<Move> joining_chains(Colour colour) const {
    const auto line = [&](int cell) { return colour == kBlack ? cell / cols : cell % cols; };
    const int last = colour == kBlack ? rows - 1 : cols - 1;
    const auto from_one = joined_to(colour, [&](int cell) { return line(cell) == 0; });
    const auto from_other = joined_to(colour, [&](int cell) { return line(cell) == last; });
    std::vector<Move> chain;
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
      if (from_one[cell] && from_other[cell]) chain.push_back(static_cast<Move>(cell));
    return chain;
  }

  bool joins(Colour colour) const { return !joining_chains(colour).empty(); }
  Colour winner() const { return joins(kBlack) ? kBlack : joins(kWhite) ? kWhite : kNone; }

  HexRows stones(Colour colour) const {
    HexRows result{};
    for (int cell = 0; cell < rows * cols; ++cell)
      if (cells[cell] == colour) result[cell / cols + 1] |= 2u << cell % cols;
    return result;
  }

  int pattern_code(int cell) const {
    int code = 0;
    for (std::size_t i = 0; i < kAround.size(); ++i) {
      const int row = cell / cols + kAround[i].first, col = cell % cols + kAround[i].second;
      code |= (on_board(row, col) ? static_cast<int>(at(row, col)) : 3) << 2 * i;
    }
    return code;
  }
};

inline Referee referee_of(const HexBoard& board) {
  Referee referee(board.rows(), board.cols());
  for (Move cell = 0; cell < board.cells(); ++cell) referee.cells[cell] = board.at(cell);
  return referee;
}

// A set-up position, rows one after the other; blanks are passed over.
inline HexBoard board_of(std::string drawing, int rows, Colour to_move = kBlack) {
  std::erase(drawing, ' ');
  HexBoard board(rows, static_cast<int>(drawing.size()) / rows);
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (drawing[cell] != '.') board.set_up(cell, drawing[cell] == 'B' ? kBlack : kWhite);
  board.set_to_move(to_move);
  return board;
}

inline std::string drawing_of(const HexBoard& board) {
  std::string drawing;
  for (Move cell = 0; cell < board.cells(); ++cell) drawing += ".BW"[static_cast<int>(board.at(cell))];
  return drawing;
}

inline int random_side(Random& random) { return 1 + static_cast<int>(random.below(kMaxSide)); }

inline Move random_choice(const std::vector<Move>& moves, Random& random) { return moves[random.below(moves.size())]; }

// A board after at most so many random moves, stopped before the move that wins.
inline HexBoard random_game(int rows, int cols, int moves, Random& random) {
  HexBoard board(rows, cols);
  for (int i = 0; i < moves && board.winner() == kNone; ++i)
    board.play(random_choice(board.legal_moves(), random), board.to_move());
  if (board.winner() != kNone) board.undo();
  return board;
}
