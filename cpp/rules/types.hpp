// The words that every game here shares.
#pragma once

#include <cstdint>

namespace beeline {

// Also the two-bit state of a point in a pattern, where 3 stands for "off the board".
enum class Colour : std::uint8_t { None = 0, Black = 1, White = 2 };

constexpr Colour opponent(Colour colour) { return static_cast<Colour>(3 - static_cast<int>(colour)); }

// For arrays with one entry per colour.
constexpr int index_of(Colour colour) { return static_cast<int>(colour) - 1; }

enum class Outcome : std::uint8_t { Undecided = 0, Black = 1, White = 2, Draw = 3 };

constexpr Outcome win_for(Colour colour) { return static_cast<Outcome>(colour); }

// A move is a number: row * columns + column, then pass where there is one.
using Move = std::uint16_t;
inline constexpr Move kNoMove = 0xffff;

}  // namespace beeline
