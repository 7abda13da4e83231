// Games by which an evaluation learns from itself: EZO-CNN, section III-B and algorithm 1.
//
// Many games go on at once, on one batch per network. Each stops where it needs values; the next positions of all are
// then valued together, and all of them go on:
//
//   while (play.gather()) {  // adds the positions after every move that is waited for
//     play.compute();
//     play.settle();  // makes the moves
//   }
//
// The players are networks by number: 0 is the latest, the others are older. One side of every game is 0. A game
// opens with a random move within two rows of a side; another random move leads to ply T, which is random too,
// and what comes from T on is learned from. Once virtual connections decide, they are played by. Otherwise the
// move is the best by value plus noise: of one ply, or of two for the five moves that are best after one. (That
// is a narrow search: alpha-beta looks at more moves, and asks connections about the positions it values.)
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/deadline.hpp"
#include "base/random.hpp"
#include "knowledge/decided_play.hpp"
#include "knowledge/knowledge.hpp"
#include "search/network_evaluator.hpp"

namespace beeline {

struct SelfPlaySettings {
  int side;
  int games;
  int latest_start;    // T is from 1 to this
  int ply;             // 1 or 2
  float noise;         // what a value is changed by is from -noise to noise
  bool play_out;       // on to the last stone, rather than to where connections decide
  std::uint64_t seed;  // the chances of a game depend on this and its number alone
};

// Positions that are to be valued: those after each of `moves`, once `first` is played if there is such a move.
struct SelfPlayBranch {
  Move first;
  std::vector<Move> moves;
};

struct SelfPlayGame {
  SelfPlayGame(int side, const Random& stream) : board(side, side), random(stream) {}

  HexBoard board;
  Random random;
  int start = 0;                         // T
  std::array<int, 2> networks{};         // of Black, of White
  int decided = -1;                      // the first ply from T on with a verdict
  Colour decided_winner = Colour::None;  // whom that verdict gives the game
  bool ended = false;
  std::vector<SelfPlayBranch> waiting;  // for the values of their positions
  std::vector<NetworkRow> rows;         // those positions, branch by branch
  std::unique_ptr<Knowledge> knowledge;

  int ply() const { return static_cast<int>(board.history().size()); }
};

class SelfPlay {
 public:
  static constexpr std::size_t kMostNetworks = 3;

  // 1 to kMostNetworks networks, the latest first; else, or for settings out of their range, std::invalid_argument.
  SelfPlay(const SelfPlaySettings& settings, const std::vector<std::shared_ptr<Network>>& networks);

  // Plays all games to their ends, or until asked to stop.
  void play(const Interrupted& interrupted = {});

  // The same in steps. Gathering plays on until every game waits or has ended; false once all have ended. Positions
  // wait by network, then by game, then by branch and move.
  bool gather();
  void compute();
  void settle();

  const std::vector<SelfPlayGame>& games() const { return games_; }
  // Positions that networks were asked about.
  std::int64_t evaluations() const;

 private:
  void begin(SelfPlayGame& game);
  void step(SelfPlayGame& game);
  void play_decided(SelfPlayGame& game, Verdict verdict);
  void add_to_batch(SelfPlayGame& game, NetworkBatch& batch);
  void decide(SelfPlayGame& game);
  std::vector<Move> best_first(SelfPlayGame& game) const;
  Move look_further(SelfPlayGame& game, const std::vector<Move>& moves) const;
  Move best_branch(SelfPlayGame& game) const;

  SelfPlaySettings settings_;
  std::vector<NetworkBatch> batches_;  // one per network
  DecidedPlay decided_play_;
  std::vector<Move> openings_;
  std::vector<SelfPlayGame> games_;
};

}  // namespace beeline
