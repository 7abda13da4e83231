// Many positions at once, packed one after the other (position.hpp) in memory of the caller.
#pragma once

#include <cstdint>
#include <span>

#include "circuit/action_values.hpp"
#include "network/position.hpp"

namespace beeline {

inline std::size_t packed_size(int side) { return std::size_t{2} * side; }

// A view of `count` positions of one size.
struct PackedPositions {
  std::uint32_t* rows;
  std::size_t count;
  int side;

  Position at(std::size_t index) const { return load_position(rows + index * packed_size(side), side); }
  void set(std::size_t index, const Position& position) const {
    store_position(position, side, rows + index * packed_size(side));
  }
};

// Plays one move on every board, which afterwards is seen by the other player, and notes which it won. A
// board that was won becomes empty.
void step(const PackedPositions& boards, const std::int32_t* moves, bool* won);

// A legal move of every board, each equally likely; `random` is one state per board and is advanced.
void draw_moves(const PackedPositions& boards, std::uint64_t* random, std::int32_t* moves);

// 1 for each empty cell of each board, else 0.
void mark_empty(const PackedPositions& boards, bool* empty);

// The stones as bytes of 0 and 1: the player's cells of each board, then the opponent's.
void mark_stones(const PackedPositions& boards, bool* stones);

// The resistance heuristic's value of every cell of every position, NaN on stones.
void value_by_resistance(const PackedPositions& positions, const LinkFinder& links, float* values);

}  // namespace beeline
