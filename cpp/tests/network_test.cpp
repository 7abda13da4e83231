// Positions as players see them, their planes and batches of them, against the board and a referee.
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "hex_referee.hpp"
#include "network/batch.hpp"
#include "network/planes.hpp"
#include "network/triples.hpp"

namespace {

HexBoard random_board(Random& random, int side) {
  HexBoard board(side, side);
  for (Move cell = 0; cell < board.cells(); ++cell)
    if (random.below(3) > 0) board.set_up(cell, random.below(2) ? kBlack : kWhite);
  board.set_to_move(random.below(2) ? kBlack : kWhite);
  return board;
}

template <class Check>
void each_board(Check check) {
  Random random(7);
  for (int side = 1; side <= kMaxSide; ++side)
    for (int i = 0; i < 20; ++i) check(random_board(random, side), side, random);
}

TEST(the_view_of_black_is_the_reflected_board) {
  each_board([](const HexBoard& board, int side, Random&) {
    const HexBoard seen = board.to_move() == kBlack ? board.reflected() : board;
    CHECK(position_of(board) == (Position{seen.stones(kWhite), seen.stones(kBlack)}));
    CHECK(half_turned(position_of(board), side) == position_of(board.rotated()));
  });
}

TEST(packing_keeps_every_stone) {
  each_board([](const HexBoard& board, int side, Random&) {
    std::vector<std::uint32_t> packed(packed_size(side));
    store_position(position_of(board), side, packed.data());
    CHECK(load_position(packed.data(), side) == position_of(board));
  });
}

TEST(a_move_leads_to_what_the_opponent_sees) {
  each_board([](HexBoard board, int side, Random& random) {
    const std::vector<Move> moves = board.legal_moves();
    if (moves.empty()) return;
    const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    const bool mirrored = board.to_move() == kBlack;
    const int seen = mirrored ? move % side * side + move / side : move;
    bool won = false;
    const Position after = after_move(position_of(board), seen, side, won);
    board.play(move, board.to_move());
    CHECK(after == position_of(board));
    CHECK_EQUAL(won, board.winner() != kNone);
  });
}

TEST(planes_are_the_stones_and_what_joins_them_to_the_sides) {
  each_board([](const HexBoard& board, int side, Random&) {
    const HexBoard seen = board.to_move() == kBlack ? board.reflected() : board;
    const Referee referee = referee_of(seen);
    const std::vector<bool> joined[4] = {referee.joined_to(kWhite, [&](int cell) { return cell % side == 0; }),
                                         referee.joined_to(kWhite, [&](int cell) { return cell % side == side - 1; }),
                                         referee.joined_to(kBlack, [&](int cell) { return cell / side == 0; }),
                                         referee.joined_to(kBlack, [&](int cell) { return cell / side == side - 1; })};
    std::vector<float> planes(NeuroHexPlanes::numbers(side), -1);
    NeuroHexPlanes(side).encode(position_of(board), planes.data());
    const int width = side + 4;
    for (int row = -2; row < side + 2; ++row)
      for (int col = -2; col < side + 2; ++col) {
        bool expected[6] = {};
        if (referee.on_board(row, col)) {
          const int cell = row * side + col;
          expected[0] = referee.cells[cell] == kWhite;
          expected[1] = referee.cells[cell] == kBlack;
          for (int edge = 0; edge < 4; ++edge) expected[2 + edge] = joined[edge][cell];
        } else {
          expected[2] = col < 0, expected[3] = col >= side, expected[4] = row < 0, expected[5] = row >= side;
          expected[0] = expected[2] || expected[3];
          expected[1] = expected[4] || expected[5];
        }
        for (int plane = 0; plane < 6; ++plane)
          CHECK_EQUAL(planes[(plane * width + row + 2) * width + col + 2], expected[plane] ? 1.0f : 0.0f);
      }
  });
}

// What stands on a cell of the framed board, whose corner is (-1, -1), as White sees it: a set of states.
std::vector<int> states(const HexBoard& seen, int row, int col) {
  const int side = seen.rows();
  const bool own_edge = col < 0 || col >= side, other_edge = row < 0 || row >= side;
  if (own_edge && other_edge) return {1, 2};
  if (own_edge) return {1};
  if (other_edge) return {2};
  const Colour stone = seen.at(static_cast<Move>(row * side + col));
  return {stone == kNone ? 0 : stone == kWhite ? 1 : 2};
}

TEST(triples_are_marked_by_what_stands_on_their_three_cells) {
  each_board([](const HexBoard& board, int side, Random&) {
    const HexBoard seen = board.to_move() == kBlack ? board.reflected() : board;
    const int width = side + 1;
    std::vector<float> expected(TriplePlanes::numbers(side)), planes(expected.size(), -1);
    for (int row = 0; row < width; ++row)
      for (int col = 0; col < width; ++col)
        for (const int a : states(seen, row - 1, col - 1))
          for (const int b : states(seen, row - 1, col))
            for (const int c : states(seen, row, col - 1))
              expected[((9 * a + 3 * b + c) * width + row) * width + col] = 1;
    TriplePlanes(side).encode(position_of(board), planes.data());
    CHECK(planes == expected);
  });
}

TEST(children_differ_in_three_triples_and_are_what_the_opponent_sees) {
  each_board([](HexBoard board, int side, Random&) {
    const std::vector<Move> moves = board.legal_moves();
    std::vector<Move> seen = moves;  // by the player to move, who joins left and right
    if (board.to_move() == kBlack)
      for (Move& move : seen) move = static_cast<Move>(move % side * side + move / side);
    const TriplePlanes encoder(side);
    const std::size_t numbers = TriplePlanes::numbers(side);
    std::vector<float> children(moves.size() * numbers, -1), expected(numbers);
    encoder.encode_children(position_of(board), seen, children.data());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      board.play(moves[i], board.to_move());
      encoder.encode(position_of(board), expected.data());
      CHECK(std::equal(expected.begin(), expected.end(), children.data() + i * numbers));
      board.undo();
    }
  });
}

TEST(random_games_of_a_batch_are_won_as_the_board_says) {
  constexpr int kSide = 5, kBoards = 50;
  std::vector<std::uint32_t> rows(kBoards * packed_size(kSide));
  const PackedPositions boards{rows.data(), kBoards, kSide};
  std::vector<std::uint64_t> random(kBoards);
  std::iota(random.begin(), random.end(), 1);
  std::vector<std::int32_t> moves(kBoards);
  std::vector<HexBoard> real(kBoards, HexBoard(kSide, kSide));
  bool won[kBoards];
  int games = 0;
  for (int round = 0; round < 200; ++round) {
    draw_moves(boards, random.data(), moves.data());
    step(boards, moves.data(), won);
    for (int i = 0; i < kBoards; ++i) {
      const bool black = real[i].to_move() == kBlack;
      const auto cell = static_cast<Move>(black ? moves[i] % kSide * kSide + moves[i] / kSide : moves[i]);
      CHECK_EQUAL(real[i].at(cell), kNone);
      real[i].play(cell, real[i].to_move());
      CHECK_EQUAL(won[i], real[i].winner() != kNone);
      if (won[i]) ++games, real[i] = HexBoard(kSide, kSide);
      // An emptied board is the first player's, who is Black here and White to itself.
      CHECK(boards.at(i) == position_of(real[i]));
    }
  }
  CHECK(games > 400);
}

TEST(every_empty_cell_is_drawn) {
  constexpr int kSide = 4;
  Random chance(3);
  HexBoard board(kSide, kSide);
  for (const Move cell : {1, 6, 11}) board.set_up(cell, kBlack);
  std::vector<std::uint32_t> rows(packed_size(kSide));
  const PackedPositions boards{rows.data(), 1, kSide};
  boards.set(0, position_of(board));
  int drawn[16] = {};
  std::uint64_t random = 5;
  for (int i = 0; i < 13000; ++i) {
    std::int32_t move;
    draw_moves(boards, &random, &move);
    ++drawn[move];
  }
  bool empty[16];
  mark_empty(boards, empty);
  for (int cell = 0; cell < 16; ++cell) CHECK(empty[cell] ? std::abs(drawn[cell] - 1000) < 200 : drawn[cell] == 0);
}

TEST(cells_are_marked_by_row_and_column) {
  each_board([](const HexBoard& board, int side, Random&) {
    const HexBoard seen = board.to_move() == kBlack ? board.reflected() : board;
    std::vector<std::uint32_t> rows(packed_size(side));
    const PackedPositions one{rows.data(), 1, side};
    one.set(0, position_of(board));
    const auto marks = std::make_unique<bool[]>(2 * kMaxCells);
    mark_empty(one, marks.get());
    for (Move cell = 0; cell < board.cells(); ++cell) CHECK_EQUAL(marks[cell], seen.at(cell) == kNone);
    mark_stones(one, marks.get());
    for (Move cell = 0; cell < board.cells(); ++cell) {
      CHECK_EQUAL(marks[cell], seen.at(cell) == kWhite);
      CHECK_EQUAL(marks[board.cells() + cell], seen.at(cell) == kBlack);
    }
  });
}

}  // namespace
