// Square positions as the player to move sees them.
//
// A network plays one colour: White, who joins left and right. Where Black is to move the board is reflected
// in the long diagonal and the colours are exchanged, which is the same position to its player. Every
// position here is seen that way, so there is no side to move to keep. Its symmetries are the half turn and,
// on the way from one player to the other, the reflection.
#pragma once

#include <cstdint>

#include "rules/hex_board.hpp"
#include "rules/hex_rows.hpp"

namespace beeline {

struct Position {
  HexRows white{}, black{};  // the player to move, and the opponent

  friend bool operator==(const Position&, const Position&) = default;
};

// As rows of bits in an array of the caller: White's from the top, then Black's, the first column in bit 0.
Position load_position(const std::uint32_t* packed, int side);
void store_position(const Position& position, int side, std::uint32_t* packed);

// What the player to move sees of a square board.
Position position_of(const HexBoard& board);

HexRows reflected(const HexRows& stones, int side);  // in the long diagonal
HexRows half_turned(const HexRows& stones, int side);
Position half_turned(const Position& position, int side);

// The position after the player to move took `cell`, as the opponent sees it, and whether that won the game.
Position after_move(const Position& position, int cell, int side, bool& won);

}  // namespace beeline
