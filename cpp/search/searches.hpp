// The searches compiled into the core: for each native game by playouts and by a network.
#pragma once

#include "search/hex_knowledge.hpp"
#include "search/network_evaluator.hpp"
#include "search/playouts.hpp"
#include "search/tree_search.hpp"
#include "tracker/go.hpp"
#include "tracker/hex.hpp"
#include "tracker/tictactoe.hpp"

namespace beeline {

using HexSearch = TreeSearch<HexTracker, Playouts<HexTracker, HexFeaturePriors>, HexKnowledge>;
using GoSearch = TreeSearch<GoTracker, Playouts<GoTracker>>;
using TicTacToeSearch = TreeSearch<TicTacToeTracker, Playouts<TicTacToeTracker>>;

using HexNetworkSearch = TreeSearch<HexTracker, NetworkEvaluator<HexTracker>, HexKnowledge>;
using GoNetworkSearch = TreeSearch<GoTracker, NetworkEvaluator<GoTracker>>;
using TicTacToeNetworkSearch = TreeSearch<TicTacToeTracker, NetworkEvaluator<TicTacToeTracker>>;

extern template class TreeSearch<HexTracker, Playouts<HexTracker, HexFeaturePriors>, HexKnowledge>;
extern template class TreeSearch<GoTracker, Playouts<GoTracker>>;
extern template class TreeSearch<TicTacToeTracker, Playouts<TicTacToeTracker>>;
extern template class TreeSearch<HexTracker, NetworkEvaluator<HexTracker>, HexKnowledge>;
extern template class TreeSearch<GoTracker, NetworkEvaluator<GoTracker>>;
extern template class TreeSearch<TicTacToeTracker, NetworkEvaluator<TicTacToeTracker>>;

}  // namespace beeline
