// Simulated positions as networks see them: from the side of the player to move.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>

#include "network/network.hpp"
#include "tracker/go.hpp"
#include "tracker/hex.hpp"
#include "tracker/tictactoe.hpp"

namespace beeline {

// The stones of a view, and where in it each move lies.
struct ViewedPosition {
  int rows = 0, cols = 0;
  int last = -1;
  bool transposed = false;  // rows and columns exchanged
  bool turned = false;      // by 180 degrees
  std::array<std::uint8_t, kMaxCells> stones;

  int cells() const { return rows * cols; }
  NetworkInput input() const { return {rows, cols, std::span(stones).first(static_cast<std::size_t>(cells())), last}; }
  // Where the view shows a point of the board; a pass, which lies behind the points, stays there.
  int seen(int point) const {
    if (point >= cells()) return point;
    const int shown = transposed ? point % rows * cols + point / rows : point;
    return turned ? cells() - 1 - shown : shown;
  }
  void turn() {
    std::reverse(stones.begin(), stones.begin() + cells());
    if (last >= 0) last = cells() - 1 - last;
    turned = !turned;
  }
};

// Hex: the player to move joins top and bottom. Where White is to move the board is transposed, which exchanges the
// goals of the players. `last` is the cell of the last stone, or kNoMove.
template <class Hex>
void view_hex(const Hex& game, Move last, ViewedPosition& viewed) {
  viewed.transposed = game.to_move() == Colour::White;
  viewed.turned = false;
  viewed.rows = viewed.transposed ? game.cols() : game.rows();
  viewed.cols = viewed.transposed ? game.rows() : game.cols();
  const int cells = game.rows() * game.cols();
  for (int cell = 0; cell < cells; ++cell) {
    const Colour colour = game.at(static_cast<Move>(cell));
    viewed.stones[viewed.seen(cell)] = colour == Colour::None ? 0 : colour == game.to_move() ? 1 : 2;
  }
  viewed.last = last == kNoMove ? -1 : viewed.seen(last);
}

inline void view(const HexTracker& game, ViewedPosition& viewed) {
  view_hex(game, game.cell_of(game.position().last), viewed);
}
inline void view(const HexBoard& board, ViewedPosition& viewed) { view_hex(board, board.stone_before(1), viewed); }

inline void view(const GoTracker& game, ViewedPosition& viewed) {
  viewed = {.rows = game.size(), .cols = game.size(), .last = -1, .stones = {}};
  for (int point = 0; point < viewed.cells(); ++point) {
    const Colour colour = game.at(point);
    viewed.stones[point] = colour == Colour::None ? 0 : colour == game.to_move() ? 1 : 2;
  }
}

inline void view(const TicTacToeTracker& game, ViewedPosition& viewed) {
  viewed = {.rows = 3, .cols = 3, .last = -1, .stones = {}};
  for (int cell = 0; cell < viewed.cells(); ++cell) {
    const Colour colour = game.at(static_cast<Move>(cell));
    viewed.stones[cell] = colour == Colour::None ? 0 : colour == game.to_move() ? 1 : 2;
  }
}

template <class G>
concept Viewable = requires(const G& game, ViewedPosition& viewed) { view(game, viewed); };

}  // namespace beeline
