// The solver against published results, exhaustive search and its own certificates.
#include "solver/solver.hpp"

#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "exact_hex.hpp"
#include "hex_referee.hpp"
#include "inferior/filled_position.hpp"
#include "random_network.hpp"
#include "solver/certificate.hpp"
#include "solver/known_wins.hpp"
#include "solver/strategy.hpp"

namespace {

const SolverSettings kSettings{.table_entries = 1 << 20};

std::string name_of(Move cell, int cols) {
  return std::string(1, static_cast<char>('a' + cell % cols)) + std::to_string(cell / cols + 1);
}

// The first moves that win, each solved with a table of its own.
std::string winning_openings(int size, const SolverSettings& settings = kSettings) {
  std::string names;
  for (int col = 0; col < size; ++col)
    for (int row = 0; row < size; ++row) {
      HexBoard board(size, size);
      board.play(static_cast<Move>(row * size + col), kBlack);
      if (make_solver(size, size, settings)->solve(board).winner == kBlack)
        names += name_of(static_cast<Move>(row * size + col), size) + ' ';
    }
  return names;
}

HexBoard board_from(const SmallPosition& position, int rows, int cols, Colour to_move) {
  HexBoard board(rows, cols);
  for (Move cell = 0; cell < board.cells(); ++cell) {
    if (position.black >> cell & 1) board.set_up(cell, kBlack);
    if (position.white >> cell & 1) board.set_up(cell, kWhite);
  }
  board.set_to_move(to_move);
  return board;
}

// The winner when all empty cells that the solver does not need are the loser's.
Colour winner_within(ExactHex& exact, SmallPosition position, const Solution& solution, Colour to_move) {
  ExactHex::Mask rest = exact.board() & ~position.black & ~position.white;
  for (const int cell : solution.carrier) rest &= ~(ExactHex::Mask{1} << cell);
  (solution.winner == kBlack ? position.white : position.black) |= rest;
  return exact.winner(position.black, position.white, to_move);
}

void check_random_positions(int rows, int cols, int empty, int count, const SolverSettings& settings = kSettings) {
  ExactHex exact(rows, cols);
  Random random(rows + 10 * cols + 100 * empty);
  const auto solver = make_solver(rows, cols, settings);
  for (int i = 0; i < count; ++i) {
    const SmallPosition position(rows * cols, empty, random);
    for (const Colour to_move : kColours) {
      const HexBoard board = board_from(position, rows, cols, to_move);
      const Colour winner = exact.winner(position.black, position.white, to_move);
      const Solution solution = solver->solve(board);
      CHECK_EQUAL(solution.winner, winner);
      CHECK_EQUAL(winner_within(exact, position, solution, to_move), winner);
      if (winner != to_move || board.winner() != kNone) continue;
      CHECK(solution.move < board.cells() && board.at(solution.move) == kNone);
      CHECK_EQUAL(exact.winner_after(position.black, position.white, solution.move, to_move), to_move);
    }
  }
}

// Wins of random positions, and what they say about other ones, by exhaustive search.
struct KnownWinsTrial {
  static constexpr int kRows = 4, kCols = 4;
  ExactHex exact{kRows, kCols};
  CapturePatterns patterns{kRows, kCols};
  KnownWins<1> wins{patterns, 1 << 12};
  Random random{7};
  int winners = 0, moves = 0, threats = 0;  // said so far

  static CellSet<1> cells_of(ExactHex::Mask mask) {
    CellSet<1> cells;
    cells.set_bits(0, mask);
    return cells;
  }
  FilledPosition<1> filled(const SmallPosition& position) const {
    return {patterns, cells_of(position.black), cells_of(position.white), FillIn::Local};
  }

  void learn(int empty) {
    const SmallPosition position(kRows * kCols, empty, random);
    for (const Colour to_move : kColours) {
      const HexBoard board = board_from(position, kRows, kCols, to_move);
      if (board.winner() != kNone) continue;
      const Solution solution = make_solver(kRows, kCols, kSettings)->solve(board);
      CellSet<1> carrier;
      for (const int cell : solution.carrier) carrier.insert(cell);
      wins.add(filled(position), solution.winner, to_move, carrier, solution.move);
    }
  }

  void check(int empty) {
    const SmallPosition position(kRows * kCols, empty, random);
    const FilledPosition<1> known = filled(position);
    for (const Colour to_move : kColours) {
      const auto& advice = wins.advice(known, to_move);
      if (advice.winner != kNone) check_winner(position, known, advice, to_move);
      for (const CellSet<1>& carrier : advice.threats)
        for (const int cell : known.empty_cells() - carrier) {
          CHECK_EQUAL(exact.winner_after(position.black, position.white, cell, to_move), opponent(to_move));
          ++threats;
        }
    }
  }

  void check_winner(const SmallPosition& position, const FilledPosition<1>& known, const KnownWins<1>::Advice& advice,
                    Colour to_move) {
    ++winners;
    CHECK_EQUAL(exact.winner(position.black, position.white, to_move), advice.winner);
    Solution solution{.winner = advice.winner};
    for (const int cell : advice.carrier | known.captured(advice.winner)) solution.carrier.insert(cell);
    CHECK_EQUAL(winner_within(exact, position, solution, to_move), advice.winner);
    if (advice.best == kNoMove) return;
    CHECK_EQUAL(exact.winner_after(position.black, position.white, advice.best, to_move), to_move);
    ++moves;
  }
};

Certificate certificate_of(const HexBoard& board) {
  std::int64_t nodes = 0;
  return certificate(*make_solver(board.rows(), board.cols(), kSettings), board, {}, nodes).value();
}

const SolverSettings kTinyTable = {.table_entries = 4};

}  // namespace

TEST(winning_openings_are_the_published_ones) {
  CHECK_EQUAL(winning_openings(1), "a1 ");
  CHECK_EQUAL(winning_openings(2), "a2 b1 ");
  CHECK_EQUAL(winning_openings(3), "a2 a3 b2 c1 c2 ");
  CHECK_EQUAL(winning_openings(4), "a4 b3 c2 d1 ");
  CHECK_EQUAL(winning_openings(5), "a4 a5 b2 b3 b4 c2 c3 c4 d2 d3 d4 e1 e2 ");
  CHECK_EQUAL(winning_openings(6), "a3 a4 a5 a6 b2 b3 b4 b5 c2 c3 c4 c5 d2 d3 d4 d5 e2 e3 e4 e5 f1 f2 f3 f4 ");
}

TEST(random_positions_agree_with_exhaustive_search) {
  const int times = check::full ? 50 : 1;
  check_random_positions(3, 3, 9, 1);
  check_random_positions(3, 3, 6, 100 * times);
  for (int empty = 4; empty <= 13; ++empty) check_random_positions(4, 4, empty, 100 * times);
  for (int empty = 9; empty <= 12; ++empty) check_random_positions(5, 5, empty, 20 * times);
  check_random_positions(3, 5, 12, 50 * times);
  check_random_positions(5, 3, 12, 50 * times);
}

TEST(known_wins_hold_wherever_they_are_found_again) {
  KnownWinsTrial trial;
  for (int i = 0; i < 400; ++i) trial.learn(8 + i % 6);
  for (int i = 0; i < 2000; ++i) trial.check(4 + i % 10);
  CHECK(trial.winners > 500);
  CHECK(trial.moves > 100);
  CHECK(trial.threats > 100);
  trial.wins.clear();
  const int before = trial.winners;
  for (int i = 0; i < 100; ++i) trial.check(8);
  CHECK_EQUAL(trial.winners, before);
}

TEST(a_table_too_small_for_anything_costs_only_time) {
  CHECK_EQUAL(winning_openings(4, kTinyTable), "a4 b3 c2 d1 ");
  CHECK_EQUAL(winning_openings(5, kTinyTable), winning_openings(5));
  check_random_positions(4, 4, 12, 100, kTinyTable);
}

TEST(any_width_gives_the_same_winner) {
  CHECK_EQUAL(winning_openings(4, {.table_entries = 1 << 20, .width_base = 1, .width_share = 0.0}),
              winning_openings(4));
  CHECK_EQUAL(winning_openings(5, {.table_entries = 1 << 20, .width_base = 100}), winning_openings(5));
}

// A network that knows nothing costs positions, never the truth.
TEST(any_network_gives_the_same_winner) {
  for (const std::uint64_t seed : {1, 2}) {
    const RandomNetwork random({.channels = 16, .blocks = 1, .pooling = {1}, .hidden = 8}, seed);
    const SolverSettings settings{.table_entries = 1 << 12,
                                  .network = std::make_shared<IntegerNetwork>(random.shape, random.tensors())};
    check_random_positions(4, 4, 12, 100, settings);
    check_random_positions(3, 5, 12, 50, settings);
    check_random_positions(5, 3, 12, 50, settings);
    CHECK(winning_openings(4, settings) == winning_openings(4));
  }
}

TEST(on_unequal_sides_the_shorter_way_wins) {
  for (const auto& [rows, cols] : {std::pair(5, 6), std::pair(3, 8)}) {
    HexBoard board(rows, cols);
    board.set_to_move(kWhite);
    CHECK_EQUAL(make_solver(rows, cols, kSettings)->solve(board).winner, kBlack);
  }
}

TEST(boards_of_several_words_are_solved) {
  HexBoard board(9, 9);
  for (int row = 0; row < 9; row += 2) board.set_up(static_cast<Move>(row * 9 + 4 - row / 2), kBlack);
  board.set_to_move(kWhite);
  CHECK_EQUAL(make_solver(9, 9, kSettings)->solve(board).winner, kBlack);
  board.play(3 * 9 + 2, kWhite);  // into a bridge
  const Solution solution = make_solver(9, 9, kSettings)->solve(board);
  CHECK_EQUAL(solution.winner, kBlack);
  board.play(solution.move, kBlack);
  CHECK_EQUAL(make_solver(9, 9, kSettings)->solve(board).winner, kBlack);
}

TEST(a_limit_ends_the_search_and_the_table_carries_on) {
  HexBoard board(6, 6);
  board.play(6, kBlack);  // a2 loses, but not at once
  const auto solver = make_solver(6, 6, kSettings);
  const std::int64_t whole = make_solver(6, 6, kSettings)->solve(board).nodes;
  CHECK(whole > 60);
  const Solution stopped = solver->solve(board, {.nodes = 20});
  CHECK_EQUAL(stopped.winner, kNone);
  CHECK_EQUAL(stopped.stopped, StopReason::Nodes);
  CHECK_EQUAL(stopped.nodes, 20);
  CHECK(stopped.proof > 0 && stopped.disproof > 0);
  std::int64_t total = 20;
  for (Solution next; next.winner == kNone; total += next.nodes) {
    next = solver->solve(board, {.nodes = 20});
    CHECK(next.winner == kNone || next.winner == kWhite);
  }
  CHECK(total <= 2 * whole);
  CHECK(solver->solve(board).nodes <= 1);
  CHECK_EQUAL(solver->solve(board).stopped, StopReason::Proven);

  const Solution late = make_solver(6, 6, kSettings)->solve(board, {.seconds = 0.0});
  CHECK_EQUAL(late.winner, kNone);
  CHECK_EQUAL(late.stopped, StopReason::Seconds);
  int asked = 0;
  const Solution broken_off = make_solver(6, 6, kSettings)->solve(board, {.interrupted = [&] { return ++asked > 0; }});
  CHECK_EQUAL(broken_off.winner, kNone);
  CHECK_EQUAL(broken_off.stopped, StopReason::Interrupted);
  CHECK_EQUAL(asked, 1);
  solver->forget();
  CHECK_EQUAL(solver->solve(board).nodes, whole);
}

TEST(a_line_of_play_keeps_the_winner) {
  HexBoard board(4, 4);
  const auto solver = make_solver(4, 4, kSettings);
  std::int64_t nodes = 0;
  const std::vector<Move> line = variation(*solver, board, {}, nodes);
  CHECK(nodes > 0);
  CHECK(!line.empty());
  for (const Move move : line) {
    CHECK_EQUAL(solver->solve(board).winner, kBlack);
    CHECK_EQUAL(board.at(move), kNone);
    board.play(move, board.to_move());
  }
  CHECK_EQUAL(solver->solve(board).winner, kBlack);
}

TEST(a_limit_leaves_no_line_of_play_and_no_certificate) {
  std::int64_t nodes = 0;
  CHECK(variation(*make_solver(6, 6, kSettings), HexBoard(6, 6), {.nodes = 5}, nodes).empty());
  CHECK(!certificate(*make_solver(6, 6, kSettings), HexBoard(6, 6), {.nodes = 5}, nodes).has_value());
  CHECK_EQUAL(nodes, 10);
}

TEST(certificates_convince_the_checker) {
  for (int size = 1; size <= 5; ++size)
    CHECK_EQUAL(flaw(certificate_of(HexBoard(size, size)), HexBoard(size, size)), "");
  HexBoard white_wins(5, 5);
  white_wins.play(0, kBlack);
  CHECK_EQUAL(certificate_of(white_wins).winner, kWhite);
  CHECK_EQUAL(flaw(certificate_of(white_wins), white_wins), "");
  Random random(9);
  for (int i = 0; i < 100; ++i)
    for (const Colour to_move : kColours) {
      const HexBoard board = board_from(SmallPosition(16, 10, random), 4, 4, to_move);
      CHECK_EQUAL(flaw(certificate_of(board), board), "");
    }
}

TEST(the_checker_refuses_what_proves_nothing) {
  const HexBoard board(4, 4);
  const Certificate sound = certificate_of(board);
  CHECK_EQUAL(flaw(sound, board), "");

  Certificate wrong = sound;
  wrong.winner = kWhite;
  CHECK_EQUAL(flaw(wrong, board), "it is not for the side to move");
  wrong = sound;
  wrong.first = kNoMove;
  CHECK_EQUAL(flaw(wrong, board), "it is not for the side to move");
  wrong = sound;
  wrong.first = 0;  // a losing move
  CHECK(!flaw(wrong, board).empty());
  wrong = sound;
  wrong.promises.back().pop_back();
  CHECK_EQUAL(flaw(wrong, board), "one cell spoils all plans of a promise");
  wrong = sound;
  wrong.promises.back().clear();
  CHECK_EQUAL(flaw(wrong, board), "a promise is not kept: the sides are not joined");
  wrong = sound;
  wrong.promises.back().front().promise = static_cast<std::uint32_t>(wrong.promises.size() - 1);
  CHECK_EQUAL(flaw(wrong, board), "a plan builds on a promise that comes later");
  wrong = sound;
  wrong.promises.back().front().cell = wrong.first;
  CHECK_EQUAL(flaw(wrong, board), "a plan takes a cell that is not empty");
  wrong = sound;
  wrong.promises.clear();
  CHECK_EQUAL(flaw(wrong, board), "there is no promise");
  HexBoard other = board;
  other.play(sound.first, kBlack);
  other.play(sound.promises.back().front().cell, kWhite);
  CHECK(!flaw(sound, other).empty());
}

TEST(no_certificate_convinces_of_a_lost_position) {
  HexBoard lost(4, 4);
  lost.play(0, kBlack);  // White wins
  Certificate claim = certificate_of(lost);
  claim.winner = kBlack;
  claim.first = kNoMove;
  CHECK(!flaw(claim, lost).empty());
  HexBoard won(4, 4);
  won.play(3, kBlack);
  const Certificate sound = certificate_of(won);
  CHECK_EQUAL(flaw(sound, won), "");
  CHECK(!flaw(sound, lost).empty());
}
