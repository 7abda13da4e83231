// Simulated Hex games.
//
// Two facts make Hex playouts fast. A full board has exactly one winner and stones placed after a win do not
// change it, so a playout fills the board and reads the winner off once. And under the default policy the
// order of the moves does not matter either: the cells left go to the two players as a uniformly random split.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rules/hex_board.hpp"
#include "tracker/continuation.hpp"
#include "tracker/game.hpp"

namespace beeline {

// Stones and turn of a simulated game. Cells are padded indices (rules/hex_rows.hpp).
struct HexPosition {
  using Padded = std::int16_t;
  // A place in the frame with nothing but frame around it, for "no last stone".
  static constexpr Padded kNowhere = kPaddedStride + 25;

  HexRows empty{}, black{};
  int empties = 0;
  Colour to_move = Colour::Black;
  Padded last = kNowhere, before = kNowhere;  // the last two stones
};

class HexTracker {
 public:
  static constexpr std::size_t kPatternCount = 2 << 12;  // 2 * 4^6

  // Patterns has that many weights; any other number throws std::invalid_argument.
  HexTracker(const HexBoard& root, const Continuation& continuation);

  int move_count() const { return rows_ * cols_; }
  Colour to_move() const { return now_.to_move; }
  bool legal(Move move) const { return is_empty(now_, padded_[move]); }
  Outcome winner() const;
  void play(Move move);
  void restart();
  Outcome playout(Random& random);
  bool was_played(Colour colour, Move move) const {
    // Without a jump: the answer is as good as random, and asked for every child of every node on the path.
    const int cell = padded_[move], row = cell >> 5;
    const std::uint32_t of_colour = colour == Colour::Black ? now_.black[row] : ~now_.black[row];
    return (root_.empty[row] & ~now_.empty[row] & of_colour) >> (cell & 31) & 1;
  }

  // Looking at the simulated position, and at the real one
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  const HexPosition& position() const { return now_; }
  const HexPosition& root() const { return root_; }
  Colour at(Move cell) const;
  // kNoMove for kNowhere.
  Move cell_of(HexPosition::Padded padded) const;

  // Replaces the real position by one with more stones, unless that decides the game.
  void set_root(const HexPosition& root);

  // The state of the neighbours of an empty cell, two bits each (see PatternWeights), maintained under a
  // Patterns continuation only.
  int pattern_code(Move move) const { return codes_[padded_[move]]; }

 private:
  using Padded = HexPosition::Padded;
  static constexpr int kPaddedCells = (kMaxSide + 2) * kPaddedStride;
  static constexpr std::size_t kCodes = kPatternCount / 2;

  // For each colour the weight of each pattern, and one more, zero, for every cell that is taken.
  using WeightTable = std::array<std::array<std::uint16_t, kPatternCount>, 2>;

  static bool is_empty(const HexPosition& position, int cell) { return position.empty[cell >> 5] >> (cell & 31) & 1; }
  using Codes = std::array<std::uint16_t, 6>;
  Codes add_to_codes(int cell, Colour colour);
  void prepare();
  void compute_codes();
  HexRows white_stones(const HexPosition& position) const;
  void set_weights(const PatternWeights& weights);

  void fill_at_random(Random& random);
  template <bool kTenuki>
  void fill_locally(Random& random);
  void fill_by_patterns(Random& random);
  template <class Next>
  void play_in_turn(Next next);
  void finish();

  int rows_, cols_;
  ContinuationKind kind_;
  std::shared_ptr<const WeightTable> weights_;
  std::array<Padded, kMaxCells> padded_;  // padded index of each cell

  // The empty cells in no order, and where in that list each of them stands. Kept up to date in the
  // simulation unless the policy is the default one, which needs the list of the root alone.
  struct EmptyCells {
    std::array<Padded, kMaxCells> list;
    std::array<Padded, kPaddedCells> place;

    void remove(int cell, int last) {
      const Padded moved = list[last];
      list[place[cell]] = moved;
      place[moved] = place[cell];
    }
  };

  HexPosition root_, now_;
  std::array<std::uint16_t, kPaddedCells> root_codes_, codes_;
  EmptyCells root_cells_, cells_;
};

}  // namespace beeline
