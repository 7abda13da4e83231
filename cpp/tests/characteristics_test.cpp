// Characteristics of board networks against answers worked out by hand and by exhaustion.
#include "circuit/characteristics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "circuit/bridges.hpp"
#include "hex_referee.hpp"

namespace {

Characteristics measured(const HexBoard& board, Colour colour, const std::vector<Link>& links = {}) {
  return NetworkMeter().measure(board, colour, links);
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

HexBoard random_position(Random& random, int rows, int cols, std::uint32_t stones) {
  HexBoard board(rows, cols);
  for (; stones > 0; --stones) {
    const std::vector<Move> moves = board.legal_moves();
    board.play(moves[random.below(moves.size())], board.to_move());
    if (board.winner() != kNone) board.undo();
  }
  return board;
}

}  // namespace

// Black needs a cell of each of three rows, and goes down to the same column or the one before it: by the
// last cell there are 3, 3 and 2 ways.
TEST(the_empty_board) {
  const Characteristics three = measured(HexBoard(3, 3), kBlack);
  CHECK_EQUAL(three[kDistance], 3.0);
  CHECK(near(three[kLogWays], std::log(8.0)));
  CHECK_EQUAL(three[kFlow], 3.0);
  // b2 has 2 ways above and 2 below it.
  CHECK(near(three[kBetweenness], 0.5));
  CHECK(near(three[kCloseness], (1.0 + 1.0 / 2 + 1.0 / 3) / 3));
  const Characteristics one = measured(HexBoard(1, 1), kWhite);
  CHECK_EQUAL(one[kDistance], 1.0);
  CHECK(near(one[kLogWays], 0.0));
  CHECK_EQUAL(one[kFlow], 1.0);
  CHECK(near(one[kBetweenness], 1.0));
}

TEST(stones_shorten_and_block) {
  HexBoard board(3, 3);
  board.play(4, kBlack);  // b2
  const Characteristics black = measured(board, kBlack), white = measured(board, kWhite);
  CHECK_EQUAL(black[kDistance], 2.0);
  CHECK(near(black[kLogWays], std::log(4.0)));
  CHECK_EQUAL(white[kDistance], 3.0);
  CHECK_EQUAL(white[kFlow], 2.0);
}

TEST(links_cost_their_ends_only) {
  HexBoard board(5, 5);
  board.play(12, kBlack);  // c3, two bridges from each edge
  CHECK_EQUAL(measured(board, kBlack)[kDistance], 4.0);
  CHECK_EQUAL(measured(board, kBlack, bridge_links(board, kBlack))[kDistance], 2.0);
}

namespace {

// Every path from edge to edge that visits no node twice, in a network of neighbours.
struct Path {
  std::vector<int> cells;  // those that are empty
  int joints;
};

struct Paths {
  const HexBoard& board;
  Colour colour;
  std::vector<Path> found;

  void search() {
    BoardNetwork network;
    network.build(board, colour, {});
    std::vector<std::vector<char>> joined(network.size(), std::vector<char>(network.size(), false));
    for (const auto& [a, b, resistance] : network.joints()) joined[a][b] = joined[b][a] = true;
    std::vector<char> used(network.size(), false);
    std::vector<int> cells;
    const std::function<void(int, int)> go = [&](int node, int joints) {
      if (node == BoardNetwork::kSecond) return found.push_back({cells, joints});
      for (int next = 1; next < network.size(); ++next) {
        if (!joined[node][next] || used[next]) continue;
        used[next] = true;
        if (network.empty(next)) cells.push_back(next);
        go(next, joints + 1);
        if (network.empty(next)) cells.pop_back();
        used[next] = false;
      }
    };
    go(BoardNetwork::kFirst, 0);
  }
};

// The most of these paths that share no cell, by trying all.
int most_disjoint(const std::vector<Path>& paths, std::size_t at, std::vector<char>& taken) {
  int most = 0;
  for (; at < paths.size(); ++at) {
    const std::vector<int>& cells = paths[at].cells;
    if (std::any_of(cells.begin(), cells.end(), [&](int cell) { return taken[cell]; })) continue;
    for (const int cell : cells) taken[cell] = true;
    most = std::max(most, 1 + most_disjoint(paths, at + 1, taken));
    for (const int cell : cells) taken[cell] = false;
  }
  return most;
}

}  // namespace

TEST(random_positions_by_exhaustion) {
  Random random(1);
  for (int i = 0; i < 60; ++i) {
    const HexBoard board = random_position(random, 3, 4, 2 + random.below(6));
    for (const Colour colour : kColours) {
      Paths paths{board, colour, {}};
      paths.search();
      std::vector<Path> shortest_paths;
      CHECK(!paths.found.empty());
      const auto length = [](const Path& path) { return std::pair(path.cells.size(), path.joints); };
      auto shortest = length(paths.found[0]);
      for (const Path& path : paths.found) shortest = std::min(shortest, length(path));
      std::erase_if(shortest_paths = paths.found, [&](const Path& path) { return length(path) != shortest; });
      std::map<int, int> lie_on;
      int most_on = 0;
      for (const Path& path : shortest_paths)
        for (const int cell : path.cells) most_on = std::max(most_on, ++lie_on[cell]);
      std::vector<char> taken(100, false);
      const Characteristics numbers = measured(board, colour);
      CHECK_EQUAL(numbers[kDistance], static_cast<double>(shortest.first));
      CHECK_EQUAL(numbers[kFlow], static_cast<double>(most_disjoint(paths.found, 0, taken)));
      const auto ways = static_cast<double>(shortest_paths.size());
      CHECK(near(numbers[kLogWays], std::log(ways)));
      CHECK(near(numbers[kBetweenness], most_on / ways));
    }
  }
}

// One network is another seen from behind, or with the colours exchanged.
TEST(symmetry) {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const HexBoard board = random_position(random, 5, 5, random.below(12));
    for (const Colour colour : kColours) {
      const Characteristics numbers = measured(board, colour), turned = measured(board.rotated(), colour),
                            mirrored = measured(board.reflected(), opponent(colour));
      for (int which = 0; which < kCharacteristics; ++which) {
        CHECK(near(numbers[which], turned[which]));
        CHECK(near(numbers[which], mirrored[which]));
      }
    }
  }
}
