// Circuits against closed forms, a dense solver written to be plainly right, and the laws of electricity.
#include "circuit/resistance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"
#include "circuit/action_values.hpp"
#include "circuit/bridges.hpp"
#include "circuit/connection_links.hpp"
#include "hex_referee.hpp"

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool close(double a, double b, double tolerance = 1e-10) {
  return a == b || std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

HexBoard drawn(const std::vector<std::string>& rows) {
  HexBoard board(static_cast<int>(rows.size()), static_cast<int>(rows[0].size()));
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t col = 0; col < rows[row].size(); ++col)
      if (const char c = rows[row][col]; c != '.')
        board.set_up(static_cast<Move>(row * rows[0].size() + col), c == 'B' ? kBlack : kWhite);
  return board;
}

HexBoard random_position(Random& random, int rows, int cols, std::uint32_t percent) {
  HexBoard board(rows, cols);
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (random.below(100) < percent) board.set_up(cell, random.below(2) ? kBlack : kWhite);
  return board;
}

double current_of(const HexBoard& board, Colour colour, const std::vector<Link>& links = {}) {
  CircuitSolver solver;
  return solver.solve(board, colour, links).current;
}

// Nodal analysis on all cells and both edges: a stone of the colour is its own node, held together with its
// neighbours by contraction, and the equations are solved by elimination with pivoting in long double.
class DenseCircuit {
 public:
  DenseCircuit(const HexBoard& board, Colour colour, const std::vector<Link>& links)
      : board_(board), colour_(colour), node_(board.cells() + 2) {
    std::iota(node_.begin(), node_.end(), 0);
    Referee referee(board.rows(), board.cols());
    for (Move cell = 0; cell < board.cells(); ++cell) referee.cells[cell] = board.at(cell);
    std::vector<Link> wires = links;
    for (int cell = 0; cell < board.cells(); ++cell) {
      for (const int other : referee.neighbours(cell))
        if (other > cell) wires.push_back({cell, other, 0.0});
      const int line = colour == kBlack ? cell / board.cols() : cell % board.cols();
      if (line == 0) wires.push_back({cell, first_edge(board), 0.0});
      if (line == (colour == kBlack ? board.rows() : board.cols()) - 1)
        wires.push_back({cell, second_edge(board), 0.0});
    }
    for (const Link& wire : wires)
      if (resistance(wire) == 0.0) contract(node_[wire.a], node_[wire.b]);
    for (const Link& wire : wires)
      if (resistance(wire) > 0.0) wires_.push_back({node_[wire.a], node_[wire.b], resistance(wire)});
  }

  double current() const {
    const int source = node_[first_edge(board_)], sink = node_[second_edge(board_)];
    if (source == sink) return kInfinite;
    const int n = static_cast<int>(node_.size());
    std::vector<std::vector<long double>> a(n, std::vector<long double>(n + 1));
    for (const Link& wire : wires_) {
      const long double g = 1.0L / wire.resistance;
      a[wire.a][wire.a] += g, a[wire.b][wire.b] += g;
      a[wire.a][wire.b] -= g, a[wire.b][wire.a] -= g;
    }
    for (const int edge : {source, sink}) {
      std::fill(a[edge].begin(), a[edge].end(), 0.0L);
      a[edge][edge] = 1.0L;
    }
    a[source][n] = 1.0L;
    const std::vector<long double> v = eliminate(std::move(a));
    long double total = 0.0L;
    for (const Link& wire : wires_)
      if ((wire.a == sink) != (wire.b == sink))
        total += (wire.a == sink ? v[wire.b] - v[wire.a] : v[wire.a] - v[wire.b]) / wire.resistance;
    return static_cast<double>(total);
  }

 private:
  double resistance(const Link& wire) const {
    double sum = wire.resistance;
    for (const int end : {wire.a, wire.b}) {
      if (end >= board_.cells()) continue;
      const Colour stone = board_.at(static_cast<Move>(end));
      sum += stone == colour_ ? 0.0 : stone == kNone ? 1.0 + wire.by_end : kInfinite;
    }
    return sum;
  }

  void contract(int kept, int gone) { std::replace(node_.begin(), node_.end(), gone, kept); }

  // Free variables (nodes that reach no edge) are set to zero.
  static std::vector<long double> eliminate(std::vector<std::vector<long double>> a) {
    const int n = static_cast<int>(a.size());
    std::vector<int> pivot_row(n, -1);
    int row = 0;
    for (int column = 0; column < n; ++column) {
      int best = row;
      for (int i = row; i < n; ++i)
        if (std::abs(a[i][column]) > std::abs(a[best][column])) best = i;
      if (row == n || std::abs(a[best][column]) < 1e-12L) continue;
      std::swap(a[row], a[best]);
      for (int i = 0; i < n; ++i) {
        if (i == row || a[i][column] == 0.0L) continue;
        const long double factor = a[i][column] / a[row][column];
        for (int k = column; k <= n; ++k) a[i][k] -= factor * a[row][k];
      }
      pivot_row[column] = row++;
    }
    std::vector<long double> solution(n, 0.0L);
    for (int column = 0; column < n; ++column)
      if (pivot_row[column] >= 0) solution[column] = a[pivot_row[column]][n] / a[pivot_row[column]][column];
    return solution;
  }

  const HexBoard& board_;
  Colour colour_;
  std::vector<int> node_;
  std::vector<Link> wires_;
};

}  // namespace

// A single column of n cells is n - 1 resistors of 2 between two of 1 at the edges.
TEST(the_model_says_which_connections_are_links_and_what_they_cost) {
  // Black's c2 is joined to the top by the bridge over c1 and d1, and to b4 by the one over b3 and c3.
  const HexBoard board = drawn({".....", "..B..", ".....", ".B...", "....."});
  const Connections<1> connections(board, {.stop_at_win = false});
  const auto between = [&](const LinkModel& model, int a, int b) {
    std::vector<Link> found = connection_links(connections, kBlack, model);
    std::erase_if(found, [&](const Link& link) { return std::minmax(link.a, link.b) != std::minmax(a, b); });
    return found;
  };
  const int stone = 7, top = first_edge(board), other = 16, left = 6, right = 8, low = 21;
  // Stones with stones and with edges.
  CHECK_EQUAL(between({}, stone, other).size(), 1u);
  CHECK(close(between({}, stone, top)[0].by_end, 2.0));
  CHECK(between({.stones = false}, stone, other).empty());
  CHECK(between({.stones = false}, stone, top).empty());
  // Empty cells that touch the same stone.
  CHECK(between({}, left, right).empty());
  CHECK(close(between({.touching = true}, left, right)[0].by_end, 0.0));
  CHECK(between({.touching = true}, left, stone).empty());
  CHECK(between({.touching = true}, 2, 3).empty());  // neighbours
  // What all carriers have in common is no more than the smallest of them has.
  const auto smallest = between({}, low, stone), common = between({.common = true}, low, stone);
  CHECK(!smallest.empty());
  CHECK(common[0].by_end <= smallest[0].by_end);
  CHECK(close(common[0].by_end, common[0].needed.size()));
  CHECK(close(between({.by_end = 0.5, .common = true}, low, stone)[0].by_end, common[0].by_end / 2));
}

TEST(a_row_of_cells_is_a_series) {
  for (int n = 1; n <= kMaxSide; ++n) {
    CHECK(close(current_of(HexBoard(n, 1), kBlack), 1.0 / (2.0 * n)));
    CHECK(close(current_of(HexBoard(1, n), kWhite), 1.0 / (2.0 * n)));
  }
}

TEST(cells_side_by_side_are_parallel) {
  for (int n = 1; n <= kMaxSide; ++n) {
    CHECK(close(current_of(HexBoard(1, n), kBlack), n / 2.0));
    CHECK(close(current_of(HexBoard(n, 1), kWhite), n / 2.0));
  }
}

TEST(stones_conduct_and_opponents_stones_do_not) {
  CHECK(close(current_of(drawn({".", "B", "."}), kBlack), 1.0 / 4));
  CHECK(close(current_of(drawn({"B", ".", "B"}), kBlack), 1.0 / 2));
  CHECK_EQUAL(current_of(drawn({".", "W", "."}), kBlack), 0.0);
  CHECK_EQUAL(current_of(drawn({"B", "B", "B"}), kBlack), kInfinite);
  CHECK(close(current_of(drawn({".W", "BW", ".W"}), kBlack), 1.0 / 4));
  // Two ways of four each around White's stone.
  CHECK(close(current_of(drawn({".W.", ".W.", ".W."}), kBlack), 2.0 / 6));
}

TEST(a_link_is_a_resistor_between_its_ends) {
  const HexBoard board = drawn({".", "W", "."});
  CHECK(close(current_of(board, kBlack, {{0, 2, 1.0}}), 1.0 / (2 + 3)));
  CHECK(close(current_of(board, kBlack, {{0, second_edge(board), 0.5}}), 1.0 / (1 + 1.5)));
  CHECK(close(current_of(board, kBlack, {{first_edge(board), second_edge(board), 4.0}}), 1.0 / 4));
  CHECK_EQUAL(current_of(board, kBlack, {{0, 1, 1.0}, {1, 2, 1.0}}), 0.0);  // an end on White's stone
}

TEST(bridges_are_found) {
  const auto pairs = [](const HexBoard& board, Colour colour) {
    std::string text;
    for (const Link& link : bridge_links(board, colour))
      text += std::to_string(link.a) + "-" + std::to_string(link.b) + " ";
    return text;
  };
  // b2 in the middle: c1 is a neighbour, the bridges around go off the board but for those to the edges.
  CHECK_EQUAL(pairs(drawn({"WWW", "WBW", "WWW"}), kBlack), "");
  CHECK_EQUAL(pairs(drawn({"W..", "WBW", "WWW"}), kBlack), "4-9 ");
  CHECK_EQUAL(pairs(drawn({"WWW", "WBW", "..W"}), kBlack), "4-10 ");
  CHECK_EQUAL(pairs(drawn({"BBB", ".WB", ".BB"}), kWhite), "4-9 ");
  CHECK_EQUAL(pairs(drawn({"BB.", "BW.", "BBB"}), kWhite), "4-10 ");
  CHECK_EQUAL(pairs(drawn({"BWW", ".BW", "WWW"}), kBlack), "");  // one of the two cells is White's
  CHECK_EQUAL(pairs(drawn({"B.WW", ".BWW", "WWWW", "WWWW"}), kBlack), "0-5 ");
  CHECK_EQUAL(pairs(drawn({"WWW", "WWB", "B..", "WWW"}), kBlack), "");
  CHECK_EQUAL(pairs(drawn({"WWWW", "W..B", "WB.W", "WWWW", "WWWW"}), kBlack), "9-7 ");
  CHECK_EQUAL(pairs(drawn({"WWWW", "WWBW", "W..W", "WBWW", "WWWW"}), kBlack), "6-13 ");
}

TEST(bridges_turn_with_the_board) {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const HexBoard board = random_position(random, 1 + random.below(8), 1 + random.below(8), 40);
    for (const Colour colour : kColours) {
      const std::size_t count = bridge_links(board, colour).size();
      CHECK_EQUAL(bridge_links(board.rotated(), colour).size(), count);
      CHECK_EQUAL(bridge_links(board.reflected(), opponent(colour)).size(), count);
    }
  }
}

TEST(circuits_agree_with_a_dense_solver) {
  Random random(5);
  for (int i = 0; i < 400; ++i) {
    const int rows = 1 + random.below(7), cols = 1 + random.below(7);
    const HexBoard board = random_position(random, rows, cols, random.below(90));
    for (const Colour colour : kColours) {
      std::vector<Link> links = i % 2 ? bridge_links(board, colour) : std::vector<Link>{};
      for (unsigned more = i % 3 ? 0 : random.below(10); more > 0; --more)
        links.push_back({static_cast<int>(random.below(board.cells() + 2)),
                         static_cast<int>(random.below(board.cells() + 2)), 0.1 + random.below(30) / 10.0,
                         random.below(5) / 2.0});
      CHECK(close(current_of(board, colour, links), DenseCircuit(board, colour, links).current()));
    }
  }
}

TEST(every_board_size_is_solved) {
  Random random(6);
  CircuitSolver solver;
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    for (int cols = 1; cols <= kMaxSide; ++cols) {
      const HexBoard board = random_position(random, rows, cols, 20);
      for (const Colour colour : kColours) {
        const Circuit& circuit = solver.solve(board, colour, {});
        CHECK(circuit.current >= 0.0);
        if (circuit.current == kInfinite || circuit.current == 0.0) continue;
        const double heat = std::accumulate(circuit.energy.begin(), circuit.energy.end(), 0.0);
        CHECK(close(heat, circuit.current));
        for (const double potential : circuit.potential) CHECK(potential > -1e-12 && potential < 1 + 1e-12);
        for (const double through : circuit.through) CHECK(through >= 0.0 && through <= circuit.current + 1e-12);
      }
    }
  }
  for (const int side : {13, 19}) {
    const HexBoard board = random_position(random, side, side, 30);
    const std::vector<Link> links = bridge_links(board, kWhite);
    CHECK(close(current_of(board, kWhite, links), DenseCircuit(board, kWhite, links).current()));
  }
}

// The heat that goes with a cell is what the current loses when the resistance of the cell rises.
TEST(energy_is_the_slope_of_the_current) {
  Random random(7);
  CircuitSolver solver;
  for (int i = 0; i < 100; ++i) {
    const HexBoard board = random_position(random, 5, 6, 30);
    const Move cell = static_cast<Move>(random.below(board.cells()));
    if (board.at(cell) != kNone) continue;
    const double by_end = random.below(4), resistance = 0.5 + random.below(3);
    const Link link = {cell, random.below(2) ? first_edge(board) : second_edge(board), resistance, by_end};
    const Circuit circuit = solver.solve(board, kBlack, std::array{link});
    if (circuit.current == kInfinite) continue;
    // A rise by h puts h in series with every resistor of the cell: 1 / (r + h) = 1 / r - h / (r (r + h)),
    // which a link of negative conductance would be; the slope from below needs links of r (r + h) / h.
    const double h = 1e-5;
    std::vector<Link> links = {{link.a, link.b, resistance - (1 + by_end) * h, by_end}};
    Referee referee(board.rows(), board.cols());
    const auto lower = [&](int end, double r_end) {
      const double r = 1.0 + r_end;
      links.push_back({cell, end, r * (r - h) / h - r});
    };
    for (const int other : referee.neighbours(cell))
      if (board.at(static_cast<Move>(other)) != kWhite)
        lower(other, board.at(static_cast<Move>(other)) == kNone ? 1.0 : 0.0);
    if (cell < board.cols()) lower(first_edge(board), 0.0);
    if (cell >= board.cells() - board.cols()) lower(second_edge(board), 0.0);
    const double slope = (current_of(board, kBlack, links) - circuit.current) / h;
    CHECK(close(slope, circuit.energy[cell], 1e-4));
  }
}

TEST(what_is_at_stake_is_the_heat_of_the_links_that_need_the_cell) {
  const HexBoard board(3, 3);
  const auto needing = [](int cell) { return CellSet<kMostWords>::of(cell); };
  const std::vector<Link> links = {{4, second_edge(board), 0.5, 1.0, needing(7)},
                                   {0, second_edge(board), 2.0, 0.0, needing(7) | needing(3)}};
  CircuitSolver solver;
  const Circuit& circuit = solver.solve(board, kBlack, links);
  const auto heat = [&](int cell, double resistance) {
    return circuit.potential[cell] * circuit.potential[cell] / resistance;
  };
  CHECK(close(circuit.at_stake[3], heat(0, 3.0)));
  CHECK(close(circuit.at_stake[7], heat(0, 3.0) + heat(4, 2.5)));
  CHECK_EQUAL(circuit.at_stake[4], 0.0);
}

TEST(symmetries_keep_the_circuit) {
  Random random(8);
  CircuitSolver solver, other;
  for (int i = 0; i < 200; ++i) {
    const int rows = 1 + random.below(9), cols = 1 + random.below(9);
    const HexBoard board = random_position(random, rows, cols, random.below(70));
    for (const Colour colour : kColours) {
      const Circuit& here = solver.solve(board, colour, bridge_links(board, colour));
      const HexBoard turned = board.rotated();
      const Circuit& there = other.solve(turned, colour, bridge_links(turned, colour));
      CHECK(close(here.current, there.current));
      for (int cell = 0; cell < board.cells(); ++cell) {
        CHECK(close(here.through[cell], there.through[board.cells() - 1 - cell]));
        CHECK(close(here.energy[cell], there.energy[board.cells() - 1 - cell]));
      }
      const HexBoard mirrored = board.reflected();
      CHECK(close(here.current, current_of(mirrored, opponent(colour), bridge_links(mirrored, opponent(colour)))));
    }
  }
}

// Rayleigh: less resistance anywhere never lowers the current.
TEST(own_stones_never_lower_the_current_and_others_never_raise_it) {
  Random random(9);
  for (int i = 0; i < 300; ++i) {
    HexBoard board = random_position(random, 2 + random.below(6), 2 + random.below(6), random.below(60));
    const Move cell = static_cast<Move>(random.below(board.cells()));
    if (board.at(cell) != kNone) continue;
    const double before = current_of(board, kBlack);
    board.set_up(cell, kBlack);
    CHECK(current_of(board, kBlack) >= before * (1 - 1e-12));
    board.undo();
    board.set_up(cell, kWhite);
    CHECK(current_of(board, kBlack) <= before * (1 + 1e-12));
  }
}

TEST(score_is_the_logarithm_of_the_ratio_of_currents) {
  CHECK(close(resistance_score(2.0, 1.0), std::log(2.0)));
  CHECK_EQUAL(resistance_score(kInfinite, 0.0), kInfinite);
  CHECK_EQUAL(resistance_score(0.0, kInfinite), -kInfinite);
}

TEST(action_values_follow_the_formula) {
  CHECK(close(action_value(2.0, 1.0), 0.5));
  CHECK(close(action_value(1.0, 4.0), -0.75));
  CHECK_EQUAL(action_value(1.0, 1.0), 0.0);
  CHECK_EQUAL(action_value(kInfinite, 0.0), 1.0);
  CHECK_EQUAL(action_value(1.0, 0.0), 1.0);
  CHECK_EQUAL(action_value(0.0, 1.0), -1.0);
  // Black joins in one move at b2, and at no other.
  HexBoard board = drawn({".B.", "W.W", ".B."});
  board.set_to_move(kBlack);
  const auto no_links = [](const HexBoard&, Colour) { return std::vector<Link>{}; };
  const std::vector<double> exact = exact_action_values(board, no_links);
  for (int cell = 0; cell < board.cells(); ++cell) {
    CHECK_EQUAL(std::isnan(exact[cell]), board.at(static_cast<Move>(cell)) != kNone);
    if (!std::isnan(exact[cell])) CHECK_EQUAL(exact[cell] == 1.0, cell == 4);
  }
}

namespace {

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<int> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return values[a] < values[b]; });
  std::vector<double> rank(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<double>(i);
  return rank;
}

// A position from random play, before the end.
HexBoard played_position(Random& random, int side) {
  HexBoard board(side, side);
  for (unsigned stones = random.below(side * side / 2); stones > 0; --stones) {
    const std::vector<Move> moves = board.legal_moves();
    board.play(moves[random.below(moves.size())], board.to_move());
    if (board.winner() != kNone) board.undo();
  }
  return board;
}

std::vector<double> numbers(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  return values;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

}  // namespace

// How well the estimate from one solve a player orders the moves: averages over random positions, with a
// margin below what was measured (see docs/explanation/resistance.md). Virtual connections change with every stone in
// ways that the circuit before it cannot tell.
TEST(estimated_action_values_agree_with_exact_ones) {
  struct Case {
    LinkFinder links;
    int positions;
    double rank, value, same_best;  // the least correlations, and share of positions with the same best move
  };
  const std::vector<Case> cases = {
      {[](const HexBoard&, Colour) { return std::vector<Link>{}; }, 100, 0.92, 0.98, 0.6},
      {[](const HexBoard& board, Colour colour) { return bridge_links(board, colour); }, 100, 0.92, 0.98, 0.6},
      {[](const HexBoard& board, Colour colour) { return connection_links(board, colour); }, 40, 0.80, 0.93, 0.35}};
  for (const auto& [links, positions, rank, value, same] : cases) {
    Random random(10);
    CircuitSolver solver;
    std::vector<double> all_estimated, all_exact;
    double rank_sum = 0;
    int same_best = 0;
    for (int i = 0; i < positions; ++i) {
      const HexBoard board = played_position(random, 5 + static_cast<int>(random.below(5)));
      const Circuit own = solver.solve(board, board.to_move(), links(board, board.to_move()));
      const Colour other_colour = opponent(board.to_move());
      const Circuit other = solver.solve(board, other_colour, links(board, other_colour));
      const std::vector<double> estimated = numbers(estimated_action_values(board, own, other));
      const std::vector<double> exact = numbers(exact_action_values(board, links));
      rank_sum += correlation(ranks(estimated), ranks(exact));
      same_best += std::max_element(estimated.begin(), estimated.end()) - estimated.begin() ==
                   std::max_element(exact.begin(), exact.end()) - exact.begin();
      all_estimated.insert(all_estimated.end(), estimated.begin(), estimated.end());
      all_exact.insert(all_exact.end(), exact.begin(), exact.end());
    }
    if (check::full)
      std::cout << "ranks " << rank_sum / positions << ", values " << correlation(all_estimated, all_exact)
                << ", same best move " << same_best << " of " << positions << '\n';
    CHECK(rank_sum / positions > rank);
    CHECK(correlation(all_estimated, all_exact) > value);
    CHECK(same_best > same * positions);
  }
}
