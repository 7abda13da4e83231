// Searches whose leaves a network values: PUCT against a plain implementation, batches, threads, truth and lies.
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "check.hpp"
#include "exact_hex.hpp"
#include "fake_network.hpp"
#include "hex_referee.hpp"
#include "puct_reference.hpp"
#include "search/searches.hpp"
#include "searching.hpp"

namespace {

constexpr float kExploration = 1.25f, kReduction = 0.1f;

SearchSettings puct(int threads = 1, std::int32_t expand = 0, std::size_t memory = 64 << 20) {
  SearchSettings settings = settings_with(threads, expand, memory);
  settings.selection = {.bonus = Bonus::Puct, .exploration = kExploration, .first_play = kReduction};
  return settings;
}

template <class G>
auto network_search(const SearchSettings& settings, std::shared_ptr<Network> network,
                    const NetworkEvaluatorSettings& evaluator = {}, std::uint64_t seed = 1) {
  using Knowledge = std::conditional_t<std::same_as<G, HexTracker>, HexKnowledge, NoKnowledge>;
  return std::make_unique<TreeSearch<G, NetworkEvaluator<G>, Knowledge>>(settings, seed, [&](int) {
    return NetworkEvaluator<G>(std::make_shared<NetworkBatch>(network, 1024), evaluator);
  });
}

// Of priors, whose sum is rounded in the order of the children.
bool is_close(float a, float b) { return std::abs(a - b) < 1e-6f; }

TicTacToeTracker empty_tic_tac_toe() { return {0, 0, kBlack}; }

// Calls `visit(node)` for every node of the tree.
template <class Visit>
void each_node(const RootedTree& rooted, NodeId node, Visit visit) {
  visit(node);
  const auto [first, count] = rooted.tree.node(node);
  for (ChildId child = first; child < first + count; ++child)
    if (const NodeId below = rooted.tree.below(child); below != kNoNode) each_node(rooted, below, visit);
}

std::int64_t claims_left(const RootedTree& rooted) {
  std::int64_t left = 0;
  each_node(rooted, rooted.root, [&](NodeId node) {
    const auto [first, count] = rooted.tree.node(node);
    for (ChildId child = first; child < first + count; ++child) left += rooted.tree.claimed(child);
  });
  return left;
}

// Of a node that was made at the first visit of its position, all visits but that one went on into its children.
void check_visits_conserved(const RootedTree& rooted, std::int64_t simulations) {
  const auto sum = [&](NodeId node) {
    const auto [first, count] = rooted.tree.node(node);
    std::int64_t visits = 0;
    for (ChildId child = first; child < first + count; ++child) visits += rooted.tree.visits(child);
    return visits;
  };
  CHECK_EQUAL(sum(rooted.root), simulations);
  each_node(rooted, rooted.root, [&](NodeId node) {
    const auto [first, count] = rooted.tree.node(node);
    for (ChildId child = first; child < first + count; ++child) {
      CHECK(rooted.tree.wins(child) >= 0 && rooted.tree.mean(child) <= 1.0);
      const NodeId below = rooted.tree.below(child);
      if (below == kNoNode || rooted.tree.proof(child) != Proof::Unknown) continue;
      CHECK_EQUAL(sum(below), rooted.tree.visits(child) - 1);
    }
  });
}

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

namespace {

// A game without end in which every line of play is a position of its own.
struct Lines {
  static constexpr int kMoves = 6;
  std::uint64_t root = 1, now = 1;
  Colour mover = kBlack;

  int move_count() const { return kMoves; }
  Colour to_move() const { return mover; }
  bool legal(Move) const { return true; }
  Outcome winner() const { return Outcome::Undecided; }
  void play(Move move) {
    now = mixed(now, move + 1u);
    mover = opponent(mover);
  }
  void restart() {
    now = root;
    mover = kBlack;
  }
  Outcome playout(Random&) { return Outcome::Draw; }
  bool was_played(Colour, Move) const { return false; }
};

// Counts how often each position is evaluated, which takes a while.
class SlowEvaluator {
 public:
  struct Record {
    std::mutex guard;
    std::map<std::uint64_t, int> times;
  };

  SlowEvaluator(std::shared_ptr<Record> record, int batch, int milliseconds)
      : record_(std::move(record)), batch_(batch), milliseconds_(milliseconds) {}

  int capacity() const { return batch_; }
  int add(const Lines& game, std::span<const Move> moves, Random&) {
    rows_.push_back({game.now, std::vector<Move>(moves.begin(), moves.end())});
    return static_cast<int>(rows_.size()) - 1;
  }
  void compute() {
    if (rows_.empty()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds_));
    const std::lock_guard lock(record_->guard);
    for (const Row& row : rows_) ++record_->times[row.position];
    computed_ = std::move(rows_);
    rows_.clear();
  }
  Evaluation result(int row) {
    const Row& found = computed_[static_cast<std::size_t>(row)];
    priors_.assign(found.moves.size(), 1.0f / static_cast<float>(found.moves.size()));
    return {fraction_of(found.position), priors_, {}};
  }

 private:
  struct Row {
    std::uint64_t position;
    std::vector<Move> moves;
  };
  std::shared_ptr<Record> record_;
  int batch_, milliseconds_;
  std::vector<Row> rows_, computed_;
  std::vector<float> priors_;
};

}  // namespace

TEST(no_position_is_expanded_twice_by_threads_with_a_slow_evaluator) {
  for (const int threads : {2, 4, 8, 16}) {
    for (const int batch : {1, 4}) {
      const auto record = std::make_shared<SlowEvaluator::Record>();
      TreeSearch<Lines, SlowEvaluator> search(puct(threads), 1, [&](int) { return SlowEvaluator(record, batch, 5); });
      const int simulations = 40 * threads;
      const SearchReport report = search.run({}, up_to(simulations));
      CHECK_EQUAL(report.simulations, simulations);
      std::int64_t twice = 0;
      for (const auto& [position, times] : record->times) twice += times - 1;
      CHECK_EQUAL(twice, 0);
      CHECK_EQUAL(record->times.size(), static_cast<std::size_t>(simulations) + 1);  // with the root
      CHECK_EQUAL(claims_left(search.rooted()), 0);
      check_visits_conserved(search.rooted(), simulations);
    }
  }
}

namespace {

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

namespace {

// A winning move is found with as many simulations as there are moves, if the network says who wins.
bool truth_is_found(ExactHex& exact, const std::shared_ptr<Network>& network, ExactHex::Mask black,
                    ExactHex::Mask white, Colour mover) {
  HexBoard board(exact.rows(), exact.cols());
  for (Move cell = 0; cell < board.cells(); ++cell)
    if ((black | white) >> cell & 1) board.set_up(cell, black >> cell & 1 ? kBlack : kWhite);
  board.set_to_move(mover);
  if (board.winner() != kNone || exact.winner(black, white, mover) != mover) return true;
  const auto search = network_search<HexTracker>(puct(), network);
  const SearchReport report = search->run({board, {}}, up_to(board.empty_cells()));
  return exact.winner_after(black, white, report.moves.front().move, mover) == mover;
}

}  // namespace

TEST(a_network_that_knows_the_truth_finds_a_winning_move_at_once) {
  ExactHex exact(4, 4);
  const auto network = std::make_shared<ExactNetwork>(4, 4, false);
  Random random(11);
  std::int64_t missed = 0;
  if (check::full) {
    for (ExactHex::Mask black = 0; black <= exact.board(); ++black)
      for (ExactHex::Mask rest = exact.board() & ~black, white = rest;; white = (white - 1) & rest) {
        const int lead = std::popcount(black) - std::popcount(white);
        if (lead == 0) missed += !truth_is_found(exact, network, black, white, kBlack);
        if (lead == 1) missed += !truth_is_found(exact, network, black, white, kWhite);
        if (white == 0) break;
      }
  } else {
    for (int round = 0; round < 1500; ++round) {
      const SmallPosition position(16, 2 + static_cast<int>(random.below(15)), random);
      missed += !truth_is_found(exact, network, position.black, position.white, kColours[random.below(2)]);
    }
  }
  CHECK_EQUAL(missed, 0);
}

namespace {

// Whether virtual connections see a win for the player to move, here or after one of his moves.
bool connections_win(const HexBoard& board) {
  const auto has = [](std::span<const MoveStatus> status, MoveStatus wanted) {
    return std::ranges::find(status, wanted) != status.end();
  };
  HexKnowledge knowledge;
  const HexTracker here(board, {});
  knowledge.start(here, false);
  if (has(knowledge.assess(here), MoveStatus::Win)) return true;
  for (const Move move : board.legal_moves()) {
    HexBoard after = board;
    after.play(move, board.to_move());
    if (after.winner() != kNone) return true;
    const HexTracker there(after, {});
    HexKnowledge fresh;
    fresh.start(there, false);
    const auto status = fresh.assess(there);
    const auto lost = [&](Move reply) { return status[reply] == MoveStatus::Loss; };
    if (std::ranges::all_of(after.legal_moves(), lost)) return true;
  }
  return false;
}

}  // namespace

TEST(knowledge_corrects_a_network_that_lies) {
  ExactHex exact(4, 4);
  const auto liar = std::make_shared<ExactNetwork>(4, 4, true);
  Random random(13);
  int seen = 0;
  for (int round = 0; round < 200; ++round) {
    const SmallPosition position(16, 6 + static_cast<int>(random.below(9)), random);
    const Colour mover = kColours[random.below(2)];
    HexBoard board(4, 4);
    for (Move cell = 0; cell < 16; ++cell)
      if ((position.black | position.white) >> cell & 1)
        board.set_up(cell, position.black >> cell & 1 ? kBlack : kWhite);
    board.set_to_move(mover);
    if (board.winner() != kNone || !connections_win(board)) continue;
    ++seen;
    SearchSettings settings = puct();
    settings.knowledge = 1;
    for (const int batch : {1, 4}) {
      const auto search = network_search<HexTracker>(settings, liar, {.batch = batch});
      const SearchReport report = search->run({board, {}}, up_to(20000));
      CHECK_EQUAL(report.stopped, StopReason::Proven);
      CHECK_EQUAL(report.moves.front().state.proof, Proof::Win);
      CHECK_EQUAL(exact.winner_after(position.black, position.white, report.moves.front().move, mover), mover);
    }
  }
  CHECK(seen > 50);
}

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
  // The selection goes on as if nothing had happened: explore = p / (1 + v).
  const auto& [tree, root, value, visits] = search->rooted();
  const auto [first, count] = tree.node(root);
  for (ChildId child = first; child < first + count; ++child)
    CHECK_EQUAL(tree.children(root)[child - first].explore,
                tree.prior(child) / (1 + static_cast<float>(tree.visits(child))));
  CHECK_EQUAL(total_visits(search->run({board, {}}, up_to(100))), before.moves.front().visits + 99);
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
