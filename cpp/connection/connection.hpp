// One virtual connection, and the bounds on the search for them.
#pragma once

#include <cstdint>

#include "base/cell_set.hpp"
#include "rules/types.hpp"

namespace beeline {

template <int kWords>
struct Connection {
  CellSet<kWords> carrier;
  Move key = kNoMove;         // of a semi-connection: the cell its owner plays first; kNoMove in a full one
  std::uint16_t size = 0;     // of the carrier
  std::uint8_t combined = 0;  // book-keeping of the search: over which ends the AND rule has used it

  friend bool operator==(const Connection&, const Connection&) = default;
};

// How much is kept and tried. More finds more connections and takes more time.
struct ConnectionLimits {
  int fulls = 4;            // full connections kept for a pair even if they leave out no cell the others need
  int semis = 24;           // semi-connections kept for a pair
  int or_width = 2;         // how many semi-connections the OR rule tries together for a small union
  bool over_edges = false;  // the AND rule also with an edge in the middle
  bool captured = false;    // carriers may share cells that stones on their ends would capture
  bool stop_at_win = true;  // search no further for a colour that has a winning full connection
};

}  // namespace beeline
