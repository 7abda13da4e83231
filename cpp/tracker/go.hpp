// The tracker of Go: tree moves by the full rules, playouts by simple ko.
//
// A playout plays on until neither side has a move but filling its own eyes, so every stone left counts as
// alive and the area needs no judgement of life and death. Superko only binds in the tree: a playout that
// cycles stops after 3 * size * size moves and is counted as it lies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "rules/go_board.hpp"
#include "rules/types.hpp"
#include "tracker/continuation.hpp"

namespace beeline {

class GoTracker {
 public:
  // Patterns has 2 * 4^8 weights; any other number throws std::invalid_argument. Every continuation leaves
  // out illegal moves and the mover's own eyes, and passes when nothing else is left.
  GoTracker(const GoBoard& root, Continuation continuation);

  // The Game concept.
  int move_count() const { return size() * size() + 1; }
  Colour to_move() const { return now_.to_move; }
  bool legal(Move move) const;
  Outcome winner() const;
  void play(Move move);
  void restart();
  Outcome playout(Random& random);
  // By the first colour to take the point, and as only that: later moves there are about another position.
  // A pass counts in the tree and not in the playout, where it says that nothing was left.
  bool was_played(Colour colour, Move move) const { return now_.first_to_play[move] == colour; }

  // The simulated position.
  int size() const { return root_.stones.size(); }
  Colour at(int point) const { return now_.stones.at(now_.stones.vertex_of(point)); }
  // The states of the 8 neighbours, as in the index of PatternWeights.
  unsigned pattern_code(int point) const { return now_.stones.pattern(now_.stones.vertex_of(point)); }
  // Makes one move of a playout and returns it.
  Move step(Random& random);

 private:
  // All that a simulation changes, copied in one go by restart().
  struct Position {
    GoStones stones;
    Colour to_move;
    int passes;       // in a row
    int last_vertex;  // kNowhere after a pass and before the first move
    std::array<Colour, GoStones::kMaxSize * GoStones::kMaxSize + 1> first_to_play;
  };

  static Position position_of(const GoBoard& board);

  Move pass_move() const { return static_cast<Move>(size() * size()); }
  void place(int vertex, Move move);
  void pass();
  bool playable(int vertex) const;
  int choose(Random& random);
  int choose_around_last(Random& random) const;
  int choose_anywhere(Random& random);
  Outcome count() const { return outcome_of(now_.stones.area() - komi_); }

  Position root_;
  Position now_;
  // Hashes of the positions of the real game, then of the tree moves.
  std::vector<std::uint64_t> positions_;
  std::size_t real_positions_;
  double komi_;
  Continuation continuation_;
};

}  // namespace beeline
