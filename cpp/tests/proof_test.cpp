// Proofs in the tree, on games whose answers are known.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "check.hpp"
#include "hex_referee.hpp"
#include "search/searches.hpp"
#include "searching.hpp"

namespace {

// The value of a position to the side to move, by trying everything.
Proof minimax(const TicTacToeTracker& game) {
  Proof best = Proof::Loss;
  for (Move move = 0; move < game.move_count(); ++move) {
    if (!game.legal(move)) continue;
    TicTacToeTracker after = game;
    after.play(move);
    const Outcome outcome = after.winner();
    best = std::max(best, outcome != Outcome::Undecided ? proof_of(outcome, game.to_move()) : reversed(minimax(after)));
  }
  return best;
}

Proof proven_value(const SearchReport& report) {
  Proof best = Proof::Loss;
  for (const MoveReport& entry : report.moves) {
    if (entry.state.proof == Proof::Win) return Proof::Win;
    best = entry.state.proof == Proof::Unknown || best == Proof::Unknown ? Proof::Unknown
                                                                         : std::max(best, entry.state.proof);
  }
  return best;
}

constexpr unsigned kLine = 0b011, kOther = 0b11000;  // two in a row each; the third is cell 2, and cell 5

}  // namespace

TEST(tic_tac_toe_has_its_known_number_of_games) {
  std::map<Outcome, int> games;
  const auto play_all = [&](const auto& self, const TicTacToeTracker& game) -> void {
    if (game.winner() != Outcome::Undecided) {
      ++games[game.winner()];
      return;
    }
    for (Move move = 0; move < game.move_count(); ++move) {
      if (!game.legal(move)) continue;
      TicTacToeTracker after = game;
      after.play(move);
      self(self, after);
    }
  };
  play_all(play_all, TicTacToeTracker(0, 0, kBlack));
  CHECK_EQUAL(games[Outcome::Black], 131184);
  CHECK_EQUAL(games[Outcome::White], 77904);
  CHECK_EQUAL(games[Outcome::Draw], 46080);
}

TEST(a_win_is_found_and_proven) {
  TicTacToeSearch search(settings_with(), 1);
  const TicTacToeTracker game(kLine, kOther, kBlack);
  const SearchReport report = search.run(game, up_to(10000));
  CHECK_EQUAL(report.stopped, StopReason::Proven);
  CHECK(report.simulations < 1000);
  CHECK_EQUAL(report.moves.front().move, 2);
  CHECK_EQUAL(report.moves.front().state.proof, Proof::Win);
  CHECK_EQUAL(report.moves.front().value, 1.0);
  CHECK(report.variation == std::vector<Move>{2});
  check_sane(report, game);
}

TEST(a_loss_is_proven_when_every_reply_loses) {
  // Black threatens the top row and the left column.
  const TicTacToeTracker game(0b001'000'101, 0b000'110'000, kWhite);
  CHECK_EQUAL(minimax(game), Proof::Win);  // but White comes first,
  const TicTacToeTracker later(0b001'000'101, 0b100'010'000, kWhite);
  const SearchReport report = TicTacToeSearch(settings_with(), 1).run(later, up_to(10000));  // and here does not
  CHECK_EQUAL(report.stopped, StopReason::Proven);
  for (const MoveReport& entry : report.moves) {
    CHECK_EQUAL(entry.state.proof, Proof::Loss);
    CHECK_EQUAL(entry.value, 0.0);
  }
}

TEST(a_proven_root_needs_no_more_simulations) {
  TicTacToeSearch search(settings_with(), 1);
  const TicTacToeTracker game(kLine, kOther, kBlack);
  search.run(game, up_to(10000));
  const SearchReport again = search.run(game, up_to(10000));
  CHECK_EQUAL(again.simulations, 0);
  CHECK_EQUAL(again.stopped, StopReason::Proven);
  CHECK_EQUAL(again.moves.front().move, 2);
}

TEST(tic_tac_toe_is_proven_a_draw) {
  // With threads again and again: proofs that cross each other on their way up must not get lost.
  for (const int threads : {1, 2, 3, 3, 4, 8}) {
    SearchSettings settings = settings_with(threads);
    settings.selection.exploration = 10;  // a proof of a draw must go through poor moves too
    const SearchReport report = TicTacToeSearch(settings, threads).run({0, 0, kBlack}, up_to(4'000'000));
    CHECK_EQUAL(report.stopped, StopReason::Proven);
    for (const MoveReport& entry : report.moves) {
      CHECK_EQUAL(entry.state.proof, Proof::Draw);
      CHECK_EQUAL(entry.value, 0.5);
    }
  }
}

TEST(proofs_agree_with_minimax) {
  Random random(1);
  std::array<SearchSettings, 4> all = {settings_with(), settings_with(3), settings_with(1, 5),
                                       with_amaf(settings_with(), 0, 100)};
  all[2].selection.bonus = Bonus::Tuned;
  for (SearchSettings& settings : all) settings.selection.exploration = 10;
  for (int i = 0; i < 400; ++i) {
    TicTacToeTracker game(0, 0, kBlack);
    unsigned black = 0, white = 0;
    const int stones = 2 + random.below(6);
    for (int stone = 0; stone < stones; ++stone) {
      Move move;
      do move = static_cast<Move>(random.below(9));
      while (!game.legal(move));
      (stone % 2 == 0 ? black : white) |= 1u << move;
      game.play(move);
    }
    if (game.winner() != Outcome::Undecided) continue;
    const TicTacToeTracker root(black, white, stones % 2 == 0 ? kBlack : kWhite);
    const SearchReport report = TicTacToeSearch(all[i % all.size()], i).run(root, up_to(200'000));
    CHECK_EQUAL(report.stopped, StopReason::Proven);
    CHECK_EQUAL(proven_value(report), minimax(root));
    if (minimax(root) == Proof::Win) CHECK_EQUAL(report.moves.front().state.proof, Proof::Win);
    if (minimax(root) == Proof::Draw) CHECK(report.moves.front().state.proof != Proof::Loss);
    check_sane(report, root);
  }
}

TEST(winning_first_moves_on_three_by_three_are_proven) {
  const std::set<Move> winning = {2, 3, 4, 5, 6};  // c1 a2 b2 c2 a3
  for (const int threads : {1, 3}) {
    for (Move opening = 0; opening < 9; ++opening) {
      HexBoard board(3, 3);
      board.play(opening, kBlack);
      const SearchReport report = HexSearch(settings_with(threads), opening).run({board, {}}, up_to(1'000'000));
      CHECK_EQUAL(report.stopped, StopReason::Proven);
      CHECK_EQUAL(proven_value(report), winning.contains(opening) ? Proof::Loss : Proof::Win);
    }
  }
}

TEST(any_number_of_threads_finds_the_winning_move) {
  const HexBoard board = board_of("..B.. ..BW. ..... .WB.. ..B..", 5);
  for (const int threads : {1, 2, 3, 8}) {
    for (const float rave : {0.0f, 200.0f}) {
      HexSearch search(with_amaf(settings_with(threads), 0, rave), 1);
      const SearchReport report = search.run({board, {}}, up_to(20000));
      CHECK_EQUAL(report.moves.front().move, 12);  // c3
      CHECK_EQUAL(report.moves.front().state.proof, Proof::Win);
      check_sane(report, HexTracker(board, {}));
    }
  }
}
