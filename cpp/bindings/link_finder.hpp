// Kinds of links by the number that Python gives: 0 none, 1 bridges, 2 virtual connections.
#pragma once

#include "circuit/action_values.hpp"
#include "circuit/bridges.hpp"
#include "circuit/connection_links.hpp"

namespace beeline {

inline LinkFinder link_finder(int kind) {
  switch (kind) {
    case 1: return bridge_links;
    case 2: return [](const HexBoard& board, Colour of) { return connection_links(board, of); };
    default: return [](const HexBoard&, Colour) { return std::vector<Link>{}; };
  }
}

}  // namespace beeline
