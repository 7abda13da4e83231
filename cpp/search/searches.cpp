#include "search/searches.hpp"

namespace beeline {

template class TreeSearch<HexTracker>;
template class TreeSearch<GoTracker>;
template class TreeSearch<TicTacToeTracker>;

}  // namespace beeline
