// Proofs of wins that hold wherever the same stones and empty cells are found again.
//
// A decided position hands on a *known win*: stones of the winner and empty cells, the carrier, with which it wins even
// if all other cells are the loser's. It decides every position in which the winner has those stones and the loser
// none in the carrier, whatever else has been played. With the loser to move where the winner was, it is a threat:
// the loser must play in the carrier.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/cell_set.hpp"
#include "inferior/filled_position.hpp"
#include "rules/types.hpp"

namespace beeline {

template <int kWords>
class KnownWins {
 public:
  using Cells = CellSet<kWords>;
  using Position = FilledPosition<kWords>;

  // What known wins say about a position. Carriers hold cells that are empty after fill-in.
  struct Advice {
    Colour winner = Colour::None;
    Move best = kNoMove;         // if the side to move wins: a winning move, or kNoMove where any will do
    Cells carrier;               // of the winner
    std::vector<Cells> threats;  // without a winner: carriers in each of which the side to move must play
  };

  // Room for `most` wins, at least 8; later ones take the place of the oldest.
  KnownWins(const CapturePatterns& patterns, std::size_t most);

  // A win in the position, by a move on `best` if it is the winner's turn and not any move will do. `carrier` as in
  // ProofEntry: without the cells that are captured already.
  void add(const Position& position, Colour winner, Colour to_move, const Cells& carrier, Move best);

  // Valid until the next call.
  const Advice& advice(const Position& position, Colour to_move);

  void clear();

 private:
  struct Win {
    Cells stones, carrier;
    Move best;
  };
  // Wins of one colour with one side to move, the oldest of which is at `next` once there is no more room.
  struct Wins {
    std::vector<Win> list;
    std::size_t next = 0;
  };
  // How a position looks to one colour. The colour of a dead cell is as one likes.
  struct View {
    Cells lacking;  // cells that are not its own
    Cells hostile;  // cells that are the opponent's

    bool has(const Win& win) const { return !win.stones.meets(lacking) && !win.carrier.meets(hostile); }
  };

  Wins& wins(Colour winner, bool winner_to_move) { return wins_[index_of(winner)][winner_to_move ? 1 : 0]; }
  void put(Wins& wins, const Win& win) const;
  Win turned(const Win& win) const;
  Cells useful(Colour winner, const Cells& cells) const;
  Cells reached(const Cells& from, const Cells& cells) const;
  View view(const Position& position, Colour colour) const;
  void settle(Colour winner, const Win& win, Move best, const Cells& empty);
  bool find_winner(const Position& position, Colour to_move);

  std::size_t most_;  // of each kind
  Cells board_;
  std::vector<Cells> neighbours_;
  std::array<std::array<Cells, 2>, 2> edges_;  // cells at both edges of Black, of White
  std::array<std::array<Wins, 2>, 2> wins_;
  Advice advice_;
};

}  // namespace beeline
