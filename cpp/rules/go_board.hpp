// Go: the stones on a board, and a game with its history.
//
// Rules: suicide and positional superko are illegal, two passes in a row end the game, and the area is
// counted as it lies, every stone alive (Tromp and Taylor). Three numberings occur:
//   point   row * size + column, row 0 at the top: what callers of GoBoard use
//   move    a point, or size * size for pass
//   vertex  index into a 21 x 21 array whose margin is off the board: what GoStones uses inside
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/types.hpp"

namespace beeline {

// Stones, chains and captures, without a history. Trivially copyable, so a playout starts with a memcpy.
class GoStones {
 public:
  static constexpr int kMaxSize = 19;
  static constexpr int kStride = kMaxSize + 2;
  static constexpr int kVertices = kStride * kStride;
  static constexpr int kNowhere = 0;  // a vertex that is off every board

  // Steps to the neighbours of a vertex, in the order of its pattern: NW, N, NE, W, E, SW, S, SE.
  // The step back from neighbour i is number 7 - i.
  static constexpr std::array<int, 8> kAround = {-kStride - 1, -kStride,    -kStride + 1, -1,
                                                 +1,           kStride - 1, kStride,      kStride + 1};
  // In a pattern, the low bits of N, W, E, S and of NW, NE, SW, SE.
  static constexpr unsigned kSideBits = 0x1144, kDiagonalBits = 0x4411;

  enum class Illegal : std::uint8_t { No, OffBoard, Occupied, Suicide, Superko, GameOver };

  explicit GoStones(int size);

  int size() const { return size_; }
  int vertex_of(int point) const { return (point / size_ + 1) * kStride + point % size_ + 1; }
  int point_of(int vertex) const { return (vertex / kStride - 1) * size_ + vertex % kStride - 1; }

  Colour at(int vertex) const { return static_cast<Colour>(state_[index(vertex)]); }
  // Two bits for each neighbour, neighbour i of kAround at bit 2i: 0 empty, 1 black, 2 white, 3 off the board.
  unsigned pattern(int vertex) const { return pattern_[index(vertex)]; }
  // Zobrist hash of the stones alone.
  std::uint64_t hash() const { return hash_; }

  // The rules, for an empty vertex.
  // Whether a stone there would have a liberty once it has captured what it captures.
  bool breathes(int vertex, Colour colour) const {
    return has_empty_side(pattern_[index(vertex)]) || breathes_by_chains(vertex, colour);
  }
  bool captures(int vertex, Colour colour) const;
  // Whether a stone there would recreate one of these positions, given by their hashes.
  bool repeats(int vertex, Colour colour, const std::vector<std::uint64_t>& positions) const;

  // Why a stone may not go on a vertex of the board, given the positions so far.
  Illegal why_illegal(int vertex, Colour colour, const std::vector<std::uint64_t>& positions) const;

  // Puts a stone on an empty vertex where it breathes, takes what it captures, returns how many.
  int play(int vertex, Colour colour);
  // Where a lone stone was just taken by a lone stone and may not be retaken at once; else kNowhere.
  int ko() const { return ko_; }
  void lift_ko() { ko_ = kNowhere; }

  // Black's area minus White's; an empty region counts for a colour if it touches no other.
  int area() const;

  // The empty vertices, in an order that only depends on what happened to these stones.
  int empty_count() const { return empty_count_; }
  int empty(int slot) const { return empties_[index(slot)]; }
  void swap_empties(int slot, int other);

 private:
  static constexpr std::array<int, 4> kSides = {-kStride, -1, +1, kStride};
  static constexpr std::uint8_t kEmpty = 0, kOffBoard = 3;

  template <class T>
  using PerVertex = std::array<T, kVertices>;

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static bool has_empty_side(unsigned pattern) { return ((pattern | pattern >> 1) & kSideBits) != kSideBits; }

  bool is_stone(int vertex) const { return at(vertex) == Colour::Black || at(vertex) == Colour::White; }
  bool breathes_by_chains(int vertex, Colour colour) const;
  bool last_liberty(int vertex, int chain) const;
  std::uint64_t hash_after(int vertex, Colour colour) const;
  void toggle(int vertex, Colour colour);
  void put(int vertex, Colour colour);
  void join(int chain, int other);
  void take(int chain);
  int worth_of_region(int vertex, PerVertex<bool>& seen) const;

  int size_;
  int ko_ = kNowhere;
  int empty_count_ = 0;
  std::array<int, 2> stone_count_{};
  std::uint64_t hash_ = 0;
  PerVertex<std::uint8_t> state_{};
  PerVertex<std::uint8_t> stood_{};  // the colours that ever stood here, as a sum
  PerVertex<std::uint16_t> pattern_{};
  PerVertex<std::uint16_t> empties_{};
  PerVertex<std::uint16_t> slot_{};  // of an empty vertex in empties_
  // A chain goes by the vertex of one of its stones, and its stones form a ring.
  PerVertex<std::uint16_t> chain_{};
  PerVertex<std::uint16_t> next_{};
  PerVertex<std::int16_t> length_{};
  // Pseudo-liberties: pairs of a stone of the chain and an empty vertex beside it. They reach zero when the
  // liberties do, and cost an addition to maintain.
  PerVertex<std::int16_t> liberties_{};
};

struct GoMove {
  Move move;
  Colour colour;
  bool operator==(const GoMove&) const = default;
};

class GoBoard {
 public:
  using Illegal = GoStones::Illegal;

  // Sizes 1 to 19; anything else throws std::invalid_argument.
  explicit GoBoard(int size, double komi = 7.5);

  int size() const { return stones_.size(); }
  double komi() const { return komi_; }
  void set_komi(double komi) { komi_ = komi; }

  // The position.
  Colour at(int point) const { return stones_.at(stones_.vertex_of(point)); }
  Colour to_move() const { return to_move_; }
  std::uint64_t hash() const { return stones_.hash(); }
  // How many stones a colour has taken.
  int captures(Colour by) const { return captures_[static_cast<std::size_t>(index_of(by))]; }

  // Before the first move (else std::logic_error): handicap stones and set-up positions, None to clear a
  // point. A stone that leaves a chain without a liberty throws std::invalid_argument.
  void set_up(int point, Colour colour);
  // Gives the turn to a colour: White after handicap stones, or a side that moves twice.
  void set_to_move(Colour colour);

  // Moves.
  Move pass_move() const { return static_cast<Move>(size() * size()); }
  int move_count() const { return size() * size() + 1; }
  Illegal why_illegal(Move move, Colour colour) const;
  bool legal(Move move, Colour colour) const { return why_illegal(move, colour) == Illegal::No; }
  // Either colour may move; its opponent is to move next. An illegal move throws std::invalid_argument.
  void play(Move move, Colour colour);
  // Takes the last move back; false if there is none. Replays the game, some microseconds.
  bool undo();
  const std::vector<GoMove>& moves() const { return moves_; }

  // The end.
  int passes_in_a_row() const;
  bool over() const { return passes_in_a_row() >= 2; }
  // Black's area minus White's minus komi.
  double area_score() const { return stones_.area() - komi_; }
  Outcome winner() const;

  // For trackers: the stones, and the hashes of all positions of the game with the present one last.
  const GoStones& stones() const { return stones_; }
  const std::vector<std::uint64_t>& positions() const { return positions_; }

 private:
  void make(GoMove played);
  void rewind();

  double komi_;
  GoStones start_;
  Colour first_to_move_ = Colour::Black;
  GoStones stones_;
  Colour to_move_ = Colour::Black;
  std::array<int, 2> captures_{};
  std::vector<GoMove> moves_;
  std::vector<std::uint64_t> positions_;
};

// The winner by the area, with nothing left to play.
Outcome outcome_of(double area_score);

}  // namespace beeline
