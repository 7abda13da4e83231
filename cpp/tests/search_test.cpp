// Whole searches: what they count, when they stop, what they keep.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "hex_referee.hpp"
#include "search/searches.hpp"
#include "searching.hpp"

TEST(one_thread_and_a_seed_repeat_to_the_bit) {
  const auto run = [](const SearchSettings& settings, ContinuationKind kind, std::uint64_t seed) {
    HexSearch search(settings, seed);
    const HexBoard board(5, 5);
    std::string text = summary(search.run({board, {kind, nullptr}}, up_to(1500)));
    return text + summary(search.run({board, {kind, nullptr}}, up_to(500)));
  };
  std::set<std::string> results;
  for (const SearchSettings& settings : {settings_with(), with_amaf(settings_with(1, 3), 0.3f, 0)}) {
    for (const ContinuationKind kind : {ContinuationKind::Default, ContinuationKind::Local, ContinuationKind::Tenuki}) {
      CHECK_EQUAL(run(settings, kind, 7), run(settings, kind, 7));
      CHECK(run(settings, kind, 7) != run(settings, kind, 8));
      results.insert(run(settings, kind, 7));
    }
  }
  CHECK_EQUAL(results.size(), 6u);
}

TEST(every_setting_changes_the_search) {
  std::vector<SearchSettings> all(8, with_amaf(settings_with(), 0, 0));
  all[1].selection.exploration = 0.2f;
  all[2].selection.bonus = Bonus::Tuned;
  all[3].selection.amaf = 0.5f;
  all[4].selection.rave = 100;
  all[5].selection.first_play = 0.4f;
  all[6].expand = 20;
  all[7].update = Update::Path;
  std::set<std::string> results;
  for (const SearchSettings& settings : all)
    results.insert(summary(HexSearch(settings, 1).run({HexBoard(5, 5), {}}, up_to(2000))));
  CHECK_EQUAL(results.size(), all.size());
}

TEST(settings_out_of_their_range_are_refused) {
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const auto refused = [](auto change) {
    SearchSettings settings = with_amaf(settings_with(), 0, 0);
    change(settings);
    CHECK_THROWS(std::invalid_argument, HexSearch(settings, 1));
  };
  for (const float number : {infinity, -infinity, nan, -1.0f}) {
    refused([&](SearchSettings& settings) { settings.selection.exploration = number; });
    refused([&](SearchSettings& settings) { settings.selection.amaf = number; });
    refused([&](SearchSettings& settings) { settings.selection.rave = number; });
    refused([&](SearchSettings& settings) { settings.selection.first_play = number; });
    refused([&](SearchSettings& settings) { settings.prior.bias = number; });
    refused([&](SearchSettings& settings) { settings.gumbel = GumbelSettings{.considered = 4, .noise = number}; });
  }
  refused([](SearchSettings& settings) { settings.expand = -1; });
  refused([](SearchSettings& settings) { settings.knowledge = -1; });
  refused([](SearchSettings& settings) { settings.prior.visits = -1; });
  refused([](SearchSettings& settings) { settings.threads = 0; });
  refused([](SearchSettings& settings) { settings.gumbel = GumbelSettings{.considered = 0}; });
  refused([](SearchSettings& settings) {
    settings.selection.rave = 300;
    settings.update = Update::Path;
  });
  refused([](SearchSettings& settings) { settings.gumbel = GumbelSettings{}; });
  refused([](SearchSettings& settings) {
    settings = {.selection = {.bonus = Bonus::Puct}, .gumbel = GumbelSettings{}, .threads = 2, .memory = 1 << 20};
  });
}

TEST(a_new_root_starts_with_its_prior) {
  HexSearch search(with_amaf(settings_with(), 0, 100), 1);
  RootPrior prior{.values = std::vector<float>(9, 0.5f), .visits = 1000};
  prior.values[4] = 1.0f;
  prior.values[8] = 0.25f;
  const HexTracker game(HexBoard(3, 3), {});
  const SearchReport report = search.run(game, up_to(1), prior);
  CHECK_EQUAL(report_of(report, 4).visits, 1);
  CHECK(report_of(report, 8).amaf_visits >= 1000 && report_of(report, 8).amaf_visits <= 1001);
  CHECK(std::abs(report_of(report, 8).amaf_value - 0.25) < 2e-3);
  // A root that is there already keeps what it has.
  CHECK(report_of(search.run(game, up_to(1), prior), 8).amaf_visits <= 1002);
}

TEST(simulations_are_counted_exactly) {
  for (const int threads : {1, 3}) {
    for (const std::int64_t simulations : {1, 15, 16, 17, 1000, 5003, 100007}) {  // the last with stays
      HexSearch search(settings_with(threads), 1);
      const HexTracker game(HexBoard(7, 7), {});
      const SearchReport first = search.run(game, up_to(simulations));
      CHECK_EQUAL(first.stopped, StopReason::Simulations);
      CHECK_EQUAL(first.simulations, simulations);
      CHECK_EQUAL(total_visits(first), simulations);
      check_sane(first, game);
      const SearchReport second = search.run(game, up_to(100));
      CHECK_EQUAL(second.simulations, 100);
      CHECK_EQUAL(total_visits(second), simulations + 100);
      search.reset();
      CHECK_EQUAL(total_visits(search.run(game, up_to(50))), 50);
    }
  }
}

TEST(a_tree_that_is_full_stops_growing_and_the_search_goes_on) {
  for (const int threads : {1, 3}) {
    const HexTracker game(HexBoard(11, 11), {});
    HexSearch small(settings_with(threads, 1, 1), 1), large(settings_with(threads), 1);
    const SearchReport cramped = small.run(game, up_to(4000)), roomy = large.run(game, up_to(4000));
    CHECK(cramped.tree_full);
    CHECK(!roomy.tree_full);
    CHECK(cramped.children <= 1024u);
    CHECK(roomy.children > 10000u);
    CHECK_EQUAL(cramped.simulations, 4000);
    CHECK_EQUAL(total_visits(cramped), 4000);
    check_sane(cramped, game);
  }
}

TEST(a_tree_that_was_full_grows_again_after_an_advance) {
  HexSearch search(settings_with(1, 1, 1), 1);
  HexBoard board(7, 7);
  const SearchReport before = search.run({board, {}}, up_to(5000));
  CHECK(before.tree_full);
  CHECK(search.advance(std::vector<Move>{before.moves.front().move}));
  board.play(before.moves.front().move, kBlack);
  const std::size_t kept = look(search, HexTracker(board, {})).children;
  CHECK(kept < before.children);
  CHECK(search.run({board, {}}, up_to(5000)).children > kept);
}

TEST(advance_keeps_what_is_known_below_the_moves) {
  constexpr std::int32_t kExpandAfter = 3;
  for (const bool amaf : {false, true}) {
    SearchSettings settings = settings_with(1, kExpandAfter);
    if (amaf) settings = with_amaf(settings, 0, 50);
    HexSearch by_one(settings, 1), by_two(settings, 1);
    HexBoard board(5, 5);
    const SearchReport before = by_one.run({board, {}}, up_to(8000));
    by_two.run({board, {}}, up_to(8000));
    const std::vector<Move> line(before.variation.begin(), before.variation.begin() + 2);
    CHECK(before.variation.size() > 2);

    CHECK(by_one.advance(std::span(line).first(1)));
    board.play(line[0], kBlack);
    const SearchReport after = look(by_one, HexTracker(board, {}));
    // Of a child's visits, those before it was expanded went no deeper.
    CHECK_EQUAL(total_visits(after), before.moves.front().visits - kExpandAfter);
    CHECK(std::equal(after.variation.begin(), after.variation.end(), before.variation.begin() + 1));
    CHECK(after.children < before.children);
    check_sane(after, HexTracker(board, {}));

    CHECK(by_two.advance(line));
    board.play(line[1], kWhite);
    CHECK_EQUAL(total_visits(look(by_two, HexTracker(board, {}))), report_of(after, line[1]).visits - kExpandAfter);
    CHECK(by_one.advance(std::span(line).last(1)));
    CHECK_EQUAL(summary(look(by_one, HexTracker(board, {}))), summary(look(by_two, HexTracker(board, {}))));
    CHECK_EQUAL(by_one.run({board, {}}, up_to(100)).simulations, 100);
  }
}

TEST(after_an_advance_the_visits_of_the_new_root_count) {
  SearchSettings settings = settings_with();
  settings.selection.exploration = 5;
  HexSearch search(settings, 1);
  HexBoard board(4, 4);
  const MoveReport best = search.run({board, {}}, up_to(8000)).moves.front();
  search.advance(std::vector<Move>{best.move});
  board.play(best.move, kBlack);
  const SearchReport before = look(search, HexTracker(board, {}));
  const SearchReport after = search.run({board, {}}, up_to(1));
  const auto priority = [&](const MoveReport& entry) {
    if (entry.state.proof == Proof::Loss) return -1.0;
    return entry.value + 5 * std::sqrt(std::log(best.visits + 1.0) / entry.visits);
  };
  double best_priority = 0;
  for (const MoveReport& entry : before.moves) best_priority = std::max(best_priority, priority(entry));
  for (const MoveReport& entry : before.moves)
    if (report_of(after, entry.move).visits > entry.visits) CHECK(priority(entry) > best_priority - 1e-5);
  CHECK_EQUAL(total_visits(after), total_visits(before) + 1);
}

TEST(advance_to_the_unknown_starts_afresh) {
  HexSearch search(settings_with(), 1);
  CHECK(!search.advance(std::vector<Move>{3}));
  HexBoard board(5, 5);
  search.run({board, {}}, up_to(1000));
  CHECK(search.advance({}));
  CHECK_EQUAL(total_visits(search.run({board, {}}, up_to(16))), 1016);
  CHECK(!search.advance(std::vector<Move>{3, 3}));
  CHECK_EQUAL(total_visits(search.run({board, {}}, up_to(16))), 16);
}

TEST(seconds_limit_the_search) {
  for (const int threads : {1, 3}) {
    Limits limits;
    limits.seconds = 0.05;
    HexSearch search(settings_with(threads), 1);
    const SearchReport report = search.run({HexBoard(9, 9), {}}, limits);
    CHECK_EQUAL(report.stopped, StopReason::Seconds);
    CHECK(report.seconds >= 0.05 && report.seconds < 5);
    CHECK(report.simulations > 0);
    CHECK_EQUAL(total_visits(report), report.simulations);
  }
}

TEST(a_decided_search_stops_early) {
  // Black joins the sides at b2. Without a tree there is no proof, only visits.
  const HexTracker game(board_of(".B. ... WB.", 3), {});
  const SearchSettings settings = settings_with(1, 1 << 30);
  Limits limits = up_to(10000);
  const SearchReport whole = HexSearch(settings, 1).run(game, limits);
  limits.decided = true;
  const SearchReport early = HexSearch(settings, 1).run(game, limits);
  CHECK_EQUAL(whole.stopped, StopReason::Simulations);
  CHECK_EQUAL(early.stopped, StopReason::Decided);
  CHECK_EQUAL(early.moves.front().move, whole.moves.front().move);
  const std::int64_t left = 10000 - early.simulations;
  const std::int32_t lead = early.moves[0].visits - early.moves[1].visits;
  CHECK(left > 0);
  CHECK(lead > left);                 // so nothing could have changed,
  CHECK(lead - 2 * 16 <= left + 16);  // which was not so one block of simulations before
}

TEST(an_interruption_stops_the_search) {
  for (const int threads : {1, 3}) {
    int asked = 0;
    Limits limits;
    limits.interrupted = [&] { return ++asked == 4; };
    const SearchReport report = HexSearch(settings_with(threads), 1).run({HexBoard(9, 9), {}}, limits);
    CHECK_EQUAL(report.stopped, StopReason::Interrupted);
    CHECK_EQUAL(asked, 4);
    CHECK(report.seconds >= 3 * 0.02);
    CHECK_EQUAL(total_visits(report), report.simulations);
  }
  HexSearch search(settings_with(), 1);
  const SearchReport report = look(search, HexTracker(HexBoard(3, 3), {}));
  CHECK_EQUAL(report.simulations, 0);
  CHECK_EQUAL(report.moves.size(), 9u);
  CHECK_EQUAL(report.moves.front().value, 0.5);
  CHECK(report.variation.empty());
}

namespace {

// Tic-Tac-Toe that keeps a record of every simulation: the AMAF statistics of the root, counted apart.
class Recorder {
 public:
  struct Record {
    std::vector<std::pair<Colour, Move>> moves;  // of the simulation under way
    Outcome outcome = Outcome::Undecided;
    std::map<Move, int> times, wins;  // of the moves of the player to move at the root
    int simulations = 0;

    void close() {
      if (moves.empty()) return;
      const Colour player = moves.front().first;
      for (const auto& [colour, move] : moves)
        if (colour == player)
          ++times[move], wins[move] += outcome == Outcome::Draw ? 1 : outcome == win_for(player) ? 2 : 0;
      ++simulations;
      moves.clear();
    }
  };

  Recorder(const TicTacToeTracker& game, std::shared_ptr<Record> record) : game_(game), record_(std::move(record)) {}

  int move_count() const { return game_.move_count(); }
  Colour to_move() const { return game_.to_move(); }
  bool legal(Move move) const { return game_.legal(move); }
  Outcome winner() const { return game_.winner(); }
  bool was_played(Colour colour, Move move) const { return game_.was_played(colour, move); }
  void play(Move move) {
    record_->moves.emplace_back(game_.to_move(), move);
    game_.play(move);
  }
  void restart() {
    record_->close();
    game_.restart();
  }
  Outcome playout(Random& random) {
    while (winner() == Outcome::Undecided) {
      const auto move = static_cast<Move>(random.below(9));
      if (legal(move)) play(move);
    }
    return record_->outcome = winner();
  }

 private:
  TicTacToeTracker game_;
  std::shared_ptr<Record> record_;
};

}  // namespace

TEST(moves_are_counted_as_first_wherever_they_were_played) {
  // Once without a tree, where every simulation ends in a playout, and once with.
  for (const std::int32_t expand : {1 << 30, 1}) {
    const auto record = std::make_shared<Recorder::Record>();
    const Recorder game({0b001, 0b010, kBlack}, record);
    TreeSearch<Recorder, Playouts<Recorder>> search(with_amaf(settings_with(1, expand), 0.2f, 0), 1);
    const SearchReport report = search.run(game, up_to(300));
    record->close();
    CHECK_EQUAL(record->simulations, report.simulations);
    CHECK_EQUAL(report.moves.size(), 7u);
    for (const MoveReport& entry : report.moves) {
      CHECK_EQUAL(entry.amaf_visits, record->times[entry.move]);
      CHECK(entry.amaf_visits > entry.visits);
      if (expand > 1) CHECK_EQUAL(entry.amaf_value, 0.5 * record->wins[entry.move] / entry.amaf_visits);
    }
  }
}

namespace {

// A game of a single move, of which there are more than the smallest tree has room for.
struct WideGame {
  Colour mover = kBlack;

  int move_count() const { return 5000; }
  Colour to_move() const { return mover; }
  bool legal(Move) const { return true; }
  Outcome winner() const { return mover == kBlack ? Outcome::Undecided : Outcome::Black; }
  void play(Move) { mover = kWhite; }
  void restart() { mover = kBlack; }
  Outcome playout(Random&) { return Outcome::Black; }
  bool was_played(Colour, Move) const { return false; }
};

}  // namespace

TEST(a_root_too_wide_for_the_memory_is_refused) {
  TreeSearch<WideGame, Playouts<WideGame>> cramped(settings_with(1, 1, 1), 1), roomy(settings_with(), 1);
  CHECK_THROWS(std::length_error, cramped.run({}, up_to(10)));
  CHECK_EQUAL(roomy.run({}, up_to(10)).moves.size(), 5000u);
}

TEST(without_the_amaf_update_nothing_is_counted_as_first) {
  const SearchReport report = HexSearch(settings_with(), 1).run({HexBoard(3, 3), {}}, up_to(500));
  for (const MoveReport& entry : report.moves) CHECK_EQUAL(entry.amaf_visits, 0);
}
