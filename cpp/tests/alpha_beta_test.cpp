// Alpha-beta search: tactics, proofs against exhaustive play, and scores against plain minimax.
#include "search/alpha_beta.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "exact_hex.hpp"
#include "fake_network.hpp"
#include "hex_referee.hpp"

namespace {

HexBoard drawn(const std::vector<std::string>& rows, Colour to_move) {
  HexBoard board(static_cast<int>(rows.size()), static_cast<int>(rows[0].size()));
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t col = 0; col < rows[row].size(); ++col)
      if (const char c = rows[row][col]; c != '.')
        board.set_up(static_cast<Move>(row * rows[0].size() + col), c == 'B' ? kBlack : kWhite);
  board.set_to_move(to_move);
  return board;
}

HexBoard random_position(Random& random, int rows, int cols, std::uint32_t stones) {
  HexBoard board(rows, cols);
  for (; stones > 0; --stones) {
    const std::vector<Move> moves = board.legal_moves();
    if (moves.empty()) break;
    board.play(moves[random.below(moves.size())], board.to_move());
    if (board.winner() != kNone) board.undo();
  }
  return board;
}

enum class With { Bridges, Connections, Wolve };
constexpr std::array kAll = {With::Bridges, With::Connections, With::Wolve};

std::unique_ptr<Knowledge> knowledge(const HexBoard& board, With with) {
  if (with == With::Bridges) return make_bridge_knowledge();
  if (with == With::Wolve) return make_connection_knowledge(board.rows(), board.cols(), kWolveLinks, kWolveLimits);
  return make_connection_knowledge(board.rows(), board.cols());
}

const AlphaBetaSettings kSettings{.ply = 2, .width = 25};

// The chance of the player to move, which is noise, but always the same of a position.
double noise_of(const HexBoard& board) {
  ViewedPosition viewed;
  view(board, viewed);
  return HashNetwork().answer(viewed.input()).value;
}

std::unique_ptr<BoardEvaluator> noise() {
  return make_network_evaluator(std::make_shared<NetworkBatch>(std::make_shared<HashNetwork>(), 0));
}

AlphaBetaReport searched(const HexBoard& board, With with, const AlphaBetaSettings& settings = kSettings) {
  return AlphaBeta(knowledge(board, with)).run(board, settings);
}

ExactHex::Mask mask(const HexBoard& board, Colour colour) {
  ExactHex::Mask stones = 0;
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (board.at(cell) == colour) stones |= ExactHex::Mask{1} << cell;
  return stones;
}

Colour exact_winner(ExactHex& exact, const HexBoard& board) {
  return exact.winner(mask(board, kBlack), mask(board, kWhite), board.to_move());
}

}  // namespace

TEST(a_win_is_taken_and_a_threat_is_met) {
  for (const With with : kAll) {
    CHECK_EQUAL(searched(drawn({"WWB.", "WWB.", "WW..", "WWB."}, kBlack), with).moves[0].move, 10);
    CHECK_EQUAL(searched(drawn({"WWB.", "WWB.", "WW..", "WWB."}, kWhite), with).moves[0].move, 10);
  }
}

TEST(an_intruded_bridge_is_kept) {
  for (const With with : kAll) {
    // c1 and b3 are a bridge over b2 and c2, b3 and the bottom one over a4 and b4.
    const AlphaBetaReport report = searched(drawn({".WB.", ".W..", "WB..", "...."}, kBlack), with);
    CHECK_EQUAL(report.moves[0].move, 6);
  }
  const AlphaBetaReport report = searched(drawn({".WB.", ".W..", "WB..", "...."}, kBlack), With::Connections);
  CHECK(report.moves[0].score >= kProven);
  CHECK_EQUAL(report.depth, 0);
}

TEST(proven_scores_are_true) {
  ExactHex exact(4, 4);
  Random random(1);
  int proven = 0, unproven = 0;
  for (int i = 0; i < 300; ++i) {
    const HexBoard board = random_position(random, 4, 4, random.below(9));
    for (const With with : kAll) {
      const AlphaBetaReport report = searched(board, with, {.ply = 2, .width = 3});
      for (const ValuedMove& valued : report.moves) {
        if (std::abs(valued.score) < kProven) {
          ++unproven;
          continue;
        }
        ++proven;
        const Colour mover = board.to_move();
        const auto black = mask(board, kBlack), white = mask(board, kWhite);
        CHECK_EQUAL(exact.winner_after(black, white, valued.move, mover) == mover, valued.score > 0);
      }
    }
  }
  CHECK(proven > 250);
  CHECK(unproven > 500);
}

// Against an opponent that plays on at random, through the moves that fill-in and connections only promise.
TEST(what_is_proven_is_won) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    HexBoard board = random_position(random, 3 + random.below(4), 3 + random.below(4), random.below(8));
    AlphaBeta search(knowledge(board, With::Connections));
    if (search.run(board, {.ply = 1, .width = 25}).moves[0].score < kProven) continue;
    const Colour winner = board.to_move();
    while (board.winner() == kNone) {
      const std::vector<Move> moves = board.legal_moves();
      Move move = moves[random.below(moves.size())];
      if (board.to_move() == winner) {
        const AlphaBetaReport report = search.run(board, {.ply = 1, .width = 25});
        CHECK(report.positions <= static_cast<std::int64_t>(moves.size()) + 1);  // decided without a search
        move = report.moves[0].move;
      }
      board.play(move, board.to_move());
    }
    CHECK_EQUAL(board.winner(), winner);
  }
}

TEST(a_perfect_player_on_small_boards) {
  ExactHex exact(4, 4);
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const HexBoard board = random_position(random, 4, 4, random.below(5));
    const AlphaBetaReport report = searched(board, With::Connections, {.ply = 16, .width = 16});
    CHECK_EQUAL(report.moves[0].score > 0, exact_winner(exact, board) == board.to_move());
    CHECK(report.stopped == StopReason::Proven);
  }
}

namespace {

double log_ratio_of_currents(const HexBoard& board, Knowledge& known) {
  CircuitSolver solver;
  const auto current = [&](Colour of) { return solver.solve(known.filled(), of, known.links(of)).current; };
  return std::log(current(board.to_move()) / current(opponent(board.to_move())));
}

double log_odds_of_noise(const HexBoard& board, Knowledge&) {
  const double chance = noise_of(board);
  return std::log(chance / (1 - chance));
}

// The score of a position by minimax over every candidate, with no window, table or order.
double minimax(HexBoard& board, Knowledge& known, int depth, double (*leaf)(const HexBoard&, Knowledge&)) {
  const Colour own = board.to_move();
  if (const Verdict verdict = known.verdict(own); verdict != Verdict::Unknown)
    return verdict == Verdict::Win ? kProven : -kProven;
  if (depth == 0) return leaf(board, known);
  double best = -kProven;
  for (const Move move : known.candidates(own)) {
    board.play(move, own);
    known.play(move, own);
    best = std::max(best, -minimax(board, known, depth - 1, leaf));
    known.undo();
    board.undo();
  }
  return best;
}

}  // namespace

TEST(scores_are_those_of_minimax) {
  Random random(4);
  for (int i = 0; i < 60; ++i) {
    HexBoard board = random_position(random, 4 + random.below(2), 4 + random.below(2), random.below(6));
    for (const With with : kAll) {
      const AlphaBetaSettings settings{.ply = 1 + i % 3, .width = 100};
      for (const bool noisy : {false, true}) {
        AlphaBeta search(knowledge(board, with), noisy ? noise() : make_resistance_evaluator());
        const double score = search.run(board, settings).moves[0].score;
        const auto known = knowledge(board, with);
        known->start(board);
        const auto leaf = noisy ? log_odds_of_noise : log_ratio_of_currents;
        const double expected = minimax(board, *known, settings.ply, leaf);
        if (std::abs(expected) >= kProven) CHECK(score * expected > 0 && std::abs(score) >= kProven);
        else CHECK(std::abs(score - expected) < (noisy ? 1e-6 : 1e-9));
      }
    }
  }
}

TEST(exact_scores_of_all_moves_are_those_of_minimax) {
  HexBoard board = drawn({".....", ".W...", "...B.", ".....", "....."}, kBlack);
  const AlphaBetaReport exact = searched(board, With::Bridges, {.ply = 2, .width = 100, .exact = true});
  const AlphaBetaReport bounds = searched(board, With::Bridges, {.ply = 2, .width = 100});
  CHECK(bounds.positions < exact.positions);
  CHECK_EQUAL(exact.moves[0].move, bounds.moves[0].move);
  const auto known = make_bridge_knowledge();
  known->start(board);
  for (const ValuedMove& valued : exact.moves) {
    board.play(valued.move, kBlack);
    known->play(valued.move, kBlack);
    CHECK(std::abs(valued.score + minimax(board, *known, 1, log_ratio_of_currents)) < 1e-9);
    known->undo();
    board.undo();
  }
}

TEST(a_report_lists_every_legal_move_once) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const int rows = 1 + random.below(6), cols = 1 + random.below(6);
    const HexBoard board = random_position(random, rows, cols, random.below(12));
    if (board.legal_moves().empty()) continue;
    for (const With with : kAll) {
      std::vector<Move> moves;
      for (const ValuedMove& valued : searched(board, with).moves) moves.push_back(valued.move);
      std::sort(moves.begin(), moves.end());
      CHECK(moves == board.legal_moves());
    }
  }
}

TEST(width_bounds_the_moves_searched) {
  const HexBoard board(6, 6);
  const auto count = [&](int width) {
    const AlphaBetaReport report = searched(board, With::Bridges, {.ply = 1, .width = width});
    return std::count_if(report.moves.begin(), report.moves.end(), [](auto& m) { return m.positions > 0; });
  };
  CHECK_EQUAL(count(5), 5);
  CHECK_EQUAL(count(20), 20);
  CHECK_EQUAL(count(100), 36);
}

TEST(deeper_search_reports_its_depth_and_a_longer_line) {
  const HexBoard board(6, 6);
  for (int ply = 1; ply <= 3; ++ply) {
    const AlphaBetaReport report = searched(board, With::Bridges, {.ply = ply, .width = 5});
    CHECK_EQUAL(report.depth, ply);
    CHECK_EQUAL(static_cast<int>(report.variation.size()), ply);
    CHECK_EQUAL(report.variation[0], report.moves[0].move);
    CHECK(report.stopped == StopReason::Ply);
  }
}

TEST(time_and_interruption_stop_a_search) {
  const HexBoard board(9, 9);
  const AlphaBetaReport late = searched(board, With::Connections, {.ply = 50, .width = 25, .seconds = 0.05});
  CHECK(late.stopped == StopReason::Seconds);
  CHECK(late.depth < 50);
  CHECK(board.at(late.moves[0].move) == kNone);
  int asked = 0;
  const AlphaBetaReport halted =
      searched(board, With::Connections, {.ply = 50, .width = 25, .interrupted = [&] { return ++asked > 1; }});
  CHECK(halted.stopped == StopReason::Interrupted);
  CHECK(board.at(halted.moves[0].move) == kNone);
  const AlphaBetaReport at_once = searched(board, With::Connections, {.ply = 5, .width = 25, .seconds = 0.0});
  CHECK_EQUAL(at_once.depth, 0);
  CHECK_EQUAL(static_cast<int>(at_once.moves.size()), 81);
}

TEST(a_search_depends_on_its_position_only) {
  HexBoard board(7, 7);
  board.play(8, kBlack);
  AlphaBeta used(knowledge(board, With::Connections));
  used.run(HexBoard(7, 7), kSettings);
  const AlphaBetaReport again = used.run(board, kSettings), fresh = searched(board, With::Connections);
  CHECK_EQUAL(again.positions, fresh.positions);
  for (std::size_t i = 0; i < fresh.moves.size(); ++i) {
    CHECK_EQUAL(again.moves[i].move, fresh.moves[i].move);
    CHECK_EQUAL(again.moves[i].score, fresh.moves[i].score);
  }
}

TEST(knowledge_comes_back_when_moves_are_taken_back) {
  Random random(6);
  const auto links_of = [](const Knowledge& known) {
    std::string text;
    for (const Colour colour : kColours)
      for (const Link& link : known.links(colour))
        text += std::to_string(link.a) + "-" + std::to_string(link.b) + "=" + std::to_string(link.by_end) + " ";
    return text + std::to_string(known.filled().hash());
  };
  for (int i = 0; i < 20; ++i) {
    const HexBoard board = random_position(random, 6, 5, random.below(8));
    const auto known = knowledge(board, With::Connections);
    known->start(board);
    const std::string before = links_of(*known);
    int depth = 0;
    for (Colour colour = board.to_move(); depth < 4; ++depth, colour = opponent(colour)) {
      if (known->verdict(colour) != Verdict::Unknown) break;
      const std::vector<Move> moves = known->candidates(colour);
      known->play(moves[random.below(moves.size())], colour);
    }
    for (; depth > 0; --depth) known->undo();
    CHECK_EQUAL(links_of(*known), before);
  }
}

TEST(settings_out_of_their_range_are_refused) {
  const HexBoard board(3, 3);
  CHECK_THROWS(std::invalid_argument, searched(board, With::Bridges, {.ply = 0, .width = 25}));
  CHECK_THROWS(std::invalid_argument, searched(board, With::Bridges, {.ply = 2, .width = 0}));
}
