// Games by which the network of zero learns: many at once on one batch, every move by a search of few simulations with
// Gumbel selection at its root.
//
// A game:
//   1. Opening moves that are not learned from: a random move near an edge, moves drawn from the network's policy, or
//      random stones.
//   2. Moves by search. What is learned of a position is the search's improved policy, its value, and who won. A share
//      of the moves is searched in full; the others quickly, and their positions are not learned from: more games end
//      in the same time, and results are what values are learned from (playout cap randomization, Wu 2019).
//   3. Virtual connections end the game where they decide it: the result is proven. Some plies more are then drawn from
//      the policy, for as long as connections prove the same winner, so that the network also sees positions beyond.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/deadline.hpp"
#include "base/random.hpp"
#include "network/network.hpp"
#include "rules/hex_board.hpp"
#include "search/searches.hpp"

namespace beeline {

struct ZeroBoard {
  int rows, cols;
  double share;  // of the games, relative to the others'
};

// Every number has its default in src/beeline/learning/zero/system.py.
struct ZeroSettings {
  int games = 1;  // played at once
  std::vector<ZeroBoard> boards;
  int simulations = 0;        // per move that is searched in full
  int quick_simulations = 0;  // per other move
  double full_share = 1;      // of moves that are searched in full
  GumbelSettings gumbel;
  double noisy_plies = 0;      // plies with full noise, as a multiple of the board's longer side
  float late_noise = 0;        // its scale after them
  std::int32_t knowledge = 0;  // visits before connections are asked inside the tree
  float exploration = 0;       // C of PUCT
  float first_play = 0;        // how much less than its position an unvisited move is worth
  double edge_openings = 0;    // share of games that open near an edge
  double drawn_openings = 0;   // share of games whose first moves are drawn from the policy; the others' are random
  int opening_plies = 1;       // most of them
  int plies_beyond = 0;        // after the result is proven
  std::size_t cache = 0;       // predictions kept
  std::uint64_t seed = 0;
};

// What is to be learned of a move.
struct ZeroTarget {
  Move move;
  float share;  // of the improved policy
  float value;  // the chance to win by it, as the search has it; below 0 where it was not visited
};

// A position and what is to be learned of it.
struct ZeroPosition {
  Move move;                        // played there
  float value = -1;                 // of the search, to the player to move; below 0 where nothing is learned
  float network_value = -1;         // what the network said of it
  std::vector<ZeroTarget> targets;  // the likeliest first; none where there is no policy to learn
};

struct ZeroGame {
  int rows, cols;
  Colour winner = Colour::None;
  int opening = 0;  // plies before the first search
  int decided = 0;  // the ply at which the winner is proven
  // The cells of the connection that won: its stones and its carrier there; empty where only fill-in shows that it is
  // won.
  std::vector<Move> winning;
  std::vector<ZeroPosition> positions;
};

class ZeroGames {
 public:
  // Settings out of their range are std::invalid_argument.
  ZeroGames(const ZeroSettings& settings, std::shared_ptr<Network> network);
  ~ZeroGames();
  ZeroGames(const ZeroGames&) = delete;
  ZeroGames& operator=(const ZeroGames&) = delete;

  // Plays so many games, or until asked to stop, and hands over those that have ended. All that are begun are played
  // to their end, so that long games are as likely as short ones.
  std::vector<ZeroGame> play(std::size_t games, const Interrupted& interrupted);
  // Positions that the network was asked about.
  std::int64_t evaluations() const { return batch_->evaluations(); }

 private:
  class Table;

  ZeroBoard draw_board();
  std::unique_ptr<Table> new_table();

  ZeroSettings settings_;
  Random random_;
  std::shared_ptr<NetworkBatch> batch_;
};

}  // namespace beeline
