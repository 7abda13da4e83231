// Fill-in and the moves that need not be tried, against exhaustive search.
#include <bit>
#include <iostream>
#include <string>

#include "check.hpp"
#include "exact_hex.hpp"
#include "hex_referee.hpp"
#include "inferior/filled_position.hpp"

namespace {

using Cells = CellSet<1>;
using Mask = ExactHex::Mask;

Cells cells_of(Mask mask) {
  Cells cells;
  for (; mask != 0; mask &= mask - 1) cells.insert(std::countr_zero(mask));
  return cells;
}

Mask mask_of(const Cells& cells) { return static_cast<Mask>(cells.bits(0)); }

// The board as text after fill-in: B and W stones, b and w captured cells, x dead ones.
std::string filled(const std::string& drawing, int cols) {
  const HexBoard board = board_of(drawing, cols);
  Cells stones[2];
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (board.at(cell) != kNone) stones[index_of(board.at(cell))].insert(cell);
  const CapturePatterns patterns(board.rows(), cols);
  const FilledPosition<1> position(patterns, stones[0], stones[1]);
  std::string text;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (cell > 0 && cell % cols == 0) text += ' ';
    text += position.dead().contains(cell)             ? 'x'
            : position.captured(kBlack).contains(cell) ? 'b'
            : position.captured(kWhite).contains(cell) ? 'w'
            : stones[0].contains(cell)                 ? 'B'
            : stones[1].contains(cell)                 ? 'W'
                                                       : '.';
  }
  return text;
}

// Holds all that is claimed of positions of one board against their exact winners.
class ClaimChecker {
 public:
  ClaimChecker(int rows, int cols) : exact_(rows, cols), patterns_(rows, cols) {}

  Mask board() const { return exact_.board(); }

  void check(Mask black, Mask white) {
    const FilledPosition<1> position(patterns_, cells_of(black), cells_of(white));
    const Mask full_black = mask_of(position.stones(kBlack)), full_white = mask_of(position.stones(kWhite));
    check_filling(position, black, white);
    if (exact_.joins(full_black, kBlack) || exact_.joins(full_white, kWhite)) return;
    for (const Colour to_move : kColours) {
      check_vulnerable(position, to_move);
      const Cells winning = winning_moves(position, to_move);
      if (winning.empty()) continue;
      check_dominated(position, winning, to_move);
      check_inferior(position, winning, to_move);
    }
  }

  void report() const {
    if (!check::full) return;
    std::cout << exact_.rows() << "x" << exact_.cols() << ": " << filled_ << " cells filled in, " << vulnerable_
              << " vulnerable, " << dominated_ << " pairs of a move and one that it makes needless" << std::endl;
  }

 private:
  // The winner stays, whoever is to move: with all the filling, whichever colour the dead cells have, and with
  // what one colour has captured alone.
  void check_filling(const FilledPosition<1>& position, Mask black, Mask white) {
    const Mask full_black = mask_of(position.stones(kBlack)), full_white = mask_of(position.stones(kWhite));
    const Mask dead = mask_of(position.dead());
    CHECK_EQUAL(full_black & full_white, 0u);
    CHECK_EQUAL((full_black & black) | (full_white & white), black | white);
    filled_ += std::popcount(full_black | full_white) - std::popcount(black | white);
    for (const Colour to_move : kColours) {
      const Colour winner = exact_.winner(black, white, to_move);
      CHECK_EQUAL(exact_.winner(full_black, full_white, to_move), winner);
      CHECK_EQUAL(exact_.winner(full_black & ~dead, full_white | dead, to_move), winner);
      CHECK_EQUAL(exact_.winner(black | mask_of(position.captured(kBlack)), white, to_move), winner);
      CHECK_EQUAL(exact_.winner(black, white | mask_of(position.captured(kWhite)), to_move), winner);
    }
  }

  // After its killer the colour of a vulnerable cell decides nothing, whoever is to move.
  void check_vulnerable(const FilledPosition<1>& position, Colour to_move) {
    const auto vulnerable = position.vulnerable(to_move);
    for (const int cell : vulnerable.cells) {
      ++vulnerable_;
      const int killer = vulnerable.killer[cell];
      const Cells open = position.empty_cells();
      CHECK(open.contains(cell) && open.contains(killer) && killer != cell);
      Mask stones[2] = {mask_of(position.stones(kBlack)), mask_of(position.stones(kWhite))};
      stones[index_of(opponent(to_move))] |= Mask{1} << killer;
      const Mask bit = Mask{1} << cell;
      for (const Colour next : kColours)
        CHECK_EQUAL(exact_.winner(stones[0] | bit, stones[1], next), exact_.winner(stones[0], stones[1] | bit, next));
    }
  }

  // A move that captures or kills a cell wins if that cell does, and every dominated cell has such a move.
  void check_dominated(const FilledPosition<1>& position, const Cells& winning, Colour to_move) {
    Cells needless;
    for (const int better : position.empty_cells()) {
      FilledPosition<1> after = position;
      after.play(better, to_move);
      LocalFillIn<1> locally = position.local();
      locally.add(better, to_move);
      locally.settle();
      Cells filled = (after.captured(to_move) | after.dead() | locally.captured(to_move) | locally.dead()) &
                     position.empty_cells();
      for (const int cell : position.empty_cells())
        if (const auto killers = position.killers(cell); killers[index_of(to_move)].contains(better))
          filled.insert(cell);
      dominated_ += filled.size();
      if (!winning.contains(better)) CHECK(!filled.meets(winning));
      needless |= filled;
    }
    CHECK(InferiorCells<1>(position, position.empty_cells(), to_move).dominated.inside(needless));
  }

  // A winning move is left, whether others are among the candidates or not; what is named as better wins where the
  // dominated move does.
  void check_inferior(const FilledPosition<1>& position, const Cells& winning, Colour to_move) {
    for (const Cells& candidates : {position.empty_cells(), winning}) {
      const InferiorCells<1> inferior(position, candidates, to_move);
      CHECK(inferior.candidates.meets(winning));
      CHECK(inferior.candidates == candidates - inferior.vulnerable - inferior.dominated);
      CHECK(inferior.vulnerable == (position.vulnerable(to_move).cells & candidates));
      for (const int cell : inferior.dominated) {
        const Move better = inferior.better_than(cell);
        CHECK(inferior.candidates.contains(better));
        if (winning.contains(cell)) CHECK(winning.contains(better));
      }
    }
  }

  Cells winning_moves(const FilledPosition<1>& position, Colour to_move) {
    const Mask black = mask_of(position.stones(kBlack)), white = mask_of(position.stones(kWhite));
    Cells winning;
    for (const int cell : position.empty_cells())
      if (exact_.winner_after(black, white, cell, to_move) == to_move) winning.insert(cell);
    return winning;
  }

  ExactHex exact_;
  CapturePatterns patterns_;
  long long filled_ = 0, vulnerable_ = 0, dominated_ = 0;  // claims checked
};

void check_all_positions(int rows, int cols) {
  ClaimChecker checker(rows, cols);
  for (Mask black = 0; black <= checker.board(); ++black) {
    const Mask rest = checker.board() & ~black;
    for (Mask white = rest;; white = (white - 1) & rest) {
      checker.check(black, white);
      if (white == 0) break;
    }
  }
  checker.report();
}

void check_random_positions(int rows, int cols, int empty, int count) {
  ClaimChecker checker(rows, cols);
  Random random(rows * 100 + cols);
  for (int i = 0; i < count; ++i) {
    const SmallPosition position(rows * cols, empty, random);
    checker.check(position.black, position.white);
  }
  checker.report();
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

TEST(a_cell_is_dead_whose_neighbours_are_joined_by_groups_and_edges) {
  CHECK_EQUAL(filled(".W... WW... ..... ..... W....", 5), "xW... WW... x.... x.... W....");
  CHECK_EQUAL(filled("..... .W... .W... W.... .....", 5), "xx... xW... xW... W.... .....");
}

TEST(two_cells_that_kill_each_other_through_groups_are_captured) {
  CHECK_EQUAL(filled("..... ...W. ...W. ..... .....", 5), "....w ...Ww ...Wx ...ww ...ww");
}

TEST(filling_goes_on_from_filled_cells) { CHECK_EQUAL(filled(".... .... .B.. ....", 4), ".... .... .Bbb bbbb"); }

TEST(claims_hold_on_every_small_board) {
  for (int rows = 1; rows <= 3; ++rows)
    for (int cols = 1; cols <= 3; ++cols) check_all_positions(rows, cols);
  check_all_positions(2, 5);
  if (!check::full) return;
  check_all_positions(3, 4);
  check_all_positions(4, 3);
  check_all_positions(3, 5);
  check_all_positions(5, 3);
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
  const CapturePatterns patterns(4, 4);
  Random random(5);
  for (int game = 0; game < 300; ++game) {
    const SmallPosition start(16, 13, random);
    Mask black = start.black, white = start.white;
    FilledPosition<1> position(patterns, cells_of(black), cells_of(white));
    for (Colour mover = kBlack; !position.empty_cells().empty(); mover = opponent(mover)) {
      CHECK_EQUAL(exact.winner(mask_of(position.stones(kBlack)), mask_of(position.stones(kWhite)), mover),
                  exact.winner(black, white, mover));
      int skip = static_cast<int>(random.below(position.empty_cells().size()));
      for (const int cell : position.empty_cells())
        if (skip-- == 0) {
          (mover == kBlack ? black : white) |= Mask{1} << cell;
          position.play(cell, mover);
          break;
        }
    }
  }
}

TEST(boards_of_several_words_are_filled_alike) {
  const CapturePatterns patterns(19, 19);
  const int stone = 17 * 19 + 9, below = stone + 19;
  const FilledPosition<6> position(patterns, CellSet<6>::of(stone), {});
  CHECK(position.captured(kBlack) == (CellSet<6>::of(below - 1) | CellSet<6>::of(below)));
}
