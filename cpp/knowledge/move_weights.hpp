// The weights of the features of moves, as tools/learn_moves.py learned them.
#pragma once

#include <vector>

namespace beeline {

// One for each value of knowledge/move_features.hpp. exp of the sum over a move's values is in proportion to the
// chance that a long search chooses it.
const std::vector<float>& move_weights();

}  // namespace beeline
