#include "search/searches.hpp"

namespace beeline {

template class TreeSearch<HexTracker, Playouts<HexTracker, HexFeaturePriors>, HexKnowledge>;
template class TreeSearch<GoTracker, Playouts<GoTracker>>;
template class TreeSearch<TicTacToeTracker, Playouts<TicTacToeTracker>>;

}  // namespace beeline
