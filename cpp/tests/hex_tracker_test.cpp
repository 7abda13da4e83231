// The tracker of Hex: simulated games against the board, playouts against their exact distributions.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "hex_playouts.hpp"
#include "hex_referee.hpp"
#include "tracker/hex.hpp"

namespace {

constexpr std::array kKinds = {ContinuationKind::Default, ContinuationKind::Local, ContinuationKind::Tenuki,
                               ContinuationKind::Patterns};

Continuation patterns(PatternWeights weights) {
  return {ContinuationKind::Patterns, std::make_shared<const PatternWeights>(std::move(weights))};
}

PatternWeights equal_weights(std::uint16_t weight) { return PatternWeights(2 * kCodes, weight); }

// A third of them zero, the rest of all magnitudes.
PatternWeights random_weights(Random& random) {
  PatternWeights weights = equal_weights(0);
  for (auto& weight : weights)
    if (random.below(3) > 0) weight = static_cast<std::uint16_t>(random.below(65501) >> random.below(12));
  return weights;
}

Continuation continuation_of(ContinuationKind kind, Random& random) {
  return kind == ContinuationKind::Patterns ? patterns(random_weights(random)) : Continuation{kind, nullptr};
}

// The board as a playout left it: the stones of the real game, and what was played on top.
Referee after_playout(const HexBoard& root, const HexTracker& tracker) {
  Referee referee = referee_of(root);
  for (Move cell = 0; cell < root.cells(); ++cell)
    for (const Colour colour : kColours)
      if (tracker.was_played(colour, cell)) referee.cells[cell] = colour;
  return referee;
}

}  // namespace

TEST(tracker_agrees_with_the_board) {
  Random random(5);
  for (int game = 0; game < 120; ++game) {
    const int rows = random_side(random), cols = random_side(random);
    const HexBoard root = random_game(rows, cols, static_cast<int>(random.below(20)), random);
    HexTracker tracker(root, continuation_of(kKinds[game % 4], random));
    for (int line = 0; line < 3; ++line) {
      tracker.restart();
      HexBoard board = root;
      while (board.winner() == kNone) {
        CHECK_EQUAL(tracker.winner(), Outcome::Undecided);
        CHECK_EQUAL(tracker.to_move(), board.to_move());
        for (Move cell = 0; cell < board.cells(); ++cell) {
          CHECK_EQUAL(tracker.legal(cell), board.at(cell) == kNone);
          for (const Colour colour : kColours)
            CHECK_EQUAL(tracker.was_played(colour, cell), root.at(cell) == kNone && board.at(cell) == colour);
        }
        const Move move = random_choice(board.legal_moves(), random);
        board.play(move, board.to_move());
        tracker.play(move);
        if (line == 1 && random.below(20) == 0) break;  // leave a line in the middle, through a playout
      }
      CHECK_EQUAL(tracker.winner(), board.winner() == kNone ? Outcome::Undecided : win_for(board.winner()));
      if (board.winner() == kNone) tracker.playout(random);
    }
  }
}

TEST(every_policy_fills_the_board_with_stones_in_turn) {
  Random random(6);
  for (int game = 0; game < 400; ++game) {
    const int rows = random_side(random), cols = random_side(random), cells = rows * cols;
    const HexBoard root = random_game(rows, cols, static_cast<int>(random.below(40)), random);
    HexTracker tracker(root, continuation_of(kKinds[game % 4], random));
    for (int playout = 0; playout < 5; ++playout) {
      tracker.restart();
      HexBoard line = root;
      const int tree_moves = static_cast<int>(random.below(10));
      for (int i = 0; i < tree_moves && line.winner() == kNone; ++i) {
        const Move move = random_choice(line.legal_moves(), random);
        line.play(move, line.to_move());
        tracker.play(move);
      }
      const Outcome outcome = tracker.playout(random);
      const Referee end = after_playout(root, tracker);
      for (Move cell = 0; cell < cells; ++cell) {
        const bool free = root.at(cell) == kNone;
        CHECK_EQUAL(tracker.was_played(kBlack, cell) + tracker.was_played(kWhite, cell), free ? 1 : 0);
        if (line.at(cell) != kNone) CHECK_EQUAL(end.cells[cell], line.at(cell));
      }
      CHECK_EQUAL(std::count(end.cells.begin(), end.cells.end(), kBlack), (cells + 1) / 2);
      CHECK_EQUAL(outcome, win_for(end.winner()));
    }
  }
}

TEST(white_to_move_leaves_white_the_odd_cell) {
  Random random(7);
  for (const ContinuationKind kind : kKinds) {
    const HexBoard root = board_of("... ... ...", 3, kWhite);
    HexTracker tracker(root, continuation_of(kind, random));
    for (int i = 0; i < 50; ++i) {
      tracker.restart();
      tracker.playout(random);
      const Referee end = after_playout(root, tracker);
      CHECK_EQUAL(std::count(end.cells.begin(), end.cells.end(), kWhite), 5);
    }
  }
}

TEST(pattern_codes_are_kept_up_to_date) {
  Random random(8);
  for (int game = 0; game < 150; ++game) {
    const int rows = random_side(random), cols = random_side(random);
    HexBoard root = random_game(rows, cols, static_cast<int>(random.below(30)), random);
    if (game % 3 == 0) root = root.rotated();  // a set-up position
    HexTracker tracker(root, patterns(random_weights(random)));
    for (int line = 0; line < 4; ++line) {
      Referee referee = referee_of(root);
      tracker.restart();
      std::vector<Move> moves = root.legal_moves();
      for (std::size_t length = random.below(moves.size() + 1);; --length) {
        for (const Move move : moves) CHECK_EQUAL(tracker.pattern_code(move), referee.pattern_code(move));
        if (length == 0) break;
        const auto at = moves.begin() + random.below(moves.size());
        referee.cells[*at] = tracker.to_move();
        tracker.play(*at);
        moves.erase(at);
      }
      tracker.playout(random);
    }
  }
}

namespace {

// Plays both from the same roots through the same tree moves with the same random numbers.
void check_twins(const Continuation& one, const Continuation& other) {
  Random random(9);
  for (int game = 0; game < 150; ++game) {
    const int rows = random_side(random), cols = random_side(random);
    if (rows * cols == 1) continue;
    const HexBoard root = random_game(rows, cols, static_cast<int>(random.below(20)), random);
    HexTracker first(root, one), second(root, other);
    Random random_one(game), random_other(game);
    for (int playout = 0; playout < 10; ++playout) {
      first.restart(), second.restart();
      if (playout % 2 > 0) {
        const Move move = random_choice(root.legal_moves(), random);
        first.play(move), second.play(move);
      }
      CHECK_EQUAL(first.playout(random_one), second.playout(random_other));
      for (Move cell = 0; cell < root.cells(); ++cell)
        CHECK_EQUAL(first.was_played(kBlack, cell), second.was_played(kBlack, cell));
    }
    CHECK_EQUAL(random_one.bits(), random_other.bits());
  }
}

}  // namespace

TEST(zero_weights_play_as_default_and_equal_weights_as_local) {
  check_twins(patterns(equal_weights(0)), {ContinuationKind::Default, nullptr});
  check_twins(patterns(equal_weights(1)), {ContinuationKind::Local, nullptr});
  check_twins(patterns(equal_weights(65500)), {ContinuationKind::Local, nullptr});
}

TEST(weights_of_patterns_that_never_occur_do_not_matter) {
  for (const int colour : {0, kCodes}) {
    for (const std::uint16_t weight : {0, 65500}) {
      PatternWeights weights = equal_weights(1);
      weights[colour + kCodes - 1] = weight;  // all six neighbours off the board
      check_twins(patterns(weights), {ContinuationKind::Local, nullptr});
    }
  }
}

namespace {

// The tracker's splits against the exact ones, from a board after these tree moves.
void check_playouts(const HexBoard& root, const Continuation& continuation, const std::vector<Move>& tree_moves,
                    int draws) {
  HexBoard board = root;
  for (const Move move : tree_moves) board.play(move, board.to_move());
  HexTracker tracker(root, continuation);
  Random random(10);
  std::map<unsigned, int> seen;
  for (int i = 0; i < draws; ++i) {
    tracker.restart();
    for (const Move move : tree_moves) tracker.play(move);
    tracker.playout(random);
    unsigned black = 0;
    for (Move cell = 0; cell < root.cells(); ++cell)
      if (root.at(cell) == kBlack || tracker.was_played(kBlack, cell)) black |= 1u << cell;
    ++seen[black];
  }
  check_distribution(ExactPlayouts(board, continuation).splits(), seen, draws);
}

}  // namespace

TEST(the_default_policy_splits_the_cells_uniformly) {
  const Continuation uniform{ContinuationKind::Default, nullptr};
  // The exact distribution first: every split of the empty 2×3 board is equally likely.
  const auto exact = ExactPlayouts(HexBoard(2, 3), uniform).splits();
  CHECK_EQUAL(exact.size(), 20u);
  for (const auto& [split, probability] : exact) CHECK(std::abs(probability - 1.0 / 20) < 1e-12);
  const auto splits = [](int n, int k) {
    ExactPlayouts::Splits result;
    for (unsigned split = 0; split < 1u << n; ++split)
      if (std::popcount(split) == k) result[split] = 1;
    for (auto& [split, probability] : result) probability /= static_cast<double>(result.size());
    return result;
  };
  HexTracker tracker(HexBoard(3, 3), uniform);
  Random random(11);
  std::map<unsigned, int> seen;
  constexpr int kDraws = 126 * 400;
  for (int i = 0; i < kDraws; ++i) {
    tracker.restart();
    tracker.playout(random);
    unsigned black = 0;
    for (Move cell = 0; cell < 9; ++cell) black |= (tracker.was_played(kBlack, cell) ? 1u : 0u) << cell;
    ++seen[black];
  }
  CHECK_EQUAL(seen.size(), 126u);
  check_distribution(splits(9, 5), seen, kDraws);
  // In the tree the root's list of cells also holds some that are taken.
  check_playouts(HexBoard(3, 3), uniform, {4, 0, 8}, 20000);
  check_playouts(HexBoard(2, 4), uniform, {1, 2}, 20000);
  check_playouts(board_of("B.. .W. ...", 3, kWhite), uniform, {}, 20000);
}

TEST(under_the_default_policy_every_cell_of_a_large_board_is_equally_likely) {
  for (const auto& [rows, cols] : {std::pair(11, 11), std::pair(19, 19), std::pair(7, 12)}) {
    HexTracker tracker(HexBoard(rows, cols), {});
    const auto cells = rows * cols;
    std::vector<int> black(cells);
    Random random(12);
    constexpr int kDraws = 4000;
    for (int i = 0; i < kDraws; ++i) {
      tracker.restart();
      tracker.play(5), tracker.play(2);
      tracker.playout(random);
      for (Move cell = 0; cell < cells; ++cell) black[cell] += tracker.was_played(kBlack, cell);
    }
    CHECK_EQUAL(black[5], kDraws);
    CHECK_EQUAL(black[2], 0);
    const double share = static_cast<double>((cells - 1) / 2) / static_cast<double>(cells - 2);
    for (Move cell = 0; cell < cells; ++cell) {
      const double deviation = std::abs(black[cell] - share * kDraws) / std::sqrt(kDraws * share * (1 - share));
      if (cell != 5 && cell != 2) CHECK(deviation < 5);
    }
  }
}

TEST(playouts_have_the_distribution_of_their_policy) {
  Random random(13);
  for (const ContinuationKind kind : kKinds) {
    for (int table = 0; table < (kind == ContinuationKind::Patterns ? 5 : 1); ++table) {
      const Continuation continuation = continuation_of(kind, random);
      check_playouts(HexBoard(2, 3), continuation, {}, 20000);
      check_playouts(HexBoard(2, 4), continuation, {5}, 20000);
      check_playouts(HexBoard(3, 3), continuation, {4, 8}, 20000);
      check_playouts(HexBoard(5, 1), continuation, {2}, 20000);
      HexBoard played(3, 3);
      played.play(4, kBlack);  // the last stone of the real game counts too
      check_playouts(played, continuation, {}, 20000);
      check_playouts(played.rotated(), continuation, {}, 20000);  // but not one that was set up
      played.play(1, kWhite);
      check_playouts(played, continuation, {6}, 20000);
    }
  }
}

TEST(replies_are_drawn_in_proportion_to_their_weights) {
  // Two cells left, both beside White's last stone: the reply decides which of them Black gets.
  HexBoard board = board_of("WBW B.. .BW", 3, kWhite);
  board.play(4, kWhite);
  const Referee referee = referee_of(board);
  PatternWeights weights = equal_weights(0);
  weights[kCodes | referee.pattern_code(5)] = 10000;
  weights[kCodes | referee.pattern_code(6)] = 30000;
  weights[referee.pattern_code(5)] = 60000;  // for White, whose turn it is not
  HexTracker tracker(board, patterns(weights));
  Random random(14);
  constexpr int kDraws = 20000;
  int first = 0;
  for (int i = 0; i < kDraws; ++i) {
    tracker.restart();
    tracker.playout(random);
    first += tracker.was_played(kBlack, 5);
    CHECK(tracker.was_played(kBlack, 5) != tracker.was_played(kBlack, 6));
  }
  CHECK(std::abs(first - kDraws * 0.25) < 4 * std::sqrt(kDraws * 0.25 * 0.75));
}

TEST(tenuki_leaves_the_last_move_once_in_six) {
  // One empty neighbour of the last stone and one cell elsewhere: Black takes the far one with probability 1/12.
  HexBoard board = board_of(".WW BW. BB.", 3, kWhite);
  board.play(8, kWhite);
  CHECK(board.legal_moves() == std::vector<Move>({0, 5}));
  HexTracker tracker(board, {ContinuationKind::Tenuki, nullptr});
  Random random(15);
  constexpr int kDraws = 20000;
  int far = 0;
  for (int i = 0; i < kDraws; ++i) {
    tracker.restart();
    tracker.playout(random);
    far += tracker.was_played(kBlack, 0);
  }
  CHECK(std::abs(far - kDraws / 12.0) < 4 * std::sqrt(kDraws / 12.0 * 11 / 12));
}

TEST(a_policy_with_another_number_of_weights_is_refused) {
  CHECK_THROWS(std::invalid_argument, HexTracker(HexBoard(5, 5), patterns({1, 2, 3})));
  CHECK_THROWS(std::invalid_argument, HexTracker(HexBoard(5, 5), {ContinuationKind::Patterns, nullptr}));
}
