// The value of every position of a small board, by going through all of them from the full board back.
#pragma once

#include <cstdint>
#include <vector>

namespace beeline {

// A position that play can reach and that is not won. A set of cells is a mask: cell row * side + col is that
// bit. It is Black's turn if both colours have equally many stones, else White's.
struct ValuedPosition {
  std::uint16_t black, white;
  std::uint16_t winning;  // the moves that win; none if the side to move loses
};

// All of them for a square board of side 1 to 4, which takes 3^cells bytes meanwhile.
std::vector<ValuedPosition> every_position(int side);

}  // namespace beeline
