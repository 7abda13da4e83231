// The rules of Hex against a naive referee.
// Boards are drawn row by row, B for Black, W for White.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/hex_census.hpp"
#include "check.hpp"
#include "hex_referee.hpp"
#include "rules/hex_board.hpp"
#include "rules/hex_rows.hpp"

TEST(spread_fills_the_runs_that_hold_a_seed) {
  const auto naive = [](std::uint32_t seeds, std::uint32_t mask) {
    for (std::uint32_t before = 0; before != seeds;) {
      before = seeds;
      seeds |= (seeds << 1 | seeds >> 1) & mask;
    }
    return seeds;
  };
  for (std::uint32_t mask = 0; mask < 1 << 10; ++mask)
    for (std::uint32_t seeds = mask;; seeds = (seeds - 1) & mask) {
      CHECK_EQUAL(spread(seeds, mask), naive(seeds, mask));
      if (seeds == 0) break;
    }
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    auto mask = static_cast<std::uint32_t>(random.bits() | random.bits()), seeds = mask;
    for (unsigned sparser = random.below(6); sparser > 0; --sparser) seeds &= static_cast<std::uint32_t>(random.bits());
    CHECK_EQUAL(spread(seeds, mask), naive(seeds, mask));
  }
}

TEST(connections_agree_with_a_flood_fill) {
  Random random(2);
  for (int i = 0; i < 4000; ++i) {
    Referee referee(random_side(random), random_side(random));
    const std::uint32_t density = 30 + random.below(41);  // percent; half is where ways wind most
    for (auto& cell : referee.cells) cell = random.below(100) < density ? kBlack : kWhite;
    CHECK_EQUAL(joins_top_bottom(referee.stones(kBlack), referee.rows), referee.joins(kBlack));
    CHECK_EQUAL(joins_left_right(referee.stones(kWhite), referee.rows, referee.cols), referee.joins(kWhite));
    CHECK(referee.joins(kBlack) != referee.joins(kWhite));
  }
}

TEST(a_way_may_wind_back_and_forth) {
  const std::string winding =
      "B...... "
      "BBBBBBB "
      "......B "
      "BBBBBBB "
      "B...... "
      "BBBBBBB "
      "......B";
  const HexBoard board = board_of(winding, 7);
  CHECK_EQUAL(board.winner(), kBlack);
  CHECK_EQUAL(board.winning_chain().size(), 25u);
  CHECK_EQUAL(board.reflected().winner(), kWhite);
  CHECK_EQUAL(board.rotated().winner(), kBlack);
  const std::string up_again =
      "..B.... "
      ".BWWWW. "
      "BWBBBBW "
      "BWBWWBW "
      "BWBWBBW "
      "BBBWBWW "
      "...WB..";
  CHECK_EQUAL(board_of(up_again, 7).winner(), kBlack);
  CHECK_EQUAL(referee_of(board_of(up_again, 7)).winner(), kBlack);
}

TEST(board_agrees_with_the_referee) {
  Random random(3);
  for (int game = 0; game < 200; ++game) {
    HexBoard board(random_side(random), random_side(random));
    while (board.winner() == kNone) {
      const auto moves = board.legal_moves();
      CHECK_EQUAL(static_cast<int>(moves.size()), board.empty_cells());
      const Move move = random_choice(moves, random);
      const Colour colour = board.to_move();
      CHECK_EQUAL(board.at(move), kNone);
      board.play(move, colour);
      CHECK_EQUAL(board.at(move), colour);
      CHECK_EQUAL(board.to_move(), opponent(colour));
      CHECK_EQUAL(board.winner() != kNone, referee_of(board).joins(colour));
    }
    CHECK_EQUAL(board.winner(), referee_of(board).winner());
    CHECK(board.winning_chain() == referee_of(board).joining_chains(board.winner()));
    CHECK(board.legal_moves().empty());
  }
}

TEST(undo_restores_stones_hash_and_winner) {
  Random random(4);
  for (int game = 0; game < 60; ++game) {
    HexBoard board(1 + game % 9, 1 + game % 7);
    std::vector<HexBoard> past;
    while (board.empty_cells() > 0) {
      past.push_back(board);
      if (board.can_swap() && random.below(2) > 0 && board.rows() == board.cols()) {
        board.swap_pieces();
      } else if (board.can_swap() && random.below(2) > 0) {
        board.swap_sides();
      } else {
        Move cell;
        do cell = static_cast<Move>(random.below(board.cells()));
        while (board.at(cell) != kNone);
        if (board.winner() == kNone && random.below(5) > 0) {
          board.play(cell, random.below(8) > 0 ? board.to_move() : opponent(board.to_move()));
        } else {
          board.set_up(cell, kColours[random.below(2)]);
        }
      }
    }
    for (; !past.empty(); past.pop_back()) {
      CHECK(board.undo());
      CHECK_EQUAL(drawing_of(board), drawing_of(past.back()));
      CHECK_EQUAL(board.hash(), past.back().hash());
      CHECK_EQUAL(board.winner(), past.back().winner());
      CHECK_EQUAL(board.to_move(), past.back().to_move());
      CHECK(board.history() == past.back().history());
    }
    CHECK(!board.undo());
  }
}

TEST(a_swap_of_pieces_reflects_and_recolours) {
  HexBoard board(3, 3);
  CHECK(!board.can_swap());
  board.play(6, kBlack);  // a3
  CHECK(board.can_swap());
  board.swap_pieces();
  CHECK_EQUAL(drawing_of(board), "..W......");
  CHECK_EQUAL(board.to_move(), kBlack);
  CHECK(!board.can_swap());
  board.undo();
  board.swap_sides();
  CHECK_EQUAL(drawing_of(board), "......B..");
  CHECK_EQUAL(board.to_move(), kWhite);
  CHECK(!board_of("... ... B..", 3, kWhite).can_swap());  // a set-up stone is no first move
}

TEST(symmetries_keep_the_turn_with_the_player) {
  const HexBoard board = board_of("B.. .W.", 2, kWhite);
  CHECK_EQUAL(drawing_of(board.rotated()), ".W...B");
  CHECK_EQUAL(board.rotated().to_move(), kWhite);
  CHECK_EQUAL(drawing_of(board.reflected()), "W..B..");
  CHECK_EQUAL(board.reflected().to_move(), kBlack);
}

TEST(positions_are_counted_as_in_the_literature) {
  CHECK(count_positions(2, 2) == std::pair<std::int64_t, std::int64_t>(32, 9));
  CHECK(count_positions(3, 3) == std::pair<std::int64_t, std::int64_t>(5514, 994));
  CHECK_EQUAL(count_positions(3, 4).first, 126003);
}

TEST(bare_playouts_deal_the_cells_out_in_turn) {
  CHECK_EQUAL(bare_playouts(1, 1, 100, 1), 100);
  CHECK_EQUAL(bare_playouts(1, 2, 100, 1), 100);  // Black fills one cell, and that joins top and bottom
  CHECK_EQUAL(bare_playouts(2, 1, 100, 1), 0);
  // On 2×2 three of the six pairs of cells join top and bottom.
  CHECK(std::abs(bare_playouts(2, 2, 40000, 1) - 20000) < 500);
}
