#include "search/searches.hpp"

namespace beeline {

template class TreeSearch<HexTracker, Playouts<HexTracker, HexFeaturePriors>, HexKnowledge>;
template class TreeSearch<GoTracker, Playouts<GoTracker>>;
template class TreeSearch<TicTacToeTracker, Playouts<TicTacToeTracker>>;
template class TreeSearch<HexTracker, NetworkEvaluator<HexTracker>, HexKnowledge>;
template class TreeSearch<GoTracker, NetworkEvaluator<GoTracker>>;
template class TreeSearch<TicTacToeTracker, NetworkEvaluator<TicTacToeTracker>>;

}  // namespace beeline
