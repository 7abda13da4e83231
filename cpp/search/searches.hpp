// The searches compiled into the core, one a native game.
#pragma once

#include "search/tree_search.hpp"
#include "tracker/go.hpp"
#include "tracker/hex.hpp"
#include "tracker/tictactoe.hpp"

namespace beeline {

extern template class TreeSearch<HexTracker>;
extern template class TreeSearch<GoTracker>;
extern template class TreeSearch<TicTacToeTracker>;

}  // namespace beeline
