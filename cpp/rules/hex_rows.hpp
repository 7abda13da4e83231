// Stones of one colour as rows of bits, and the flood fill that reads off a connection.
//
// Cell (row, col) is bit col + 1 of word row + 1: a frame of zeros surrounds the board, so that looking at
// a neighbour needs no test for the border. The padded index of a cell, for flat arrays, is
// (row + 1) * 32 + col + 1. Neighbours of (row, col): the same row ±1, the same column ±1,
// (row - 1, col + 1) and (row + 1, col - 1).
#pragma once

#include <array>
#include <cstdint>

namespace beeline {

inline constexpr int kMaxSide = 19;
inline constexpr int kMaxCells = kMaxSide * kMaxSide;

using HexRows = std::array<std::uint32_t, kMaxSide + 2>;

inline constexpr int kPaddedStride = 32;

constexpr int padded_index(int row, int col) { return (row + 1) * kPaddedStride + col + 1; }

// The six directions in the order of the pattern encoding, clockwise from the upper left, as steps between
// padded indices: up, up-right, left, right, down-left, down.
inline constexpr std::array<int, 6> kHexSteps = {-32, -31, -1, 1, 31, 32};

// Spreads `seeds` along the runs of ones of `mask` that contain them. Upward a carry does the work;
// downward the span doubles with each step.
constexpr std::uint32_t spread(std::uint32_t seeds, std::uint32_t mask) {
  const std::uint32_t upward = mask & ((mask ^ (mask + seeds)) | seeds);
  std::uint32_t filled = seeds, open = mask;
  filled |= open & (filled >> 1);
  open &= open >> 1;
  filled |= open & (filled >> 2);
  open &= open >> 2;
  filled |= open & (filled >> 4);
  open &= open >> 4;
  filled |= open & (filled >> 8);
  open &= open >> 8;
  filled |= open & (filled >> 16);
  return filled | upward;
}

// Whether the stones join the top row to the bottom row (Black's goal). Sweeps down and up, each row
// spreading into the next, until the bottom is reached or nothing grows.
inline bool joins_top_bottom(const HexRows& stones, int rows) {
  HexRows reached;
  std::uint32_t row = stones[1];
  reached[1] = row;
  for (int r = 2; r <= rows; ++r) {
    row = spread((row | (row >> 1)) & stones[r], stones[r]);
    reached[r] = row;
  }
  while (row == 0) {
    bool grown = false;
    for (int r = rows - 1; r >= 1; --r) {
      const std::uint32_t seeds = (reached[r + 1] | (reached[r + 1] << 1)) & stones[r] & ~reached[r];
      if (seeds) {
        reached[r] |= spread(seeds, stones[r]);
        grown = true;
      }
    }
    if (!grown) return false;
    grown = false;
    for (int r = 2; r <= rows; ++r) {
      const std::uint32_t seeds = (reached[r - 1] | (reached[r - 1] >> 1)) & stones[r] & ~reached[r];
      if (seeds) {
        reached[r] |= spread(seeds, stones[r]);
        grown = true;
      }
    }
    if (!grown) return false;
    row = reached[rows];
  }
  return true;
}

// The stones of the chains that `seeds`, some of the stones, belong to.
inline HexRows flooded(const HexRows& stones, const HexRows& seeds, int rows) {
  HexRows reached{};
  for (int r = 1; r <= rows; ++r) reached[r] = spread(seeds[r], stones[r]);
  for (bool grown = true; grown;) {
    grown = false;
    for (int r = 1; r <= rows; ++r) {
      const std::uint32_t above = reached[r - 1], below = reached[r + 1];
      const std::uint32_t next = (above | (above >> 1) | below | (below << 1)) & stones[r] & ~reached[r];
      if (next) {
        reached[r] |= spread(next, stones[r]);
        grown = true;
      }
    }
  }
  return reached;
}

// The stones of the chains that touch the left border (White's goal is to bring one to the right border).
inline HexRows reached_from_left(const HexRows& stones, int rows) {
  HexRows left{};
  for (int r = 1; r <= rows; ++r) left[r] = stones[r] & 2u;
  return flooded(stones, left, rows);
}

inline bool joins_left_right(const HexRows& stones, int rows, int cols) {
  const HexRows reached = reached_from_left(stones, rows);
  std::uint32_t right = 0;
  for (int r = 1; r <= rows; ++r) right |= reached[r] >> cols;
  return right & 1u;
}

}  // namespace beeline
