// Tic-Tac-Toe, the smallest game on the search: rules and simulation in one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tracker/game.hpp"

namespace beeline {

class TicTacToeTracker {
 public:
  static constexpr int kCells = 9;
  static constexpr unsigned kFull = 0777;

  // Stones as nine bits, row by row.
  TicTacToeTracker(unsigned black, unsigned white, Colour to_move) : root_{{black, white}, to_move}, now_(root_) {}

  int move_count() const { return kCells; }
  Colour to_move() const { return now_.to_move; }
  bool legal(Move move) const { return ~taken(now_) >> move & 1; }
  Outcome winner() const {
    if (has_line(now_.stones[0])) return Outcome::Black;
    if (has_line(now_.stones[1])) return Outcome::White;
    return taken(now_) == kFull ? Outcome::Draw : Outcome::Undecided;
  }
  Colour at(Move move) const {
    if (now_.stones[0] >> move & 1) return Colour::Black;
    return now_.stones[1] >> move & 1 ? Colour::White : Colour::None;
  }
  void play(Move move) {
    now_.stones[index_of(now_.to_move)] |= 1u << move;
    now_.to_move = opponent(now_.to_move);
  }
  void restart() { now_ = root_; }
  // Three in a row leaves nothing local to learn, so every continuation policy is the default one.
  Outcome playout(Random& random) {
    for (;;) {
      if (const Outcome outcome = winner(); outcome != Outcome::Undecided) return outcome;
      unsigned open = ~taken(now_) & kFull;
      for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0; --skip)
        open &= open - 1;
      play(static_cast<Move>(std::countr_zero(open)));
    }
  }
  bool was_played(Colour colour, Move move) const {
    return now_.stones[index_of(colour)] >> move & 1 && ~taken(root_) >> move & 1;
  }

 private:
  struct Position {
    std::array<unsigned, 2> stones;
    Colour to_move;
  };

  static unsigned taken(const Position& position) { return position.stones[0] | position.stones[1]; }
  static bool has_line(unsigned stones) {
    for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u})
      if ((stones & line) == line) return true;
    return false;
  }

  Position root_, now_;
};

static_assert(Game<TicTacToeTracker>);

}  // namespace beeline
