// What the tree search is told about moves, against exhaustive play; and searches that are told.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "check.hpp"
#include "exact_hex.hpp"
#include "search/searches.hpp"
#include "tracker/hex.hpp"

namespace beeline {
namespace {

HexBoard random_position(int size, int stones, Random& random) {
  HexBoard board(size, size);
  while (stones > 0 && board.winner() == Colour::None) {
    const Move cell = static_cast<Move>(random.below(static_cast<std::uint32_t>(board.cells())));
    if (board.at(cell) != Colour::None) continue;
    board.play(cell, board.to_move());
    --stones;
  }
  return board;
}

struct Masks {
  ExactHex::Mask black = 0, white = 0;
};

Masks masks_of(const HexBoard& board) {
  Masks masks;
  for (Move cell = 0; cell < board.cells(); ++cell) {
    if (board.at(cell) == Colour::Black) masks.black |= 1u << cell;
    if (board.at(cell) == Colour::White) masks.white |= 1u << cell;
  }
  return masks;
}

// Whether the side to move wins with this move.
bool wins(ExactHex& exact, const HexBoard& board, Move move) {
  Masks masks = masks_of(board);
  (board.to_move() == Colour::Black ? masks.black : masks.white) |= 1u << move;
  return exact.winner(masks.black, masks.white, opponent(board.to_move())) == board.to_move();
}

void check_verdicts(ExactHex& exact, const HexBoard& board) {
  HexTracker tracker(board, {});
  const auto verdicts = tracker.judge();
  bool winnable = false, winner_left = false;
  for (Move move = 0; move < board.cells(); ++move) {
    if (board.at(move) != Colour::None) {
      CHECK(verdicts[move] == MoveVerdict::Open);
      continue;
    }
    const bool win = wins(exact, board, move);
    if (verdicts[move] == MoveVerdict::Win) CHECK(win);
    if (verdicts[move] == MoveVerdict::Loss) CHECK(!win);
    winnable |= win;
    winner_left |= win && (verdicts[move] == MoveVerdict::Open || verdicts[move] == MoveVerdict::Win);
  }
  CHECK_EQUAL(winnable, winner_left);
}

TEST(verdicts_are_true_and_leave_a_winning_move) {
  Random random = Random::stream(11, 0);
  for (const int size : {3, 4}) {
    ExactHex exact(size, size);
    for (int i = 0; i < 3000; ++i) {
      const int stones = static_cast<int>(random.below(static_cast<std::uint32_t>(size * size - 1)));
      const HexBoard board = random_position(size, stones, random);
      if (board.winner() == Colour::None) check_verdicts(exact, board);
    }
  }
}

SearchReport search(const HexBoard& board, int judge_after, int simulations, int threads = 1) {
  SearchSettings settings;
  settings.judge_after = judge_after;
  settings.threads = threads;
  settings.memory = 16 << 20;
  TreeSearch<HexTracker> tree(settings, 5);
  Limits limits;
  limits.simulations = simulations;
  return tree.run(HexTracker(board, {}), limits);
}

TEST(a_search_that_is_told_proves_only_the_truth) {
  Random random = Random::stream(12, 0);
  ExactHex exact(4, 4);
  int proven = 0;
  for (int i = 0; i < 300; ++i) {
    const HexBoard board = random_position(4, static_cast<int>(random.below(9)), random);
    if (board.winner() != Colour::None) continue;
    for (const int threads : {1, 2})
      for (const MoveReport& move : search(board, 20, 400, threads).moves) {
        if (move.proof == Proof::Win) CHECK(wins(exact, board, move.move));
        if (move.proof == Proof::Loss) CHECK(!wins(exact, board, move.move));
        proven += move.proof == Proof::Win;
      }
  }
  CHECK(proven > 100);
}

SearchSettings all_knowledge() {
  SearchSettings settings;
  settings.selection.rave = 300;
  settings.amaf_update = true;
  settings.judge_after = 20;
  settings.prior = 30;
  settings.fill_in = true;
  settings.memory = 16 << 20;
  return settings;
}

// Whole games in which the tree is kept from move to move while more and more of the board is filled in.
TEST(fill_in_and_priors_prove_only_the_truth_over_a_game) {
  Random random = Random::stream(13, 0);
  ExactHex exact(4, 4);
  int proven = 0, filled = 0;
  for (int game = 0; game < 150; ++game) {
    TreeSearch<HexTracker> tree(all_knowledge(), static_cast<std::uint64_t>(game));
    HexBoard board(4, 4);
    while (board.winner() == Colour::None) {
      Limits limits;
      limits.simulations = 150;
      const SearchReport report = tree.run(HexTracker(board, {}), limits);
      CHECK(report.moves.size() <= board.legal_moves().size());
      for (const MoveReport& move : report.moves) {
        if (move.proof == Proof::Win) CHECK(wins(exact, board, move.move));
        if (move.proof == Proof::Loss) CHECK(!wins(exact, board, move.move));
        proven += move.proof == Proof::Win;
        filled += move.proof == Proof::Filled;
      }
      const Move move = report.moves[random.below(static_cast<std::uint32_t>(report.moves.size()))].move;
      board.play(move, board.to_move());
      tree.advance(std::array{move});
    }
  }
  CHECK(proven > 100);
  CHECK(filled > 20);
}

TEST(promises_are_symmetric_and_reach_one) {
  Random random = Random::stream(15, 0);
  for (int i = 0; i < 50; ++i) {
    const HexBoard board = random_position(7, static_cast<int>(random.below(20)), random);
    if (board.winner() != Colour::None) continue;
    HexBoard turned(7, 7);
    for (Move cell = 0; cell < board.cells(); ++cell)
      if (board.at(cell) != Colour::None) turned.set_up(static_cast<Move>(48 - cell), board.at(cell));
    HexTracker one(board, {}), other(turned, {});
    const auto promises = one.promise();
    const std::vector<float> mirrored(other.promise().begin(), other.promise().end());
    float most = 0;
    for (Move cell = 0; cell < board.cells(); ++cell) {
      CHECK(promises[cell] >= 0 && promises[cell] <= 1);
      CHECK(std::abs(promises[cell] - mirrored[48 - cell]) < 0.02f);  // every cell leaks a little to one edge
      if (board.at(cell) != Colour::None) CHECK_EQUAL(promises[cell], 0.0f);
      most = std::max(most, promises[cell]);
    }
    CHECK_EQUAL(most, 1.0f);
  }
}

TEST(connections_prove_what_simulations_take_long_to) {
  // Black in the middle of 5x5 has a winning connection: White to move is lost, and each reply is refuted.
  HexBoard board(5, 5);
  board.play(12, board.to_move());
  board.play(0, board.to_move());
  const SearchReport told = search(board, 30, 20000);
  CHECK(told.moves.front().proof == Proof::Win);
  CHECK(told.simulations == 0);
  const SearchReport plain = search(board, 0, 2000);
  CHECK(plain.moves.front().proof == Proof::Unknown);
}

TEST(a_lost_root_is_searched_on) {
  HexBoard board(5, 5);
  board.play(12, board.to_move());
  const SearchReport told = search(board, 1000000, 500);
  CHECK_EQUAL(told.simulations, 500);
  CHECK(told.moves.front().visits > 0);
}

}  // namespace
}  // namespace beeline
