// The rules of Go, against drawn positions and a naive referee, and the playouts of its tracker.
// Boards are drawn row by row, X for Black and O for White.
#include "tracker/go.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "rules/go_board.hpp"

using namespace beeline;

namespace {

using Illegal = GoBoard::Illegal;
constexpr Colour kBlack = Colour::Black, kWhite = Colour::White;

char symbol_of(Colour colour) { return ".XO"[static_cast<int>(colour)]; }

GoBoard board_of(std::string drawing, double komi = 0.0) {
  std::erase(drawing, ' ');
  GoBoard board(static_cast<int>(std::sqrt(drawing.size())), komi);
  for (int point = 0; point < board.pass_move(); ++point) {
    const char symbol = drawing[static_cast<std::size_t>(point)];
    if (symbol != '.') board.set_up(point, symbol == 'X' ? kBlack : kWhite);
  }
  return board;
}

template <class Position>
std::string drawing_of(const Position& position) {
  std::string drawing;
  for (int point = 0; point < position.size() * position.size(); ++point) {
    if (point > 0 && point % position.size() == 0) drawing += ' ';
    drawing += symbol_of(position.at(point));
  }
  return drawing;
}

Move at(const GoBoard& board, int row, int column) { return static_cast<Move>(row * board.size() + column); }

// The rules written to be plainly right: a position is a drawing, the past a set of drawings.
class Referee {
 public:
  explicit Referee(const GoBoard& board) : width_(static_cast<std::size_t>(board.size()) + 1) {
    stones_ = std::string(width_, ' ') + drawing_of(board) + std::string(width_, ' ');
  }

  Illegal why_illegal(Move move, Colour colour) const {
    if (stones_[spot(move)] != '.') return Illegal::Occupied;
    const std::string after = after_playing(move, colour);
    if (after[spot(move)] == '.') return Illegal::Suicide;
    return past_.contains(after) ? Illegal::Superko : Illegal::No;
  }

  void play(Move move, Colour colour) { past_.insert(stones_ = after_playing(move, colour)); }

 private:
  using Spots = std::vector<std::size_t>;

  std::size_t spot(Move move) const { return width_ + move + move / (width_ - 1); }
  Spots sides(std::size_t spot) const { return {spot - width_, spot - 1, spot + 1, spot + width_}; }

  void take_if_dead(std::string& stones, std::size_t start) const {
    Spots chain = {start};
    for (std::size_t i = 0; i < chain.size(); ++i) {
      for (const std::size_t side : sides(chain[i])) {
        if (stones[side] == '.') return;
        const bool known = std::find(chain.begin(), chain.end(), side) != chain.end();
        if (stones[side] == stones[start] && !known) chain.push_back(side);
      }
    }
    for (const std::size_t stone : chain) stones[stone] = '.';
  }

  std::string after_playing(Move move, Colour colour) const {
    std::string stones = stones_;
    stones[spot(move)] = symbol_of(colour);
    for (const std::size_t side : sides(spot(move))) {
      if (stones[side] == symbol_of(opponent(colour))) take_if_dead(stones, side);
    }
    take_if_dead(stones, spot(move));
    return stones;
  }

  std::size_t width_;
  std::string stones_;
  std::set<std::string> past_;
};

// A legal move; a pass once in twenty, or when there is nothing else.
Move random_move(const GoBoard& board, Random& random) {
  std::vector<Move> moves;
  for (Move move = 0; move < board.pass_move(); ++move) {
    if (board.legal(move, board.to_move())) moves.push_back(move);
  }
  if (moves.empty() || random.below(20) == 0) return board.pass_move();
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

void check_pattern_codes(const GoTracker& tracker) {
  const int size = tracker.size();
  for (int point = 0; point < size * size; ++point) {
    unsigned code = 0;
    for (int i = 0, shift = 0; i < 9; ++i) {
      const int row = point / size + i / 3 - 1;
      const int column = point % size + i % 3 - 1;
      const bool on_board = row >= 0 && row < size && column >= 0 && column < size;
      if (i == 4) continue;  // the point itself
      code |= (on_board ? static_cast<unsigned>(tracker.at(row * size + column)) : 3u) << shift;
      shift += 2;
    }
    CHECK_EQUAL(tracker.pattern_code(point), code);
  }
}

bool is_eye(const GoTracker& tracker, int point, Colour owner) {
  const auto around = [&](int i) { return static_cast<int>(tracker.pattern_code(point) >> 2 * i & 3); };
  const std::vector<int> sides = {around(1), around(3), around(4), around(6)};
  const std::vector<int> diagonals = {around(0), around(2), around(5), around(7)};
  const auto edges = std::count(sides.begin(), sides.end(), 3);
  const auto own = std::count(sides.begin(), sides.end(), static_cast<int>(owner));
  const auto enemies = std::count(diagonals.begin(), diagonals.end(), static_cast<int>(opponent(owner)));
  return edges + own == 4 && enemies <= (edges > 0 ? 0 : 1);
}

int sensible_moves(const GoTracker& tracker) {
  int moves = 0;
  for (Move move = 0; move < tracker.size() * tracker.size(); ++move) {
    moves += tracker.legal(move) && !is_eye(tracker, move, tracker.to_move());
  }
  return moves;
}

Continuation patterns(PatternWeights weights) {
  return {ContinuationKind::Patterns, std::make_shared<const PatternWeights>(std::move(weights))};
}

PatternWeights equal_weights(std::uint16_t weight) { return PatternWeights(2u << 16, weight); }

// Half of them zero.
PatternWeights random_weights(Random& random) {
  PatternWeights weights = equal_weights(0);
  for (auto& weight : weights) weight = static_cast<std::uint16_t>(random.below(2) * (1 + random.below(65500)));
  return weights;
}

// How often each move comes first in so many playouts from the root.
constexpr int kDraws = 20000;
std::map<Move, int> first_moves(GoTracker tracker) {
  Random random(5);
  std::map<Move, int> times;
  for (int i = 0; i < kDraws; ++i) {
    tracker.restart();
    ++times[tracker.step(random)];
  }
  return times;
}

// Within four standard deviations of a binomial.
bool about(int times, double probability) {
  return std::abs(times - kDraws * probability) <= 4 * std::sqrt(kDraws * probability * (1 - probability));
}

}  // namespace

TEST(chains_without_liberties_are_captured) {
  GoBoard centre = board_of(".X. XO. .X.");
  centre.play(at(centre, 1, 2), kBlack);
  CHECK_EQUAL(drawing_of(centre), ".X. X.X .X.");
  CHECK_EQUAL(centre.area_score(), 9.0);
  GoBoard corner = board_of("OO. XXO ...");
  corner.play(at(corner, 0, 2), kBlack);
  CHECK_EQUAL(drawing_of(corner), "..X XXO ...");
  GoBoard several = board_of("..XOX XXXOX OOO.. XXXOX ..XOX");
  several.play(at(several, 2, 3), kBlack);
  CHECK_EQUAL(drawing_of(several), "..X.X XXX.X ...X. XXX.X ..X.X");
  CHECK_EQUAL(several.captures(kBlack), 7);
}

TEST(suicide_is_illegal_unless_it_captures) {
  CHECK_EQUAL(board_of(".O. O.. ...").why_illegal(0, kBlack), Illegal::Suicide);
  CHECK_EQUAL(board_of(".O. O.. ...").why_illegal(0, kWhite), Illegal::No);
  CHECK_EQUAL(board_of(".XO XXO OO.").why_illegal(0, kBlack), Illegal::Suicide);
  CHECK_EQUAL(board_of(".XO XXO OO.").why_illegal(0, kWhite), Illegal::No);
  CHECK_EQUAL(GoBoard(1).why_illegal(0, kBlack), Illegal::Suicide);
}

TEST(reasons_for_illegality_are_told_apart) {
  GoBoard board(2);
  board.play(0, kBlack);
  CHECK_EQUAL(board.why_illegal(0, kWhite), Illegal::Occupied);
  CHECK_EQUAL(board.why_illegal(5, kWhite), Illegal::OffBoard);
  CHECK_THROWS(std::invalid_argument, board.play(0, kWhite));
  board.play(board.pass_move(), kWhite);
  board.play(1, kBlack);
  board.play(board.pass_move(), kWhite);
  CHECK(!board.over());
  board.play(board.pass_move(), kBlack);
  CHECK_EQUAL(board.why_illegal(2, kWhite), Illegal::GameOver);
  CHECK_EQUAL(board.why_illegal(board.pass_move(), kWhite), Illegal::GameOver);
}

TEST(a_ko_is_not_retaken_at_once_nor_after_passes) {
  GoBoard board = board_of(
      ".XO. "
      "XO.O "
      ".XO. "
      "....");
  const Move white_takes = at(board, 1, 1);
  board.play(at(board, 1, 2), kBlack);
  CHECK_EQUAL(board.why_illegal(white_takes, kWhite), Illegal::Superko);
  CHECK(!first_moves({board, {}}).contains(white_takes));
  board.play(board.pass_move(), kWhite);
  CHECK_EQUAL(board.why_illegal(white_takes, kWhite), Illegal::Superko);
}

TEST(send_two_return_one_is_superko) {
  GoBoard board = board_of(
      ".X.X "
      "OOXX "
      ".OX. "
      "OOXX");
  board.play(at(board, 0, 0), kBlack);
  board.play(at(board, 0, 2), kWhite);
  CHECK_EQUAL(board.why_illegal(at(board, 0, 1), kBlack), Illegal::Superko);
  CHECK_EQUAL(board.why_illegal(at(board, 0, 0), kBlack), Illegal::No);
}

TEST(area_counts_stones_and_regions_of_one_colour) {
  CHECK_EQUAL(GoBoard(5, 6.5).area_score(), -6.5);
  CHECK_EQUAL(board_of("... .X. ...", 2.0).area_score(), 7.0);
  CHECK_EQUAL(board_of(".XO.. "
                       "XXO.. "
                       "..XOO "
                       ".XXO. "
                       "X.XO.")
                  .area_score(),
              13.0 - 12.0);
  // The four points on the left touch both colours.
  CHECK_EQUAL(board_of("..XX. "
                       "..XXX "
                       "OOOOO "
                       ".OOOO "
                       "O.OOO")
                  .area_score(),
              6.0 - 15.0);
}

TEST(the_winner_has_the_larger_area_after_two_passes) {
  const auto outcome_with = [](double komi) {
    GoBoard board = board_of("... .X. ...", komi);
    board.play(board.pass_move(), kWhite);
    CHECK_EQUAL(board.winner(), Outcome::Undecided);
    board.play(board.pass_move(), kBlack);
    return board.winner();
  };
  CHECK_EQUAL(outcome_with(8.5), Outcome::Black);
  CHECK_EQUAL(outcome_with(9.0), Outcome::Draw);
  CHECK_EQUAL(outcome_with(9.5), Outcome::White);
}

TEST(set_up_wants_liberties_and_an_unstarted_game) {
  GoBoard board = board_of(".O. O.. ...");
  CHECK_THROWS(std::invalid_argument, board.set_up(0, kBlack));
  CHECK_THROWS(std::invalid_argument, board.set_up(9, kBlack));
  CHECK_EQUAL(drawing_of(board), ".O. O.. ...");
  board.set_up(1, Colour::None);
  board.set_up(3, kBlack);
  board.set_to_move(kWhite);
  board.play(0, kWhite);
  CHECK_THROWS(std::logic_error, board.set_up(5, kBlack));
  CHECK(board.undo());
  CHECK(!board.undo());
  CHECK_EQUAL(board.to_move(), kWhite);
  CHECK_EQUAL(drawing_of(board), "... X.. ...");
  for (const int size : {0, 20}) CHECK_THROWS(std::invalid_argument, GoBoard{size});
}

TEST(board_and_tracker_agree_with_the_referee) {
  Random random(1);
  int superkos = 0;
  for (int game = 0; game < 1000; ++game) {
    GoBoard board(1 + game % 6);
    Referee referee(board);
    GoTracker tracker(board, {});
    for (int turn = 0; turn < 100 && !board.over(); ++turn) {
      for (Move move = 0; move < board.pass_move(); ++move) {
        for (const Colour colour : {kBlack, kWhite}) {
          CHECK_EQUAL(board.why_illegal(move, colour), referee.why_illegal(move, colour));
        }
        CHECK_EQUAL(tracker.legal(move), board.legal(move, board.to_move()));
        superkos += board.why_illegal(move, board.to_move()) == Illegal::Superko;
      }
      const Move move = random_move(board, random);
      if (move != board.pass_move()) referee.play(move, board.to_move());
      board.play(move, board.to_move());
      // Now and then the real game catches up with the tree.
      tracker.play(move);
      if (random.below(8) == 0) tracker = GoTracker(board, {});
      CHECK_EQUAL(tracker.winner(), board.winner());
    }
  }
  CHECK(superkos > 1000);  // else this says little about them
}

TEST(undo_restores_everything) {
  Random random(2);
  for (int game = 0; game < 30; ++game) {
    GoBoard board(2 + game % 6);
    while (!board.over() && board.moves().size() < 120) board.play(random_move(board, random), board.to_move());
    while (board.undo()) {
      GoBoard replayed(board.size());
      for (const auto [move, colour] : board.moves()) replayed.play(move, colour);
      CHECK_EQUAL(drawing_of(board), drawing_of(replayed));
      CHECK_EQUAL(board.hash(), replayed.hash());
      CHECK_EQUAL(board.to_move(), replayed.to_move());
      CHECK_EQUAL(board.captures(kBlack), replayed.captures(kBlack));
      CHECK_EQUAL(board.captures(kWhite), replayed.captures(kWhite));
      CHECK(board.positions() == replayed.positions());
    }
  }
}

TEST(playouts_keep_their_eyes_and_end) {
  Random random(3);
  for (int game = 0; game < 200; ++game) {
    const auto kind = static_cast<ContinuationKind>(game % 4);
    GoTracker tracker(GoBoard(1 + game % 9), kind == ContinuationKind::Patterns ? patterns(random_weights(random))
                                                                                : Continuation{kind, nullptr});
    std::vector<Colour> first(static_cast<std::size_t>(tracker.move_count()), Colour::None);
    const auto pass = static_cast<Move>(tracker.move_count() - 1);
    for (int turn = 0; turn < 1000 && tracker.winner() == Outcome::Undecided; ++turn) {
      const GoTracker before = tracker;
      const Move move = tracker.step(random);
      check_pattern_codes(tracker);
      if (move == pass) {
        CHECK(sensible_moves(before) <= 1);  // a ko that may not be retaken yet
      } else {
        CHECK(before.legal(move) && !is_eye(before, move, before.to_move()));
        if (first[move] == Colour::None) first[move] = before.to_move();
      }
    }
    CHECK(tracker.winner() != Outcome::Undecided);
    for (Move move = 0; move <= pass; ++move) {
      CHECK_EQUAL(tracker.was_played(kBlack, move), first[move] == kBlack);
      CHECK_EQUAL(tracker.was_played(kWhite, move), first[move] == kWhite);
    }
  }
}

TEST(restart_returns_to_the_real_position) {
  GoBoard board = board_of(".XO. XO.O .XO. ....");
  const Move white_takes = at(board, 1, 1);
  board.play(at(board, 1, 2), kBlack);
  board.play(at(board, 3, 3), kWhite);
  board.play(at(board, 3, 0), kBlack);
  GoTracker tracker(board, {});
  Random random(4);
  tracker.play(white_takes);
  CHECK(tracker.was_played(kWhite, white_takes));
  CHECK(tracker.playout(random) != Outcome::Undecided);
  tracker.restart();
  CHECK_EQUAL(drawing_of(tracker), drawing_of(board));
  CHECK(!tracker.was_played(kWhite, white_takes));
  CHECK(tracker.legal(white_takes));  // what the tree went through does not count as history
  tracker.play(board.pass_move());
  CHECK(tracker.was_played(kWhite, board.pass_move()));
}

TEST(zero_weights_play_as_default_and_equal_weights_as_local) {
  const std::vector<std::pair<Continuation, Continuation>> twins = {
      {patterns(equal_weights(0)), {ContinuationKind::Default, nullptr}},
      {patterns(equal_weights(1)), {ContinuationKind::Local, nullptr}},
      {patterns(equal_weights(65500)), {ContinuationKind::Local, nullptr}},
  };
  for (const auto& [weighted, plain] : twins) {
    GoTracker one(GoBoard(9), weighted), other(GoBoard(9), plain);
    Random random_one(6), random_other(6);
    for (int i = 0; i < 300; ++i) {
      one.restart(), other.restart();
      CHECK_EQUAL(one.playout(random_one), other.playout(random_other));
      CHECK_EQUAL(drawing_of(one), drawing_of(other));
    }
  }
  CHECK_THROWS(std::invalid_argument, GoTracker(GoBoard(9), patterns({1, 2, 3})));
}

TEST(moves_are_drawn_in_proportion_to_their_weights) {
  GoBoard board(5);
  board.play(0, kBlack);
  const std::set<Move> near = {1, 5, 6};
  const double everywhere = 1.0 / 24, nearby = 1.0 / 3;
  for (const auto& [move, times] : first_moves({board, {}})) CHECK(about(times, everywhere));
  auto local = first_moves({board, {ContinuationKind::Local, nullptr}});
  for (const Move move : near) CHECK(about(local[move], nearby));
  for (const auto& [move, times] : first_moves({board, {ContinuationKind::Tenuki, nullptr}})) {
    CHECK(about(times, everywhere / 6 + (near.contains(move) ? nearby * 5 / 6 : 0)));
  }
  const GoTracker seen(board, {});
  PatternWeights weights = equal_weights(0);
  weights[seen.pattern_code(1)] = 10000;
  weights[seen.pattern_code(5)] = 50000;
  weights[1u << 16 | seen.pattern_code(6)] = 60000;  // for Black, whose turn it is not
  const auto weighted = first_moves({board, patterns(weights)});
  CHECK_EQUAL(weighted.size(), 2u);
  CHECK(about(weighted.at(1), 1.0 / 6));
  CHECK(about(weighted.at(5), 5.0 / 6));
}

TEST(frequencies_match_the_weights_around_a_stone) {
  Random random(7);
  for (const char* drawing : {"..... ..X.. ..O.. .X... .....", "O.X.. ..... ..O.. .X.X. O...."}) {
    GoBoard board = board_of(drawing);
    board.play(at(board, 2, 3), kBlack);
    PatternWeights weights = equal_weights(0);
    for (auto& weight : weights) weight = static_cast<std::uint16_t>(8000 * random.below(9));
    GoTracker tracker(board, patterns(weights));
    std::map<Move, double> chance;
    double total = 0;
    for (int row = 1; row <= 3; ++row) {
      for (int column = 2; column <= 4; ++column) {
        const Move candidate = at(board, row, column);
        if (tracker.at(candidate) != Colour::None || !tracker.legal(candidate)) continue;
        const double weight = weights[tracker.pattern_code(candidate)];  // White's, whose turn it is
        if (weight > 0) chance[candidate] = weight;
        total += weight;
      }
    }
    CHECK(chance.size() > 4);
    double chi_square = 0;
    auto times = first_moves(tracker);
    CHECK_EQUAL(times.size(), chance.size());
    for (const auto& [move, weight] : chance) {
      const double expected = kDraws * weight / total, off = times[move] - expected;
      chi_square += off * off / expected;
    }
    const double freedom = static_cast<double>(chance.size()) - 1;
    CHECK(chi_square <= freedom + 5 * std::sqrt(2 * freedom));
  }
}
