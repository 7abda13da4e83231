// Counting by brute force: positions for the tests, bare playouts for the benchmarks.
#pragma once

#include <cstdint>
#include <utility>

namespace beeline {

// All positions that play can reach from the empty board (play stops at a win), and those that end the game.
// Takes 3^cells bits: boards of up to 20 cells or so. 4×4 has nine million positions.
std::pair<std::int64_t, std::int64_t> count_positions(int rows, int cols);

// Playouts with no tree: shuffle the cells, deal them out in turn, flood fill. Returns Black's wins.
std::int64_t bare_playouts(int rows, int cols, std::int64_t playouts, std::uint64_t seed);

}  // namespace beeline
