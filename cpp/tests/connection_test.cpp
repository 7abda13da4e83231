// Virtual connections: every claim against exhaustive play, and the incremental search against the one from
// scratch. Boards are drawn row by row, B for Black, W for White.
#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "check.hpp"
#include "claim_checker.hpp"
#include "connection/connections.hpp"
#include "connection_oracle.hpp"
#include "hex_referee.hpp"

namespace {

using Small = CellSet<1>;

constexpr ConnectionLimits kEverything = {.stop_at_win = false};
constexpr ConnectionLimits kCaptured = {.captured = true, .stop_at_win = false};
constexpr ConnectionLimits kThorough = {
    .fulls = 10, .semis = 64, .or_width = 3, .over_edges = true, .captured = true, .stop_at_win = false};

// Calls visit(black, white) for every way to put stones on the board, of any number of either colour.
void for_each_filling(int cells, const std::function<void(const Small&, const Small&)>& visit) {
  std::vector<int> state(cells);
  while (true) {
    Small black, white;
    for (int cell = 0; cell < cells; ++cell) {
      if (state[cell] == 1) black.insert(cell);
      if (state[cell] == 2) white.insert(cell);
    }
    visit(black, white);
    int cell = 0;
    while (cell < cells && state[cell] == 2) state[cell++] = 0;
    if (cell == cells) return;
    ++state[cell];
  }
}

std::string size_text(int rows, int cols) { return std::to_string(rows) + "x" + std::to_string(cols); }

template <int kWords = 1>
CellSet<kWords> stones_of(const HexBoard& board, Colour colour) {
  CellSet<kWords> stones;
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (board.at(cell) == colour) stones.insert(cell);
  return stones;
}

Small column(int col, int side) {
  Small cells;
  for (int row = 0; row < side; ++row) cells.insert(row * side + col);
  return cells;
}

// A name such as b3 as a cell.
Move cell(const char* name, int cols) { return static_cast<Move>((name[1] - '1') * cols + name[0] - 'a'); }

// Calls action.operator()<kWords>(side, samples) for a board of each number of words above 1. The time that a
// position takes grows at least with the square of its cells.
template <class Action>
void for_larger_boards(int times_in_full, Action action) {
  for (const int side : {9, 13, 19}) {
    const int cells = side * side, samples = 1 + 60'000 / (cells * cells);
    with_words_for(cells, [&]<int kWords>() {
      action.template operator()<kWords>(side, check::full ? times_in_full * samples : samples);
    });
  }
}

// A random position with so many stones that most carriers are small enough for exhaustive play.
HexBoard dense_board(int side, Random& random) {
  const int cells = side * side, least = side < 19 ? cells / 2 : 2 * cells / 3;
  return random_game(side, side, least + static_cast<int>(random.below(cells / 8)), random);
}

template <int kWords>
void build(Connections<kWords>& connections, const HexBoard& board) {
  connections.build(stones_of<kWords>(board, kBlack), stones_of<kWords>(board, kWhite));
}

constexpr int kMostOpen = 10;  // cells of the carriers that are played out on larger boards

std::string text_of(const ConnectionLimits& limits) {
  return std::string(limits.captured ? ", captured" : "") + (limits.over_edges ? ", over edges" : "");
}

void check_random_positions(int side, int positions, std::uint64_t seed, const ConnectionLimits& limits) {
  Random random(seed);
  ClaimChecker<1> checker(side, side, limits);
  Connections<1> connections(side, side, limits);
  for (int i = 0; i < positions; ++i) {
    // With fewer stones the carriers outgrow exhaustive play.
    const int cells = side * side, least = check::full && side == 5 ? cells / 4 : cells / 3;
    const HexBoard board = random_game(side, side, least + static_cast<int>(random.below(cells / 2)), random);
    build(connections, board);
    checker.check(connections);
  }
  checker.report("random " + size_text(side, side) + text_of(limits));
}

}  // namespace

TEST(the_oracle_refuses_a_connection_that_can_be_cut) {
  ConnectionOracle<2> oracle(9, 9);
  using Cells = CellSet<2>;
  // A bridge from e8 to the edge; one to f6 from a stone that is joined to e8 by another, d8.
  const Cells own = Cells::of(cell("e8", 9)) | Cells::of(cell("d8", 9)) | Cells::of(cell("f6", 9));
  const Cells edge = Cells::first(81) - Cells::first(72), from = Cells::of(cell("d8", 9));
  const Cells below = Cells::of(cell("d9", 9)) | Cells::of(cell("e9", 9));
  const Cells above = Cells::of(cell("e7", 9)) | Cells::of(cell("f7", 9)), up = Cells::of(cell("f6", 9));
  CHECK(oracle.holds(own, below, from, edge));
  CHECK(oracle.holds(own, above, from, up));
  CHECK(oracle.holds(own, above | below, up, edge));
  for (const int cut : above | below) CHECK(!oracle.holds(own, (above | below) - Cells::of(cut), up, edge));
}

TEST(every_claim_on_every_filling_of_small_boards_holds) {
  const int most_cells = check::full ? 12 : 9;
  for (const ConnectionLimits& limits : {kEverything, kCaptured, kThorough})
    for (int rows = 1; rows <= 4; ++rows)
      for (int cols = 1; cols <= 4; ++cols) {
        if (rows * cols > most_cells) continue;
        ClaimChecker<1> checker(rows, cols, limits);
        Connections<1> connections(rows, cols, limits);
        for_each_filling(rows * cols, [&](const Small& black, const Small& white) {
          connections.build(black, white);
          checker.check(connections);
        });
        checker.report(size_text(rows, cols) + text_of(limits));
      }
}

TEST(every_claim_on_4x4_holds) {
  for (const ConnectionLimits& limits : {kEverything, kCaptured}) {
    Random random(1);
    ClaimChecker<1> checker(4, 4, limits);
    Connections<1> connections(4, 4, limits);
    const auto visit = [&](const Small& black, const Small& white) {
      connections.build(black, white);
      checker.check(connections);
    };
    if (check::full) {
      // The positions of play: Black has as many stones as White or one more.
      for_each_filling(16, [&](const Small& black, const Small& white) {
        const int lead = black.size() - white.size();
        if (lead == 0 || lead == 1) visit(black, white);
      });
    } else {
      for (int i = 0; i < 1000; ++i) {
        const HexBoard board = random_game(4, 4, static_cast<int>(random.below(10)), random);
        visit(stones_of(board, kBlack), stones_of(board, kWhite));
      }
    }
    checker.report("4x4" + text_of(limits));
  }
}

TEST(every_claim_on_random_5x5_and_6x6_positions_holds) {
  for (const ConnectionLimits& limits : {kEverything, kCaptured}) {
    check_random_positions(5, check::full ? 15'000 : 100, 2, limits);
    check_random_positions(6, check::full ? 5'000 : 20, 3, limits);
  }
}

TEST(every_small_claim_on_larger_boards_holds) {
  Random random(13);
  for_larger_boards(25, [&]<int kWords>(int side, int samples) {
    for (const ConnectionLimits& limits : {kEverything, kCaptured}) {
      ClaimChecker<kWords> checker(side, side, limits, kMostOpen);
      Connections<kWords> connections(side, side, limits);
      for (int i = 0; i < samples; ++i) {
        build(connections, dense_board(side, random));
        checker.check(connections);
      }
      checker.report("dense " + size_text(side, side) + text_of(limits));
    }
  });
}

TEST(a_bridge_joins_and_has_two_keys) {
  Connections<1> connections(board_of("..... ..... ..B.. ..... .....", 5), kEverything);
  const Move stone = cell("c3", 5), below = cell("b5", 5);
  const auto bridge = connections.full(kBlack, stone, below);
  CHECK_EQUAL(bridge.size(), 1u);
  CHECK(bridge[0].carrier == (Small::of(cell("b4", 5)) | Small::of(cell("c4", 5))));
  CHECK_EQUAL(connections.reply(kBlack, stone, below, cell("b4", 5)), cell("c4", 5));
  CHECK_EQUAL(connections.reply(kBlack, stone, below, cell("c4", 5)), cell("b4", 5));
  CHECK_EQUAL(connections.reply(kBlack, stone, below, cell("a1", 5)), kNoMove);  // not needed
}

TEST(a_stone_on_the_third_row_is_joined_to_the_edge_by_the_ziggurat) {
  Connections<1> connections(board_of("....... ....... ....... ....... ...B... ....... .......", 7), kEverything);
  const auto templates = connections.full(kBlack, cell("d5", 7), kSecondEdge);
  CHECK(!templates.empty());
  CHECK_EQUAL(templates[0].size, 8);  // rows of two, three and four cells, less the stone
  Connections<1> cramped(board_of("....... ....... ....... WWWWWWW .WWBW.. ....... W......", 7), kEverything);
  CHECK(cramped.full(kBlack, cell("d5", 7), kSecondEdge).empty());
}

TEST(the_fourth_row_template_is_found_on_a_wide_board) {
  Connections<2> connections(board_of(std::string(11 * 7, '.') + ".....B....." + std::string(11 * 3, '.'), 11),
                             kEverything);
  CHECK(!connections.full(kBlack, 7 * 11 + 5, kSecondEdge).empty());
}

TEST(second_line_cells_are_joined_along_the_edge_by_what_they_capture) {
  const Move left = cell("b2", 5), right = cell("d2", 5);
  CHECK(Connections<1>(4, 5, kEverything).full(kBlack, left, right).empty());
  Connections<1> connections(4, 5, kCaptured);
  const auto joined = connections.full(kBlack, left, right);
  CHECK(!joined.empty());
  CHECK(joined[0].carrier == Small::first(5) - Small::of(cell("a1", 5)));
  // A stone in the way of either edge bridge, and what is left is the cell between.
  connections.play(cell("c1", 5), kWhite);
  CHECK(std::none_of(connections.full(kBlack, left, right).begin(), connections.full(kBlack, left, right).end(),
                     [&](const auto& link) { return link.carrier.contains(cell("b1", 5)); }));
}

TEST(winning_connections_and_the_must_play) {
  // The middle of 3×3 wins for Black whoever is to move.
  Connections<1> won(board_of("... .B. ...", 3));
  CHECK(won.has_won(kBlack));
  CHECK(won.must_play(kWhite).empty());
  CHECK(won.must_play(kBlack) == won.empty_cells());
  CHECK_EQUAL(won.winning(kBlack)[0].size, 4);
  CHECK(won.winning(kBlack)[0].carrier.contains(won.most_obstructive(kWhite)));
  CHECK_EQUAL(won.most_obstructive(kBlack), kNoMove);
  // On the empty board Black threatens to win by b2, so that White to move must play near.
  Connections<1> empty(3, 3);
  const auto threat = empty.winning_semis(kBlack);
  CHECK(!threat.empty());
  CHECK(!empty.has_won(kBlack));
  CHECK(empty.must_play(kWhite).inside(threat[0].carrier));
}

namespace {

// Everything that can be asked of both colours, to be compared as one value.
template <int kWords>
struct Claim {
  Colour colour;
  Endpoint a, b;
  Connection<kWords> link;

  friend bool operator==(const Claim&, const Claim&) = default;
};

template <int kWords>
std::vector<Claim<kWords>> all_claims(const Connections<kWords>& connections) {
  std::vector<Claim<kWords>> claims;
  for (const Colour colour : kColours)
    for (const Endpoint a : connections.endpoints(colour))
      for (const Endpoint b : connections.endpoints(colour)) {
        for (const auto& link : connections.full(colour, a, b)) claims.push_back({colour, a, b, link});
        for (const auto& link : connections.semi(colour, a, b)) claims.push_back({colour, a, b, link});
      }
  return claims;
}

// Puts one to four random stones on the board, often of both colours.
template <int kWords>
bool place_some(Connections<kWords>& connections, Random& random) {
  std::array<CellSet<kWords>, 2> stones;
  for (int i = 0; i < 4; ++i) {
    const CellSet<kWords> free = connections.empty_cells() - stones[0] - stones[1];
    if (free.empty()) break;
    auto at = free.begin();
    for (unsigned skip = random.below(free.size()); skip > 0; --skip) ++at;
    stones[random.below(2)].insert(*at);
    if (random.below(3) > 0) break;
  }
  connections.place(stones[0], stones[1]);
  return !connections.empty_cells().empty();
}

// Plays up to so many plies, some of them taken back for another, and then takes them all back.
template <int kWords>
void check_undo(Connections<kWords>& connections, int plies, Random& random) {
  std::vector<std::vector<Claim<kWords>>> past;
  for (bool room = true; room && plies > 0; --plies) {
    past.push_back(all_claims(connections));
    room = place_some(connections, random);
    if (random.below(4) == 0) {
      connections.undo();
      CHECK(all_claims(connections) == past.back());
      room = place_some(connections, random);
    }
  }
  for (; !past.empty(); past.pop_back()) {
    connections.undo();
    CHECK(all_claims(connections) == past.back());
  }
}

}  // namespace

TEST(undo_restores_every_connection) {
  Random random(4);
  for (int game = 0; game < 40; ++game) {
    const ConnectionLimits limits = {.captured = game % 4 < 2, .stop_at_win = game % 2 == 0};
    Connections<1> connections(2 + game % 5, 2 + game % 4, limits);
    check_undo(connections, 30, random);
  }
}

TEST(undo_restores_every_connection_of_larger_boards) {
  Random random(14);
  for_larger_boards(10, [&]<int kWords>(int side, int samples) {
    for (int game = 0; game < samples; ++game) {
      Connections<kWords> connections(side, side, {.captured = game % 4 < 2, .stop_at_win = game % 2 == 1});
      build(connections, dense_board(side, random));
      check_undo(connections, 8, random);
    }
  });
}

TEST(claims_after_play_and_undo_hold) {
  Random random(5);
  for (const int side : {3, 4, 5})
    for (const bool captured : {false, true}) {
      ClaimChecker<1> checker(side, side, {.captured = captured});
      for (int game = 0; game < (check::full ? 1000 : 20); ++game) {
        Connections<1> connections(side, side, {.captured = captured, .stop_at_win = game % 2 == 0});
        for (bool room = true; room;) {
          room = place_some(connections, random);
          if (random.below(4) == 0) connections.undo(), room = place_some(connections, random);
          if (connections.empty_cells().size() <= 18) checker.check(connections);
        }
      }
      checker.report("after play and undo" + text_of({.captured = captured}));
    }
}

TEST(claims_after_play_and_undo_hold_on_larger_boards) {
  Random random(15);
  for_larger_boards(25, [&]<int kWords>(int side, int samples) {
    for (const bool captured : {false, true}) {
      ClaimChecker<kWords> checker(side, side, {.captured = captured}, kMostOpen);
      for (int game = 0; game < samples; ++game) {
        Connections<kWords> connections(side, side, {.captured = captured, .stop_at_win = game % 2 == 1});
        build(connections, dense_board(side, random));
        bool room = true;
        for (int ply = 0; room && ply < 10; ++ply) {
          room = place_some(connections, random);
          if (random.below(4) == 0) connections.undo(), room = place_some(connections, random);
        }
        checker.check(connections);
      }
      checker.report("after play and undo on " + size_text(side, side) + text_of({.captured = captured}));
    }
  });
}

namespace {

// How the search by increments and the one from scratch differ over the positions of some games. They may: what
// the limits keep depends on the order of search.
struct Differences {
  int positions = 0, fewer_wins = 0, more_wins = 0, smaller_must_play = 0, larger_must_play = 0;

  template <int kWords>
  void count(const Connections<kWords>& increments, const Connections<kWords>& scratch) {
    ++positions;
    for (const Colour colour : kColours) {
      fewer_wins += !increments.has_won(colour) && scratch.has_won(colour);
      more_wins += increments.has_won(colour) && !scratch.has_won(colour);
      if (increments.has_won(kBlack) || increments.has_won(kWhite)) continue;
      const int size = increments.must_play(colour).size(), anew = scratch.must_play(colour).size();
      smaller_must_play += size < anew;
      larger_must_play += size > anew;
    }
  }

  void report() const {
    if (check::full)
      std::cout << positions << " positions: wins only by increments " << more_wins << ", only from scratch "
                << fewer_wins << "; must-play smaller by increments " << smaller_must_play << ", larger "
                << larger_must_play << std::endl;
    CHECK(fewer_wins * 50 <= positions);
  }
};

// Plays at random to the end of the game.
template <int kWords>
void play_by_increments(HexBoard board, Differences& differences, Random& random) {
  Connections<kWords> increments(board), scratch(board.rows(), board.cols());
  while (board.winner() == kNone) {
    const Move move = random_choice(board.legal_moves(), random);
    increments.play(move, board.to_move());
    board.play(move, board.to_move());
    build(scratch, board);
    differences.count(increments, scratch);
    CHECK(!(increments.has_won(kBlack) && increments.has_won(kWhite)));
  }
  CHECK(increments.has_won(board.winner()));
}

}  // namespace

TEST(increments_find_what_a_search_from_scratch_finds) {
  Random random(6);
  Differences differences;
  for (int game = 0; game < (check::full ? 1000 : 40); ++game)
    play_by_increments<1>(HexBoard(4 + game % 3, 4 + game % 3), differences, random);
  differences.report();
}

TEST(increments_find_what_a_search_from_scratch_finds_on_larger_boards) {
  Random random(16);
  for_larger_boards(10, [&]<int kWords>(int side, int samples) {
    Differences differences;
    for (int game = 0; game < samples; ++game)
      play_by_increments<kWords>(dense_board(side, random), differences, random);
    differences.report();
  });
}

TEST(going_over_edges_joins_more_cells_and_its_wins_hold) {
  Random random(7);
  ConnectionLimits over_edges = kEverything;
  over_edges.over_edges = true;
  Connections<1> usual(5, 5, kEverything), over(5, 5, over_edges);
  ConnectionOracle<1> oracle(5, 5);
  const std::array<std::array<Small, 2>, 2> edges = {
      {{Small::first(5), Small::first(25) - Small::first(20)}, {column(0, 5), column(4, 5)}}};
  std::size_t pairs = 0, pairs_over = 0;
  int gained = 0, lost = 0;
  for (int i = 0; i < 300; ++i) {
    const HexBoard board = random_game(5, 5, 6 + static_cast<int>(random.below(10)), random);
    build(usual, board);
    build(over, board);
    for (const Colour colour : kColours) {
      const auto& [first, second] = edges[index_of(colour)];
      for (const auto& link : over.winning(colour))
        CHECK(oracle.holds(over.stones(colour), link.carrier, first, second));
      gained += over.has_won(colour) && !usual.has_won(colour);
      lost += !over.has_won(colour) && usual.has_won(colour);
      pairs += usual.joined_pairs(colour).size();
      pairs_over += over.joined_pairs(colour).size();
    }
  }
  CHECK(pairs_over > pairs);
  if (check::full) std::cout << "over edges: wins gained " << gained << ", lost " << lost << " of 600\n";
  CHECK(gained + lost < 30);  // by the order of the search; the way back to an edge gains nothing itself
}

TEST(a_colour_that_has_won_is_searched_no_further_until_its_win_is_broken) {
  Connections<1> stopping(5, 5), whole(5, 5, kEverything);
  for (Connections<1>* connections : {&stopping, &whole}) connections->play(12, kBlack);
  CHECK(stopping.has_won(kBlack));
  CHECK(stopping.joined_pairs(kBlack).size() < whole.joined_pairs(kBlack).size());
  // White intrudes and Black does not answer: both must know the same ways left.
  for (Connections<1>* connections : {&stopping, &whole}) connections->play(cell("b4", 5), kWhite);
  CHECK(!stopping.has_won(kBlack));
  CHECK(!stopping.winning_semis(kBlack).empty());
  CHECK(stopping.must_play(kWhite) == whole.must_play(kWhite));
}
