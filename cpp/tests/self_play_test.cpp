// Self-play: its devices, and that a game which connections decide goes to whom they promise it.
#include "selfplay/self_play.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "knowledge/decided_play.hpp"

using namespace beeline;

namespace {

constexpr SelfPlaySettings kSettings{
    .side = 5, .games = 60, .latest_start = 10, .ply = 1, .noise = 0.05f, .play_out = true, .seed = 1};

// A network that gives values out of a list, in the order in which it is asked, and notes what it is asked about.
class Prompter final : public Network {
 public:
  explicit Prompter(float other = 0.5f) : other_(other) {}

  void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      seen.emplace_back(inputs[i].stones.begin(), inputs[i].stones.end());
      predictions[i] = {next < values.size() ? values[next++] : other_, {}, {}};
    }
  }
  bool turns() const override { return false; }

  void give(std::vector<float> numbers) {
    values = std::move(numbers);
    next = 0;
  }

  std::vector<float> values;  // then `other` for ever
  std::size_t next = 0;
  std::vector<std::vector<std::uint8_t>> seen;

 private:
  float other_;
};

// Self-play by three networks that are one prompter.
struct PromptedPlay : SelfPlay {
  explicit PromptedPlay(const SelfPlaySettings& settings, std::shared_ptr<Prompter> one = std::make_shared<Prompter>())
      : SelfPlay(settings, {one, one, one}), prompter(std::move(one)) {}

  void decide(std::vector<float> values) {
    prompter->give(std::move(values));
    compute();
    settle();
  }

  std::shared_ptr<Prompter> prompter;
};

// Plays with the same value for every position, so that noise alone decides; the play at its end.
SelfPlay played(const SelfPlaySettings& settings) {
  PromptedPlay play(settings);
  play.play();
  return play;
}

std::vector<Move> moves_of(const SelfPlayGame& game) {
  std::vector<Move> moves;
  for (const HexStep& step : game.board.history()) moves.push_back(step.cell);
  return moves;
}

SelfPlaySettings with_side(int side, int games, std::uint64_t seed) {
  SelfPlaySettings settings = kSettings;
  settings.side = side, settings.games = games, settings.seed = seed, settings.latest_start = 2 * side;
  return settings;
}

SelfPlaySettings with_two_plies(SelfPlaySettings settings) {
  settings.ply = 2;
  return settings;
}

// Calls visit(game, network) for the games that wait, in the order of their positions.
template <class Visit>
void each_waiting(const SelfPlay& play, Visit visit) {
  for (int network = 0; network < 3; ++network)
    for (const SelfPlayGame& game : play.games())
      if (!game.waiting.empty() && game.networks[index_of(game.board.to_move())] == network) visit(game, network);
}

TEST(a_decided_game_is_never_lost) {
  int decided = 0;
  for (const int side : {4, 5, 6, 7}) {
    for (const int ply : {1, 2}) {
      SelfPlaySettings settings = with_side(side, check::full ? 2000 : 100, 3);
      settings.ply = ply;
      const SelfPlay play = played(settings);
      for (const SelfPlayGame& game : play.games()) {
        CHECK(game.board.winner() != Colour::None);
        if (game.decided < 0) continue;
        ++decided;
        CHECK_EQUAL(game.board.winner(), game.decided_winner);
      }
    }
  }
  CHECK(decided > 400);
}

TEST(a_game_that_is_not_played_out_ends_where_it_is_decided_and_with_the_same_winner) {
  SelfPlaySettings short_games = kSettings;
  short_games.play_out = false;
  const SelfPlay whole = played(kSettings), cut = played(short_games);
  int shorter = 0;
  for (std::size_t i = 0; i < whole.games().size(); ++i) {
    const SelfPlayGame &all = whole.games()[i], &some = cut.games()[i];
    CHECK_EQUAL(some.decided, all.decided);
    CHECK_EQUAL(some.decided < 0 ? all.board.winner() : some.decided_winner, all.board.winner());
    const std::vector<Move> moves = moves_of(all), start = moves_of(some);
    CHECK(std::equal(start.begin(), start.end(), moves.begin()));
    if (some.decided >= 0) CHECK_EQUAL(some.ply(), some.decided);
    shorter += start.size() < moves.size();
  }
  CHECK(shorter > 20);
}

TEST(games_open_near_a_side_and_learning_starts_at_every_ply_up_to_the_latest) {
  std::set<Move> openings;
  std::set<int> starts;
  const SelfPlay play = played(with_side(7, 400, 5));
  for (const SelfPlayGame& game : play.games()) {
    const Move opening = game.board.history()[0].cell;
    const int row = opening / 7, col = opening % 7;
    CHECK(row < 2 || col < 2 || row > 4 || col > 4);
    openings.insert(opening);
    starts.insert(game.start);
    CHECK(game.decided < 0 || game.decided >= game.start);
  }
  CHECK_EQUAL(openings.size(), 40u);
  CHECK_EQUAL(starts.size(), 14u);
  CHECK_EQUAL(*starts.begin(), 1);
}

TEST(a_game_depends_on_its_seed_and_number_alone) {
  SelfPlaySettings few = kSettings, other = kSettings;
  few.games = 10;
  other.seed = 2;
  const SelfPlay all = played(kSettings), first = played(few), different = played(other);
  int same = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(moves_of(all.games()[i]) == moves_of(first.games()[i]));
    same += moves_of(all.games()[i]) == moves_of(different.games()[i]);
  }
  CHECK_EQUAL(same, 0);
}

TEST(one_side_is_the_latest_network_and_the_other_any) {
  int others[3] = {}, black = 0;
  const SelfPlay play = played(with_side(4, 300, 9));
  for (const SelfPlayGame& game : play.games()) {
    CHECK(game.networks[0] == 0 || game.networks[1] == 0);
    ++others[std::max(game.networks[0], game.networks[1])];
    black += game.networks[0] > 0;
  }
  for (const int count : others) CHECK(count > 70);
  CHECK(black > 70 && black < 130);
}

constexpr float kPart = 1 / 36.0f;  // values are chances

// With values that tell the cells apart by far more than the noise, the lowest is played.
TEST(the_move_is_the_one_that_leaves_the_opponent_least) {
  SelfPlaySettings settings = with_side(6, 20, 4);
  settings.latest_start = 1;
  settings.noise = 0.1f * kPart;
  PromptedPlay play(settings);
  CHECK(play.gather());
  std::vector<float> values;
  each_waiting(play, [&](const SelfPlayGame& game, int) {
    for (const Move move : game.waiting.front().moves) values.push_back(static_cast<float>((move * 7) % 36) * kPart);
  });
  play.decide(values);
  for (const SelfPlayGame& game : play.games()) {
    const std::vector<Move> moves = moves_of(game);
    if (moves.size() < 2) continue;
    HexBoard board(6, 6);
    board.play(moves[0], Colour::Black);
    const auto knowledge = make_connection_knowledge(6, 6);
    knowledge->start(board);
    for (const Move move : knowledge->candidates(Colour::White)) CHECK(moves[1] * 7 % 36 <= move * 7 % 36);
  }
}

// One ply orders the moves by cell, and two plies tell them apart by the sum of both moves.
TEST(of_two_plies_the_move_is_the_one_whose_best_reply_leaves_most) {
  SelfPlaySettings settings = with_two_plies(with_side(6, 20, 4));
  settings.latest_start = 1;
  settings.noise = 0;
  PromptedPlay play(settings);
  CHECK(play.gather());
  std::vector<float> values;
  const auto worth = [](Move first, Move reply) { return static_cast<float>((first * 7 + reply * 5) % 36) * kPart; };
  each_waiting(play, [&](const SelfPlayGame& game, int) {
    for (const Move move : game.waiting.front().moves) values.push_back(static_cast<float>(move) * kPart);
  });
  play.decide(values);
  values.clear();
  CHECK(play.gather());
  std::vector<std::pair<const SelfPlayGame*, Move>> expected;
  each_waiting(play, [&](const SelfPlayGame& game, int) {
    if (game.ply() > 1) {  // made a move at once, and waits again
      for (const auto& [first, moves] : game.waiting) values.insert(values.end(), moves.size(), 0.5f);
      return;
    }
    CHECK_EQUAL(game.waiting.size(), 5u);
    float most = -1;
    Move best = kNoMove;
    for (const auto& [first, replies] : game.waiting) {
      CHECK(&first == &game.waiting.front().first || first > game.waiting.front().first);
      float least = 100;
      for (const Move reply : replies) {
        CHECK(reply != first);
        values.push_back(worth(first, reply));
        least = std::min(least, values.back());
      }
      if (least > most) most = least, best = first;
    }
    expected.emplace_back(&game, best);
  });
  CHECK(expected.size() > 10);
  play.decide(values);
  for (const auto& [game, move] : expected) CHECK_EQUAL(moves_of(*game)[1], move);
}

// What two plies do with the moves in their order, by knowledge that follows the game as its own does: a move
// that wins is played, one that loses is left out, and what is left is waited for if there is more than one.
TEST(two_plies_ask_connections_before_values) {
  constexpr int kSide = 6;
  SelfPlaySettings settings = with_two_plies(with_side(kSide, 300, 2));
  settings.noise = 0;
  PromptedPlay play(settings);
  int won = 0, skipped = 0, lost = 0, single = 0, waits = 0;
  while (play.gather()) {
    std::vector<float> values;
    struct Expected {
      const SelfPlayGame* game;
      std::size_t ply;
      Move move;
      std::vector<Move> firsts;
    };
    std::vector<Expected> expected;
    each_waiting(play, [&](const SelfPlayGame& game, int) {
      const bool further = game.waiting.front().first != kNoMove;
      for (const auto& [first, moves] : game.waiting)
        for (const Move move : moves) values.push_back(further ? 0.5f : static_cast<float>((move * 5) % 36) * kPart);
      if (further) return;
      HexBoard board(kSide, kSide);
      const auto knowledge = make_connection_knowledge(kSide, kSide);
      knowledge->start(board);
      for (const Move move : moves_of(game)) {
        board.play(move, board.to_move());
        follow(board, move, *knowledge);
      }
      std::vector<Move> moves = game.waiting.front().moves;
      std::stable_sort(moves.begin(), moves.end(), [](Move a, Move b) { return a * 5 % 36 < b * 5 % 36; });
      Expected found{&game, moves_of(game).size(), kNoMove, {}};
      for (const Move move : moves) {
        knowledge->play(move, board.to_move());
        const Verdict verdict = knowledge->verdict(opponent(board.to_move()));
        knowledge->undo();
        if (verdict == Verdict::Loss) {
          found.move = move;
          ++won;
          break;
        }
        skipped += verdict == Verdict::Win;
        if (verdict == Verdict::Unknown) found.firsts.push_back(move);
        if (found.firsts.size() == 5) break;
      }
      if (found.move == kNoMove && found.firsts.empty()) found.move = moves.front(), ++lost;
      if (found.move == kNoMove && found.firsts.size() == 1) found.move = found.firsts.front(), ++single;
      expected.push_back(found);
    });
    play.decide(values);
    for (const auto& [game, ply, move, firsts] : expected) {
      if (move != kNoMove) {
        CHECK_EQUAL(moves_of(*game)[ply], move);
        continue;
      }
      std::vector<Move> waiting;
      for (const SelfPlayBranch& branch : game->waiting) waiting.push_back(branch.first);
      CHECK(waiting == firsts);
      ++waits;
    }
  }
  CHECK(won > 0 && skipped > 0 && lost > 0 && single > 0 && waits > 0);
}

TEST(networks_are_asked_about_the_positions_after_each_move) {
  for (const SelfPlaySettings& settings : {kSettings, with_two_plies(kSettings)}) {
    PromptedPlay play(settings);
    std::int64_t asked = 0;
    for (int round = 0; round < 6 && play.gather(); ++round) {
      std::vector<std::vector<std::uint8_t>> expected;
      each_waiting(play, [&](const SelfPlayGame& game, int) {
        for (const auto& [first, moves] : game.waiting)
          for (const Move move : moves) {
            HexBoard after = game.board;
            if (first != kNoMove) after.play(first, after.to_move());
            after.play(move, after.to_move());
            ViewedPosition viewed;
            view(after, viewed);
            const NetworkInput input = viewed.input();
            expected.emplace_back(input.stones.begin(), input.stones.end());
          }
      });
      play.prompter->seen.clear();
      play.decide({});
      CHECK(play.prompter->seen == expected);
      asked += static_cast<std::int64_t>(expected.size());
    }
    CHECK_EQUAL(play.evaluations(), asked);
  }
}

TEST(settings_out_of_their_range_are_refused) {
  const auto network = std::make_shared<Prompter>();
  const auto refused = [&](auto change) {
    SelfPlaySettings settings = kSettings;
    change(settings);
    CHECK_THROWS(std::invalid_argument, SelfPlay(settings, {network}));
  };
  refused([](SelfPlaySettings& settings) { settings.side = 20; });
  refused([](SelfPlaySettings& settings) { settings.games = 0; });
  refused([](SelfPlaySettings& settings) { settings.latest_start = 0; });
  refused([](SelfPlaySettings& settings) { settings.ply = 3; });
  refused([](SelfPlaySettings& settings) { settings.noise = std::numeric_limits<float>::quiet_NaN(); });
  CHECK_THROWS(std::invalid_argument, SelfPlay(kSettings, {}));
  CHECK_THROWS(std::invalid_argument, SelfPlay(kSettings, {network, network, network, network}));
}

}  // namespace
