// Fill-in and the moves that need not be tried, against exhaustive search.
#include <string>

#include "check.hpp"
#include "connection/filled_position.hpp"
#include "exact_hex.hpp"
#include "hex_referee.hpp"

namespace {

using Cells = CellSet<1>;

Cells cells_of(ExactHex::Mask mask) {
  Cells cells;
  for (; mask != 0; mask &= mask - 1) cells.insert(std::countr_zero(mask));
  return cells;
}

ExactHex::Mask mask_of(const Cells& cells) { return static_cast<ExactHex::Mask>(cells.bits(0)); }

// The board as text after fill-in: B and W stones, b and w captured cells, x dead ones.
std::string filled(const std::string& drawing, int cols) {
  const HexBoard board = board_of(drawing, cols);
  Cells stones[2];
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (board.at(cell) != kNone) stones[index_of(board.at(cell))].insert(cell);
  const Surroundings surroundings(board.rows(), cols);
  const FilledPosition<1> position(surroundings, stones[0], stones[1]);
  std::string text;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (cell > 0 && cell % cols == 0) text += ' ';
    text += position.dead().contains(cell)              ? 'x'
            : position.captured(kBlack).contains(cell) ? 'b'
            : position.captured(kWhite).contains(cell) ? 'w'
            : stones[0].contains(cell)                 ? 'B'
            : stones[1].contains(cell)                 ? 'W'
                                                       : '.';
  }
  return text;
}

// The killer of a vulnerable move leaves a cell whose colour does not matter; the better move wins where the
// dominated one does.
void check_reasons(ExactHex& exact, const FilledPosition<1>& position, Colour to_move) {
  const ExactHex::Mask black = mask_of(position.stones(kBlack)), white = mask_of(position.stones(kWhite));
  if (exact.joins(black, kBlack) || exact.joins(white, kWhite)) return;
  const WorthyMoves<1> worthy(position, position.empty_cells(), to_move);
  const auto vulnerable = position.vulnerable(to_move);
  for (const int cell : worthy.vulnerable) {
    const ExactHex::Mask killer = ExactHex::Mask{1} << vulnerable.killer[cell];
    const ExactHex::Mask killed_black = black | (to_move == kWhite ? killer : 0);
    const ExactHex::Mask killed_white = white | (to_move == kBlack ? killer : 0);
    CHECK_EQUAL(killer & (black | white | ExactHex::Mask{1} << cell), 0u);
    for (const Colour next : kColours)
      CHECK_EQUAL(exact.winner(killed_black | ExactHex::Mask{1} << cell, killed_white, next),
                  exact.winner(killed_black, killed_white | ExactHex::Mask{1} << cell, next));
  }
  for (const int cell : worthy.dominated) {
    const Move better = worthy.better_than(cell);
    CHECK(worthy.moves.contains(better));
    if (exact.winner_after(black, white, cell, to_move) == to_move)
      CHECK_EQUAL(exact.winner_after(black, white, better, to_move), to_move);
  }
}

// Everything that is claimed of one position, for either side to move.
void check_position(ExactHex& exact, const Surroundings& surroundings, ExactHex::Mask black,
                    ExactHex::Mask white) {
  const FilledPosition<1> position(surroundings, cells_of(black), cells_of(white));
  const ExactHex::Mask full_black = mask_of(position.stones(kBlack));
  const ExactHex::Mask full_white = mask_of(position.stones(kWhite));
  CHECK_EQUAL(full_black & full_white, 0u);
  CHECK_EQUAL((full_black & black) | (full_white & white), black | white);
  for (const Colour to_move : kColours) {
    const Colour winner = exact.winner(black, white, to_move);
    CHECK_EQUAL(exact.winner(full_black, full_white, to_move), winner);
    check_reasons(exact, position, to_move);
    if (winner != to_move || exact.joins(full_black, kBlack) || exact.joins(full_white, kWhite)) continue;
    const WorthyMoves<1> worthy(position, position.empty_cells(), to_move);
    bool wins = false;
    for (const int cell : worthy.moves)
      wins |= exact.winner_after(full_black, full_white, cell, to_move) == to_move;
    CHECK(wins);
  }
}

void check_all_positions(int rows, int cols) {
  ExactHex exact(rows, cols);
  const Surroundings surroundings(rows, cols);
  for (ExactHex::Mask black = 0; black <= exact.board(); ++black) {
    const ExactHex::Mask rest = exact.board() & ~black;
    for (ExactHex::Mask white = rest;; white = (white - 1) & rest) {
      check_position(exact, surroundings, black, white);
      if (white == 0) break;
    }
  }
}

void check_random_positions(int rows, int cols, int empty, int count) {
  ExactHex exact(rows, cols);
  const Surroundings surroundings(rows, cols);
  Random random(rows * 100 + cols);
  for (int i = 0; i < count; ++i) {
    const SmallPosition position(exact.cells(), empty, random);
    check_position(exact, surroundings, position.black, position.white);
  }
}

}  // namespace

TEST(a_cell_is_dead_between_stones_that_are_joined_without_it) {
  CHECK_EQUAL(filled("....... ....... ...BB.. ..B.W.. ....... ....... .......", 7),
              "....... ....... ...BB.. ..B.W.. ....... ....... .......");
  CHECK_EQUAL(filled("....... ....... ...BB.. ..B.W.. ...W... ....... .......", 7),
              "....... ....... ...BB.. ..BxW.. ...W... ....... .......");
}

TEST(a_bridge_to_the_edge_captures_the_cells_below) {
  CHECK_EQUAL(filled("....... ....... ....... ....... ....... ...B... .......", 7),
              "....... ....... ....... ....... ....... ...B... ..bb...");
  CHECK_EQUAL(filled("....... ....... ....... .....W. ....... ....... .......", 7),
              "....... ....... ......w .....Ww ....... ....... .......");
}

TEST(four_cells_at_the_edge_are_captured_together) {
  CHECK_EQUAL(filled("........ ........ ........ ........ ........ ..BB.... ....B... ........", 8),
              "........ ........ ........ ........ ........ ..BB.... .bbbB... bbbbb...");
}

TEST(filling_goes_on_from_filled_cells) {
  CHECK_EQUAL(filled(".... .... .B.. ....", 4), ".... .... .Bbb bbbb");
}

TEST(claims_hold_on_every_small_board) {
  for (int rows = 1; rows <= 3; ++rows)
    for (int cols = 1; cols <= 3; ++cols) check_all_positions(rows, cols);
  check_all_positions(2, 5);
  if (!check::full) return;
  check_all_positions(3, 4);
  check_all_positions(4, 3);
  check_all_positions(4, 4);
}

TEST(claims_hold_on_random_positions) {
  const int times = check::full ? 50 : 1;
  for (int empty = 3; empty <= 12; ++empty) check_random_positions(4, 4, empty, 500 * times);
  for (int empty = 8; empty <= 12; ++empty) check_random_positions(5, 5, empty, 60 * times);
  check_random_positions(4, 6, 11, 60 * times);
}

TEST(filling_move_by_move_keeps_the_winner) {
  ExactHex exact(4, 4);
  const Surroundings surroundings(4, 4);
  Random random(5);
  for (int game = 0; game < 300; ++game) {
    const SmallPosition start(16, 13, random);
    ExactHex::Mask black = start.black, white = start.white;
    FilledPosition<1> position(surroundings, cells_of(black), cells_of(white));
    for (Colour mover = kBlack; !position.empty_cells().empty(); mover = opponent(mover)) {
      CHECK_EQUAL(exact.winner(mask_of(position.stones(kBlack)), mask_of(position.stones(kWhite)), mover),
                  exact.winner(black, white, mover));
      int skip = static_cast<int>(random.below(position.empty_cells().size()));
      for (const int cell : position.empty_cells())
        if (skip-- == 0) {
          (mover == kBlack ? black : white) |= ExactHex::Mask{1} << cell;
          position.play(cell, mover);
          break;
        }
    }
  }
}

TEST(boards_of_several_words_are_filled_alike) {
  const Surroundings surroundings(19, 19);
  const int stone = 17 * 19 + 9, below = stone + 19;
  const FilledPosition<6> position(surroundings, CellSet<6>::of(stone), {});
  CHECK(position.captured(kBlack) == (CellSet<6>::of(below - 1) | CellSet<6>::of(below)));
}
