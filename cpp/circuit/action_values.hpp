// What each move is worth by resistance (Young, Vasan and Hayward, "NeuroHex", section 2.5).
//
// With C1 and C2 the currents of the player to move and the opponent after the move,
//   Q = 1 - C2 / C1 if C1 > C2, else C1 / C2 - 1,
// a number from -1 to 1.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "circuit/resistance.hpp"

namespace beeline {

// Which links the circuit of a colour has in a position.
using LinkFinder = std::function<std::vector<Link>(const HexBoard&, Colour)>;

double action_value(double own_current, double other_current);

// The currents of the player to move and the opponent after a stone on an empty cell, from the circuits
// before. To the rest of the circuit a cell is much like one resistor r, and the total current is
// I = I0 + U² / (r + R) for some U and R. With r from 1 to 0 for an own stone it rises by (1 + 1/R) times
// the energy -dI/dr of the cell, with r to infinity for the opponent's it falls by (1 + R) times that, but
// by no more than flows through the cell. R differs from cell to cell and is not known from one solution;
// the factors are those that fit best on random positions of 5×5 to 11×11. The opponent's current falls besides by
// the heat of the links that the stone breaks; links that it makes are not foreseen.
inline constexpr double kGain = 3.0, kLoss = 2.5;
std::pair<double, double> estimated_currents(const Circuit& own, const Circuit& other, Move cell);

// Q of every cell, NaN where there is a stone; all NaN once the game is won. Estimated as above, or exact by
// making each move and solving both circuits anew.
std::vector<double> estimated_action_values(const HexBoard& board, const Circuit& own, const Circuit& other);
std::vector<double> exact_action_values(const HexBoard& board, const LinkFinder& links);

}  // namespace beeline
