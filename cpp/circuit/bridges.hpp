// The bridges on a board, for an evaluation that knows no other connections.
#pragma once

#include <vector>

#include "circuit/resistance.hpp"

namespace beeline {

// The resistance of a bridge's link on top of that of its ends (docs/explanation/resistance.md tells how it was
// chosen).
inline constexpr double kBridgeResistance = 1.0;

// The bridges of a colour: two cells of its own or empty, or such a cell and an edge, that share two empty
// neighbours.
std::vector<Link> bridge_links(const HexBoard& board, Colour colour);

}  // namespace beeline
