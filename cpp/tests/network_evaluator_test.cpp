// What the network evaluator shows a network, and what it makes of the answers.
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "fake_network.hpp"
#include "hex_referee.hpp"
#include "network_searching.hpp"

TEST(a_position_and_its_half_turn_have_turned_answers_and_one_evaluation) {
  Random random(3);
  for (const auto& [rows, cols] : {std::pair(5, 5), {3, 6}, {6, 4}}) {
    for (const Colour mover : kColours) {
      HexBoard board(rows, cols);
      for (int stone = 0; stone < 6; ++stone) {
        const Move cell = random_choice(board.legal_moves(), random);
        board.set_up(cell, kColours[stone % 2]);
      }
      board.set_to_move(mover);
      HexBoard turned = board.rotated();
      turned.set_to_move(mover);
      const auto network = std::make_shared<HashNetwork>(false);
      const auto batch = std::make_shared<NetworkBatch>(network, 64);
      TreeSearch<HexTracker, NetworkEvaluator<HexTracker>, HexKnowledge> search(
          puct(), 1, [&](int) { return NetworkEvaluator<HexTracker>(batch, {}); });
      const SearchReport upright = look(search, HexTracker(board, {}));
      search.reset();
      const SearchReport other = look(search, HexTracker(turned, {}));
      CHECK_EQUAL(batch->evaluations(), 1);
      CHECK_EQUAL(network->positions, 1);
      CHECK_EQUAL(upright.root_value, other.root_value);
      for (const MoveReport& entry : upright.moves)
        CHECK(is_close(entry.prior, report_of(other, static_cast<Move>(board.cells() - 1 - entry.move)).prior));
    }
  }
}

TEST(a_mixture_is_the_weighted_mean_of_network_and_playout) {
  const auto network = std::make_shared<HashNetwork>();
  Random random(17);
  for (const float mix : {0.0f, 0.25f, 0.5f, 1.0f}) {
    NetworkEvaluator<HexTracker> evaluator(std::make_shared<NetworkBatch>(network, 0), {.batch = 1, .mix = mix});
    for (int round = 0; round < 50; ++round) {
      const HexBoard board = random_game(5, 4, static_cast<int>(random.below(12)), random);
      const HexTracker game(board, {});
      Random same = random;
      evaluator.add(game, board.legal_moves(), random);
      evaluator.compute();
      HexTracker played = game;
      const float playout = mix > 0 && played.playout(same) == win_for(board.to_move()) ? 1.0f : 0.0f;
      ViewedPosition viewed;
      view(game, viewed);
      const float expected = (1 - mix) * network->answer(viewed.input()).value + mix * playout;
      CHECK(std::abs(evaluator.result(0).value - expected) < 1e-6f);
    }
  }
}

TEST(a_finished_game_is_never_shown_to_the_network) {
  // Not even where several visits are wanted before a node is made, or where there is no room for more.
  class Strict final : public Network {
   public:
    void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override {
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        unsigned own = 0, other = 0;
        for (unsigned cell = 0; cell < 9; ++cell) {
          own |= static_cast<unsigned>(inputs[i].stones[cell] == 1) << cell;
          other |= static_cast<unsigned>(inputs[i].stones[cell] == 2) << cell;
        }
        CHECK(TicTacToeTracker(own, other, kBlack).winner() == Outcome::Undecided);
        predictions[i] = {0.5f, std::vector<float>(9, 0.0f), {}};
      }
    }
  };
  for (const std::int32_t expand : {0, 5, 1 << 30})
    for (const std::size_t memory : {std::size_t{1}, std::size_t{64} << 20}) {
      const auto search = network_search<TicTacToeTracker>(puct(1, expand, memory), std::make_shared<Strict>());
      const SearchReport report = search->run({0b000000011, 0b000011000, kBlack}, up_to(2000));
      CHECK_EQUAL(report.moves.front().move, 2);  // the third in a row
      CHECK_EQUAL(report.moves.front().state.proof, Proof::Win);
    }
}

TEST(predictions_that_make_no_sense_are_refused) {
  class Odd final : public Network {
   public:
    Odd(float value, float logit, std::size_t moves) : value_(value), logit_(logit), moves_(moves) {}
    void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override {
      for (std::size_t i = 0; i < inputs.size(); ++i) predictions[i] = {value_, std::vector<float>(moves_, logit_), {}};
    }

   private:
    float value_, logit_;
    std::size_t moves_;
  };
  const auto run = [](float value, float logit, std::size_t moves) {
    const auto search = network_search<GoTracker>(puct(), std::make_shared<Odd>(value, logit, moves));
    return search->run({GoBoard(3, 1), {}}, up_to(20));
  };
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  CHECK_EQUAL(run(0.5f, 0, 10).simulations, 20);
  CHECK_EQUAL(run(0.5f, -infinity, 10).moves.front().prior, 0.1f);
  CHECK_THROWS(std::invalid_argument, run(nan, 0, 10));
  CHECK_THROWS(std::invalid_argument, run(-0.5f, 0, 10));
  CHECK_THROWS(std::invalid_argument, run(0.5f, nan, 10));
  CHECK_THROWS(std::invalid_argument, run(0.5f, infinity, 10));
  CHECK_THROWS(std::invalid_argument, run(0.5f, 0, 9));  // no logit for the pass
}
