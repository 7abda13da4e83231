// What follows from solving: how the game would go, and a strategy that can be checked.
#pragma once

#include <optional>
#include <vector>

#include "rules/hex_board.hpp"
#include "solver/certificate.hpp"
#include "solver/solver.hpp"

namespace beeline {

// Limits hold for all the solving of a call together. `nodes` counts it up.

// A line of play from a solved position: winning moves on one side, the most laborious defence on the other,
// up to where the rest is plain to the solver at once.
std::vector<Move> variation(Solver& solver, const HexBoard& board, const SolveLimits& limits, std::int64_t& nodes);

// A certificate for the winner; none if a limit came first.
std::optional<Certificate> certificate(Solver& solver, const HexBoard& board, const SolveLimits& limits,
                                       std::int64_t& nodes);

}  // namespace beeline
