// Virtual connections: every claim against exhaustive play, and the incremental search against the one from
// scratch. Boards are drawn row by row, B for Black, W for White.
#include <array>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "check.hpp"
#include "connection/connections.hpp"
#include "connection_oracle.hpp"
#include "hex_referee.hpp"

namespace {

using Small = CellSet<1>;

constexpr ConnectionLimits kEverything = {.stop_at_win = false};

// Checks all the claims of a position, each only once over the life of the checker.
class ClaimChecker {
 public:
  ClaimChecker(int rows, int cols) : rows_(rows), cols_(cols), oracle_(rows, cols) {}

  void check(const Connections<1>& connections) {
    for (const Colour colour : kColours) {
      const auto ends = connections.endpoints(colour);
      for (const Endpoint a : ends)
        for (const Endpoint b : ends)
          if (a < b) check_pair(connections, colour, a, b);
    }
  }

  long long claims = 0;  // checked
  long long wrong = 0;

 private:
  void check_pair(const Connections<1>& connections, Colour colour, Endpoint a, Endpoint b) {
    const Small own = connections.stones(colour) | (cells_of(colour, a, false) | cells_of(colour, b, false));
    const auto verify = [&](const Connection<1>& link, const Small& stones, const Small& open) {
      if (!is_new(colour, a, b, stones, open)) return;
      ++claims;
      const bool key_inside = link.key == kNoMove || link.carrier.contains(link.key);
      const bool clean = link.carrier.inside(connections.empty_cells()) && !link.carrier.meets(own) &&
                         link.size == link.carrier.size() && key_inside;
      const Small from = cells_of(colour, a, true), to = cells_of(colour, b, true);
      if (!clean || !oracle_.holds(stones, open, from, to)) ++wrong;
    };
    for (const auto& link : connections.full(colour, a, b)) verify(link, own, link.carrier);
    for (const auto& link : connections.semi(colour, a, b)) {
      CHECK(link.key != kNoMove);
      verify(link, own | Small::of(link.key), link.carrier - Small::of(link.key));
    }
  }

  // An edge has no cell of its own to count as taken; those along it are where a way ends.
  Small cells_of(Colour colour, Endpoint end, bool along_edge) const {
    if (end < rows_ * cols_) return Small::of(end);
    Small edge;
    if (!along_edge) return edge;
    const bool first = end == kFirstEdge;
    if (colour == kBlack)
      for (int col = 0; col < cols_; ++col) edge.insert(first ? col : (rows_ - 1) * cols_ + col);
    else
      for (int row = 0; row < rows_; ++row) edge.insert(row * cols_ + (first ? 0 : cols_ - 1));
    return edge;
  }

  // Opposing stones do not enter into a claim, so that many positions share one.
  bool is_new(Colour colour, Endpoint a, Endpoint b, const Small& own, const Small& open) {
    if (seen_.size() > 40'000'000) seen_.clear();
    std::uint64_t hash = static_cast<std::uint64_t>(colour) << 32 | static_cast<std::uint64_t>(a) << 16 | b;
    for (const std::uint64_t part : {own.bits(0), open.bits(0)})
      hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL, hash ^= hash >> 29;
    return seen_.insert(hash).second;
  }

  int rows_, cols_;
  ConnectionOracle<1> oracle_;
  std::unordered_set<std::uint64_t> seen_;
};

void report(const std::string& what, const ClaimChecker& checker) {
  CHECK(checker.claims > 0);
  CHECK_EQUAL(checker.wrong, 0);
  if (check::full)
    std::cout << what << ": " << checker.claims << " claims, " << checker.wrong << " wrong" << std::endl;
}

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

Small stones_of(const HexBoard& board, Colour colour) {
  Small stones;
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

void check_random_positions(int side, int positions, std::uint64_t seed) {
  Random random(seed);
  ClaimChecker checker(side, side);
  Connections<1> connections(side, side, kEverything);
  for (int i = 0; i < positions; ++i) {
    // With fewer stones the carriers outgrow exhaustive play.
    const int cells = side * side, least = check::full && side == 5 ? cells / 4 : cells / 3;
    const HexBoard board = random_game(side, side, least + static_cast<int>(random.below(cells / 2)), random);
    connections.build(stones_of(board, kBlack), stones_of(board, kWhite));
    checker.check(connections);
  }
  report("random " + size_text(side, side), checker);
}

}  // namespace

TEST(every_claim_on_every_filling_of_small_boards_holds) {
  const int most_cells = check::full ? 12 : 9;
  for (int rows = 1; rows <= 4; ++rows)
    for (int cols = 1; cols <= 4; ++cols) {
      if (rows * cols > most_cells) continue;
      ClaimChecker checker(rows, cols);
      Connections<1> connections(rows, cols, kEverything);
      for_each_filling(rows * cols, [&](const Small& black, const Small& white) {
        connections.build(black, white);
        checker.check(connections);
      });
      report(size_text(rows, cols), checker);
    }
}

TEST(every_claim_on_4x4_holds) {
  Random random(1);
  ClaimChecker checker(4, 4);
  Connections<1> connections(4, 4, kEverything);
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
  report("4x4", checker);
}

TEST(every_claim_on_random_5x5_and_6x6_positions_holds) {
  check_random_positions(5, check::full ? 15'000 : 100, 2);
  check_random_positions(6, check::full ? 5'000 : 20, 3);
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
  Connections<1> connections(board_of("....... ....... ....... ....... ...B... ....... .......", 7),
                             kEverything);
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
struct Claim {
  Colour colour;
  Endpoint a, b;
  Connection<1> link;

  friend bool operator==(const Claim&, const Claim&) = default;
};

std::vector<Claim> all_claims(const Connections<1>& connections) {
  std::vector<Claim> claims;
  for (const Colour colour : kColours)
    for (const Endpoint a : connections.endpoints(colour))
      for (const Endpoint b : connections.endpoints(colour)) {
        for (const auto& link : connections.full(colour, a, b)) claims.push_back({colour, a, b, link});
        for (const auto& link : connections.semi(colour, a, b)) claims.push_back({colour, a, b, link});
      }
  return claims;
}

// Puts one to four random stones on the board, often of both colours.
bool place_some(Connections<1>& connections, Random& random) {
  std::array<Small, 2> stones;
  for (int i = 0; i < 4; ++i) {
    const Small free = connections.empty_cells() - stones[0] - stones[1];
    if (free.empty()) break;
    Small::Iterator at = free.begin();
    for (unsigned skip = random.below(free.size()); skip > 0; --skip) ++at;
    stones[random.below(2)].insert(*at);
    if (random.below(3) > 0) break;
  }
  connections.place(stones[0], stones[1]);
  return !connections.empty_cells().empty();
}

}  // namespace

TEST(undo_restores_every_connection) {
  Random random(4);
  for (int game = 0; game < 40; ++game) {
    const ConnectionLimits limits = {.stop_at_win = game % 2 == 0};
    Connections<1> connections(2 + game % 5, 2 + game % 4, limits);
    std::vector<std::vector<Claim>> past;
    for (bool room = true; room;) {
      past.push_back(all_claims(connections));
      room = place_some(connections, random);
      if (random.below(4) == 0) {  // back and along another way
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
}

TEST(claims_after_play_and_undo_hold) {
  Random random(5);
  for (const int side : {3, 4, 5}) {
    ClaimChecker checker(side, side);
    for (int game = 0; game < (check::full ? 1000 : 20); ++game) {
      const ConnectionLimits limits = {.stop_at_win = game % 2 == 0};
      Connections<1> connections(side, side, limits);
      for (bool room = true; room;) {
        room = place_some(connections, random);
        if (random.below(4) == 0) connections.undo(), room = place_some(connections, random);
        if (connections.empty_cells().size() <= 18) checker.check(connections);
      }
    }
    report("after play and undo", checker);
  }
}

TEST(increments_find_what_a_search_from_scratch_finds) {
  Random random(6);
  int positions = 0, fewer = 0, more = 0, smaller_must_play = 0, larger_must_play = 0;
  for (int game = 0; game < (check::full ? 1000 : 40); ++game) {
    const int side = 4 + game % 3;
    Connections<1> increments(side, side), scratch(side, side);
    for (HexBoard board(side, side); board.winner() == kNone;) {
      const Move move = random_choice(board.legal_moves(), random);
      increments.play(move, board.to_move());
      board.play(move, board.to_move());
      scratch.build(stones_of(board, kBlack), stones_of(board, kWhite));
      ++positions;
      for (const Colour colour : kColours) {
        fewer += !increments.has_won(colour) && scratch.has_won(colour);
        more += increments.has_won(colour) && !scratch.has_won(colour);
        const int size = increments.must_play(colour).size(), anew = scratch.must_play(colour).size();
        if (increments.has_won(kBlack) || increments.has_won(kWhite)) continue;
        smaller_must_play += size < anew;
        larger_must_play += size > anew;
      }
      CHECK(!(increments.has_won(kBlack) && increments.has_won(kWhite)));
    }
    const Colour winner = increments.has_won(kBlack) ? kBlack : kWhite;
    CHECK(increments.has_won(winner));
  }
  if (check::full)
    std::cout << positions << " positions: wins only by increments " << more << ", only from scratch "
              << fewer << "; must-play smaller by increments " << smaller_must_play << ", larger "
              << larger_must_play << '\n';
  CHECK(fewer * 50 <= positions);  // the two may differ: what the limits keep depends on the order of search
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
    usual.build(stones_of(board, kBlack), stones_of(board, kWhite));
    over.build(stones_of(board, kBlack), stones_of(board, kWhite));
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
