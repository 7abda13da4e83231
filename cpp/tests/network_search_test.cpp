// Searches whose leaves a network values: PUCT against a plain implementation, batches, threads, trees kept, failures.
#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "fake_network.hpp"
#include "hex_referee.hpp"
#include "network_searching.hpp"
#include "puct_reference.hpp"

namespace {

template <class G>
void compare(const typename PuctReference<G>::Node& expected, const RootedTree& rooted, NodeId node) {
  const auto [first, count] = rooted.tree.node(node);
  CHECK_EQUAL(expected.children.size(), count);
  for (ChildId child = first; child < first + count; ++child) {
    const auto& other = *std::ranges::find(expected.children, rooted.tree.move(child), [](auto& c) { return c.move; });
    CHECK_EQUAL(rooted.tree.visits(child), other.visits);
    CHECK_EQUAL(rooted.tree.wins(child), other.wins);
    CHECK_EQUAL(rooted.tree.proof(child), other.proof);
    CHECK(is_close(rooted.tree.prior(child), other.prior));
    if (other.visits > 0) CHECK(std::abs(rooted.tree.mean(child) - other.total / other.visits) <= 1.0 / 1024 + 1e-6);
    const NodeId below = rooted.tree.below(child);
    CHECK_EQUAL(below != kNoNode, other.below != nullptr);
    if (below != kNoNode && other.below) compare<G>(*other.below, rooted, below);
  }
}

template <class G>
void compare_with_reference(const G& game, int simulations, bool action_values) {
  // Not a symmetric network: moves that mirror each other would be equals, whose order is left to chance.
  const auto network = std::make_shared<HashNetwork>(false, action_values);
  const auto search = network_search<G>(puct(), network);
  search->run(game, up_to(simulations));
  PuctReference<G> reference(network, kExploration, kReduction);
  compare<G>(reference.run(game, simulations), search->rooted(), search->rooted().root);
}

Proof minimax(const TicTacToeTracker& game) {
  if (game.winner() != Outcome::Undecided) return proof_of(game.winner(), game.to_move());
  Proof best = Proof::Loss;
  for (Move move = 0; move < 9; ++move) {
    if (!game.legal(move)) continue;
    TicTacToeTracker after = game;
    after.play(move);
    best = std::max(best, reversed(minimax(after)));
  }
  return best;
}

}  // namespace

TEST(visits_values_and_proofs_are_those_of_plain_puct) {
  for (const bool action_values : {false, true}) {
    for (const int simulations : {1, 2, 10, 100, 1000}) {
      compare_with_reference(empty_tic_tac_toe(), simulations, action_values);
      compare_with_reference(TicTacToeTracker(0b000010000, 0b000000001, kBlack), simulations, action_values);
      for (const auto& [rows, cols] : {std::pair(3, 3), {4, 4}, {2, 5}, {5, 3}})
        compare_with_reference(HexTracker(HexBoard(rows, cols), {}), simulations, action_values);
    }
  }
  HexBoard board(4, 5);
  for (const Move move : {Move{7}, Move{12}, Move{3}}) board.play(move, board.to_move());
  compare_with_reference(HexTracker(board, {}), 2000, false);
  compare_with_reference(GoTracker(GoBoard(3, 1), {}), 500, false);
}

TEST(visits_are_conserved_and_nothing_is_left_claimed) {
  for (const int threads : {1, 2, 5}) {
    for (const int batch : {1, 3, 16}) {
      const auto search = network_search<HexTracker>(puct(threads), std::make_shared<HashNetwork>(), {.batch = batch});
      const HexTracker game(HexBoard(7, 7), {});
      for (const std::int64_t simulations : {1, 40, 1500}) {
        search->reset();
        const SearchReport report = search->run(game, up_to(simulations));
        CHECK_EQUAL(report.simulations, simulations);
        CHECK_EQUAL(total_visits(report), simulations);
        check_visits_conserved(search->rooted(), simulations);
        CHECK_EQUAL(claims_left(search->rooted()), 0);
        CHECK_EQUAL(search->rooted().root_visits, simulations);
      }
    }
  }
}

TEST(batches_of_1_and_16_prove_the_same_and_the_truth) {
  Random random(5);
  const auto network = std::make_shared<HashNetwork>();
  for (int round = 0; round < 60; ++round) {
    TicTacToeTracker game = empty_tic_tac_toe();
    unsigned stones[2] = {0, 0};
    for (int stone = 0; stone < 4 && game.winner() == Outcome::Undecided;) {
      const auto move = static_cast<Move>(random.below(9));
      if (!game.legal(move)) continue;
      stones[stone % 2] |= 1u << move;
      game.play(move);
      ++stone;
    }
    if (game.winner() != Outcome::Undecided) continue;
    const TicTacToeTracker position(stones[0], stones[1], game.to_move());
    for (const int batch : {1, 16}) {
      const auto search = network_search<TicTacToeTracker>(puct(), network, {.batch = batch});
      const SearchReport report = search->run(position, up_to(100000));
      CHECK_EQUAL(report.stopped, StopReason::Proven);
      CHECK_EQUAL(search->rooted().tree.proven_value(search->rooted().root), minimax(position));
      CHECK_EQUAL(claims_left(search->rooted()), 0);
    }
  }
}

TEST(one_thread_and_a_seed_repeat_to_the_bit_with_any_batch) {
  for (const int batch : {1, 7}) {
    const auto text = [&](float mix) {
      const auto search =
          network_search<HexTracker>(puct(), std::make_shared<HashNetwork>(), {.batch = batch, .mix = mix});
      return summary(search->run({HexBoard(5, 5), {}}, up_to(500)));
    };
    CHECK_EQUAL(text(0.5f), text(0.5f));
    CHECK(text(0.5f) != text(0.0f));
  }
}

TEST(a_tree_is_kept_with_its_priors) {
  const auto network = std::make_shared<HashNetwork>();
  const auto search = network_search<HexTracker>(puct(), network);
  HexBoard board(5, 5);
  const SearchReport before = search->run({board, {}}, up_to(800));
  const Move move = before.moves.front().move;
  CHECK(search->advance(std::vector<Move>{move}));
  board.play(move, kBlack);
  const std::int64_t asked = network->positions;
  const SearchReport kept = look(*search, HexTracker(board, {}));
  CHECK_EQUAL(network->positions, asked);
  CHECK_EQUAL(total_visits(kept), before.moves.front().visits - 1);
  const auto fresh = network_search<HexTracker>(puct(), network);
  const SearchReport anew = look(*fresh, HexTracker(board, {}));
  for (const MoveReport& entry : anew.moves) CHECK(is_close(report_of(kept, entry.move).prior, entry.prior));
  // The value of the root is that of its own player.
  CHECK(is_close(kept.root_value, 1 - before.moves.front().value));
  // The selection goes on as if nothing had happened: explore = p / (1 + v).
  const auto& [tree, root, value, visits] = search->rooted();
  const auto [first, count] = tree.node(root);
  for (ChildId child = first; child < first + count; ++child)
    CHECK_EQUAL(tree.children(root)[child - first].explore,
                tree.prior(child) / (1 + static_cast<float>(tree.visits(child))));
  CHECK_EQUAL(total_visits(search->run({board, {}}, up_to(100))), before.moves.front().visits + 99);
}

TEST(a_failure_reaches_the_caller_and_leaves_the_tree_as_it_was) {
  for (const int threads : {1, 3}) {
    for (const int batch : {1, 4}) {
      for (const std::int64_t at_call : {1, 2, 9}) {
        const auto network = std::make_shared<FailingNetwork>(at_call);
        const auto search = network_search<HexTracker>(puct(threads), network, {.batch = batch});
        const HexTracker game(HexBoard(5, 5), {});
        CHECK_THROWS(std::runtime_error, search->run(game, up_to(1000)));
        std::int64_t before = 0;
        if (at_call > 1) {
          CHECK_EQUAL(claims_left(search->rooted()), 0);
          before = total_visits(look(*search, game));
          check_visits_conserved(search->rooted(), before);
          CHECK_EQUAL(search->rooted().root_visits, before);
        }
        CHECK_EQUAL(total_visits(search->run(game, up_to(300))), before + 300);
      }
    }
  }
}
