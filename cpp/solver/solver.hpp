// The exact winner of Hex positions, by depth-first proof-number search.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "base/cell_set.hpp"
#include "base/deadline.hpp"
#include "network/network.hpp"
#include "rules/hex_board.hpp"
#include "rules/types.hpp"

namespace beeline {

struct SolverSettings {
  std::size_t table_entries;  // of 64 bytes on boards of up to 64 cells
  // Only so many of a position's best moves are searched at a time: base + share * the moves not refuted.
  // A refuted one makes room for the next.
  int width_base = 1;
  double width_share = 0.4;
  std::shared_ptr<Network> network;  // has its say in the order of moves, by finite numbers; may be null
};

// The first limit met ends the search. What is known by then stays in the table, and solving goes on from
// there.
struct SolveLimits {
  std::int64_t nodes = std::numeric_limits<std::int64_t>::max();
  double seconds = kNoLimit;
  Interrupted interrupted;
};

struct Solution {
  Colour winner = Colour::None;  // None if a limit ended the search
  Move move = kNoMove;           // if the side to move wins: a winning move, unless the game is over
  // Empty cells that the winner needs: it wins even if all the others are the loser's.
  CellSet<kMostWords> carrier;
  // Proof and disproof numbers for the side to move: 0 when it is shown to win, to lose.
  std::uint32_t proof = 1, disproof = 1;
  std::int64_t nodes = 0;  // positions whose connections were computed
  double seconds = 0.0;
  StopReason stopped = StopReason::Proven;
};

class Solver {
 public:
  virtual ~Solver() = default;

  // For the side that is to move on the board. The rules of swapping do not count.
  virtual Solution solve(const HexBoard& board, const SolveLimits& limits = {}) = 0;

  // Positions searched so far below this one with the table as it is; 0 if nothing is known of it.
  virtual std::uint32_t work(const HexBoard& board) const = 0;
  virtual void forget() = 0;
};

// For boards with these sides only.
std::unique_ptr<Solver> make_solver(int rows, int cols, const SolverSettings& settings);

}  // namespace beeline
