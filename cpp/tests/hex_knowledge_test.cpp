// What the tree search is told about moves, against exhaustive play; and searches that are told.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "check.hpp"
#include "exact_hex.hpp"
#include "knowledge/move_features.hpp"
#include "search/searches.hpp"
#include "searching.hpp"
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

void check_status(ExactHex& exact, const HexBoard& board) {
  const HexTracker tracker(board, {});
  HexKnowledge knowledge;
  const auto status = knowledge.assess(tracker);
  bool winnable = false, winner_left = false;
  for (Move move = 0; move < board.cells(); ++move) {
    if (board.at(move) != Colour::None) {
      CHECK(status[move] == MoveStatus::Open);
      continue;
    }
    const bool win = wins(exact, board, move);
    if (status[move] == MoveStatus::Win) CHECK(win);
    if (status[move] == MoveStatus::Loss) CHECK(!win);
    winnable |= win;
    winner_left |= win && (status[move] == MoveStatus::Open || status[move] == MoveStatus::Win);
  }
  CHECK_EQUAL(winnable, winner_left);
}

TEST(statuses_are_true_and_leave_a_winning_move) {
  Random random = Random::stream(11, 0);
  for (const int size : {3, 4}) {
    ExactHex exact(size, size);
    for (int i = 0; i < 3000; ++i) {
      const int stones = static_cast<int>(random.below(static_cast<std::uint32_t>(size * size - 1)));
      const HexBoard board = random_position(size, stones, random);
      if (board.winner() == Colour::None) check_status(exact, board);
    }
  }
}

SearchReport search(const HexBoard& board, int knowledge, int simulations, int threads = 1) {
  SearchSettings settings = settings_with(threads, 1, 16 << 20);
  settings.knowledge = knowledge;
  HexSearch tree(settings, 5);
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
        if (move.state.proof == Proof::Win) CHECK(wins(exact, board, move.move));
        if (move.state.proof == Proof::Loss) CHECK(!wins(exact, board, move.move));
        proven += move.state.proof == Proof::Win;
      }
  }
  CHECK(proven > 100);
}

SearchSettings all_knowledge() {
  SearchSettings settings = with_amaf(settings_with(1, 1, 16 << 20), 0, 300);
  settings.knowledge = 20;
  settings.prior.visits = 30;
  settings.fill = true;
  return settings;
}

// Whole games in which the tree is kept from move to move while more and more of the board is filled in.
TEST(fill_in_and_priors_prove_only_the_truth_over_a_game) {
  Random random = Random::stream(13, 0);
  ExactHex exact(4, 4);
  int proven = 0, filled = 0;
  for (int game = 0; game < 150; ++game) {
    HexSearch tree(all_knowledge(), static_cast<std::uint64_t>(game));
    HexBoard board(4, 4);
    while (board.winner() == Colour::None) {
      Limits limits;
      limits.simulations = 150;
      const SearchReport report = tree.run(HexTracker(board, {}), limits);
      CHECK(report.moves.size() <= board.legal_moves().size());
      for (const MoveReport& move : report.moves) {
        if (move.state.proof == Proof::Win) CHECK(wins(exact, board, move.move));
        if (move.state.proof == Proof::Loss) CHECK(!wins(exact, board, move.move));
        proven += move.state.proof == Proof::Win;
        filled += move.state.pruned == Pruned::FilledIn;
      }
      const Move move = report.moves[random.below(static_cast<std::uint32_t>(report.moves.size()))].move;
      board.play(move, board.to_move());
      tree.advance(std::array{move});
    }
  }
  CHECK(proven > 100);
  CHECK(filled > 20);
}

TEST(priors_are_of_empty_cells_and_reach_one) {
  Random random = Random::stream(15, 0);
  for (int i = 0; i < 50; ++i) {
    const HexBoard board = random_position(7, static_cast<int>(random.below(20)), random);
    if (board.winner() != Colour::None) continue;
    HexFeaturePriors policy;
    const auto priors = policy.of(HexTracker(board, {}));
    for (Move cell = 0; cell < board.cells(); ++cell)
      CHECK(board.at(cell) == Colour::None ? priors[cell] > 0 && priors[cell] <= 1 : priors[cell] == 0);
    CHECK_EQUAL(std::ranges::max(priors), 1.0f);
  }
}

// What features are worked out from, on boards of any sides.
struct Scene {
  int rows, cols;
  std::vector<Colour> stones;
  Colour to_move;
  Move last, before;
  std::vector<float> currents;

  std::vector<std::pair<Move, MoveFeatures::Values>> features() const {
    MoveFeatures features(rows, cols);
    const auto values = features.of({stones, to_move, last, before, currents});
    std::vector<std::pair<Move, MoveFeatures::Values>> found;
    for (std::size_t i = 0; i < values.size(); ++i) found.emplace_back(features.cells()[i], values[i]);
    return found;
  }

  // With each cell moved elsewhere.
  template <class Map>
  Scene moved(int new_rows, int new_cols, Map to) const {
    const auto moved = [&](Move cell) { return cell == kNoMove ? cell : to(cell); };
    Scene scene{new_rows, new_cols, stones, to_move, moved(last), moved(before), currents};
    for (Move cell = 0; cell < rows * cols; ++cell) {
      scene.stones[to(cell)] = stones[cell];
      scene.currents[to(cell)] = currents[cell];
    }
    return scene;
  }
};

Scene random_scene(Random& random) {
  const auto side = [&] { return 4 + static_cast<int>(random.below(4)); };
  const Colour to_move = random.below(2) == 0 ? Colour::Black : Colour::White;
  Scene scene{side(), side(), {}, to_move, kNoMove, kNoMove, {}};
  for (Move cell = 0; cell < scene.rows * scene.cols; ++cell) {
    scene.stones.push_back(static_cast<Colour>(random.below(3)));
    scene.currents.push_back(static_cast<float>(random.below(1000)) / 1000.0f);
    if (scene.stones.back() == Colour::None) continue;
    (scene.stones.back() == scene.to_move ? scene.before : scene.last) = cell;
  }
  return scene;
}

TEST(a_move_looks_the_same_after_a_half_turn_and_to_the_other_player) {
  Random random = Random::stream(16, 0);
  for (int i = 0; i < 200; ++i) {
    const Scene scene = random_scene(random);
    const auto turn = [&](Move cell) { return static_cast<Move>(scene.rows * scene.cols - 1 - cell); };
    const auto mirror = [&](Move cell) {
      return static_cast<Move>(cell % scene.cols * scene.rows + cell / scene.cols);
    };
    const Scene turned = scene.moved(scene.rows, scene.cols, turn);
    Scene mirrored = scene.moved(scene.cols, scene.rows, mirror);
    mirrored.to_move = opponent(scene.to_move);
    for (Colour& stone : mirrored.stones)
      if (stone != Colour::None) stone = opponent(stone);
    const auto seen_turned = turned.features(), seen_mirrored = mirrored.features();
    const auto at = [](const auto& features, Move cell) {
      return std::ranges::find(features, cell, &std::pair<Move, MoveFeatures::Values>::first)->second;
    };
    for (const auto& [cell, values] : scene.features()) {
      for (int k = 0; k < MoveFeatures::kCount; ++k)
        CHECK(values[k] >= MoveFeatures::kFirst[k] && values[k] < MoveFeatures::kFirst[k] + MoveFeatures::kValues[k]);
      // The sum of the currents may round differently, and a product near the end of its class fall into the next.
      const auto alike = [&](const MoveFeatures::Values& other) {
        return std::ranges::equal(values, other, [](int a, int b) {
          return a == b || (a >= MoveFeatures::kFirst[5] && a < MoveFeatures::kFirst[6] && std::abs(a - b) == 1);
        });
      };
      CHECK(alike(at(seen_turned, turn(cell))));
      CHECK(alike(at(seen_mirrored, mirror(cell))));
    }
  }
}

TEST(a_move_is_seen_with_the_stones_edges_and_last_moves_around_it) {
  // Black to move at a1, in the acute corner of 5x5, after White at b1 and, before that, Black at a3.
  Scene scene{5, 5, std::vector<Colour>(25, Colour::None), Colour::Black, 1, 10, std::vector<float>(25, 1.0f)};
  scene.stones[1] = Colour::White;
  scene.stones[10] = Colour::Black;
  scene.currents[0] = 8.0f;
  const auto [cell, values] = scene.features().front();
  CHECK_EQUAL(cell, 0);
  // Right, then clockwise, neighbours and the ends of bridges between them: White's stone, nothing at b2, nothing at
  // a2, beyond the left edge; left, above it nothing (a corner), above and up to the right Black's edge.
  const int seen[12] = {2, 0, 0, 2, 2, 2, 2, 0, 1, 1, 1, 1};
  int one = 0, other = 0;
  for (int k = 0; k < 12; ++k) one = 3 * one + seen[k], other = 3 * other + seen[(k + 6) % 12];
  CHECK_EQUAL(values[0], std::min(one, other));
  const auto value = [&](int k) { return values[k] - MoveFeatures::kFirst[k]; };
  CHECK_EQUAL(value(1), 1);   // one step along the row
  CHECK_EQUAL(value(2), 13);  // two rows down
  CHECK_EQUAL(value(3), 0);   // on both edges
  CHECK_EQUAL(value(5), 15);  // far above the mean
  CHECK_EQUAL(value(6), 0);   // the largest
}

TEST(connections_prove_what_simulations_take_long_to) {
  // Black in the middle of 5x5 has a winning connection: White to move is lost, and each reply is refuted.
  HexBoard board(5, 5);
  board.play(12, board.to_move());
  board.play(0, board.to_move());
  const SearchReport told = search(board, 30, 20000);
  CHECK(told.moves.front().state.proof == Proof::Win);
  CHECK(told.simulations == 0);
  const SearchReport plain = search(board, 0, 2000);
  CHECK(plain.moves.front().state.proof == Proof::Unknown);
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
