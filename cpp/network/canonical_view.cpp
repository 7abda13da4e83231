#include "network/canonical_view.hpp"

namespace beeline {

CanonicalView::CanonicalView(const HexBoard& board)
    : transposed_(board.to_move() == Colour::White),
      rows_(transposed_ ? board.cols() : board.rows()),
      cols_(transposed_ ? board.rows() : board.cols()),
      stones_(board.cells()) {
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (const Colour colour = board.at(cell); colour != Colour::None)
      stones_[seen(cell)] = colour == board.to_move() ? 1 : 2;
  const Move last = board.stone_before(1);
  last_ = last == kNoMove ? -1 : seen(last);
}

}  // namespace beeline
