// Games by which an evaluation learns from itself: EZO-CNN, section III-B and algorithm 1.
//
// Many games go on at once. Each stops where it needs values; their next positions are then valued in one batch,
// and all of them go on:
//
//   SelfPlay play(settings);
//   while (play.advance()) {
//     play.encode(planes);  // the positions after every move that is waited for
//     play.decide(values);  // the chances of those to move there
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

#include "base/random.hpp"
#include "knowledge/decided_play.hpp"
#include "knowledge/knowledge.hpp"
#include "network/triples.hpp"

namespace beeline {

struct SelfPlaySettings {
  int side;
  int games;
  int latest_start;    // T is from 1 to this
  int ply;             // 1 or 2
  float noise;         // what a value is changed by is from -noise to noise
  int networks;        // 1 to SelfPlay::kMostNetworks
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
  int start = 0;                   // T
  std::array<int, 2> networks{};   // of Black, of White
  int decided = -1;                // the first ply from T on with a verdict
  Colour promised = Colour::None;  // whom that verdict gives the game
  bool ended = false;
  std::vector<SelfPlayBranch> waiting;  // for the values of their positions
  std::unique_ptr<Knowledge> knowledge;

  int ply() const { return static_cast<int>(board.history().size()); }
};

class SelfPlay {
 public:
  static constexpr int kMostNetworks = 3;
  using Counts = std::array<std::size_t, kMostNetworks>;

  explicit SelfPlay(const SelfPlaySettings& settings);

  // Plays on until every game waits or has ended; false once all have ended.
  bool advance();
  // The positions that wait for each network. Those of the first come first, and so on.
  Counts waiting() const;
  void encode(float* planes) const;
  void decide(const float* values);

  const std::vector<SelfPlayGame>& games() const { return games_; }

 private:
  void begin(SelfPlayGame& game);
  void step(SelfPlayGame& game);
  void play_decided(SelfPlayGame& game, Verdict verdict);
  void decide(SelfPlayGame& game, const float* values);
  std::vector<Move> best_first(SelfPlayGame& game, const float* values) const;
  Move look_further(SelfPlayGame& game, const std::vector<Move>& moves) const;
  Move best_branch(SelfPlayGame& game, const float* values) const;
  template <class Games, class Visit>
  static void each_waiting(Games& games, Visit visit);

  SelfPlaySettings settings_;
  TriplePlanes encoder_;
  DecidedPlay decided_play_;
  std::vector<Move> openings_;
  std::vector<SelfPlayGame> games_;
};

}  // namespace beeline
