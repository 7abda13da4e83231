// The boards of real games.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>

#include "base/require.hpp"
#include "bindings/bindings.hpp"
#include "bindings/colours.hpp"
#include "rules/go_board.hpp"
#include "rules/hex_board.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

template <class T>
int number(T value) {
  return static_cast<int>(value);
}

// The core asserts what its callers have checked; Python may not have.
Move checked(const HexBoard& board, Move cell) {
  require_within("a cell", cell, 0, board.cells() - 1);
  return cell;
}

Move checked_empty(const HexBoard& board, Move cell) {
  if (board.at(checked(board, cell)) != Colour::None)
    throw std::invalid_argument("cell " + std::to_string(cell) + " is taken");
  return cell;
}

void check_swap(const HexBoard& board) {
  if (!board.can_swap()) throw std::invalid_argument("a swap answers the first move of the game");
}

void bind_hex(nb::module_& module) {
  nb::enum_<HexStep::Kind>(module, "StepKind")
      .value("STONE", HexStep::Kind::Stone)
      .value("SET_UP", HexStep::Kind::SetUp)
      .value("SWAP_PIECES", HexStep::Kind::SwapPieces)
      .value("SWAP_SIDES", HexStep::Kind::SwapSides);
  nb::class_<HexBoard>(module, "HexBoard")
      .def(
          "__init__",
          [](HexBoard* self, int rows, int cols) {
            require_within("rows", rows, 1, kMaxSide);
            require_within("cols", cols, 1, kMaxSide);
            new (self) HexBoard(rows, cols);
          },
          "rows"_a, "cols"_a)
      .def(nb::init<const HexBoard&>(), "other"_a)
      .def_prop_ro("rows", &HexBoard::rows)
      .def_prop_ro("cols", &HexBoard::cols)
      .def_prop_ro("empty_cells", &HexBoard::empty_cells)
      .def_prop_ro("hash", &HexBoard::hash)
      .def_prop_ro("winner", [](const HexBoard& board) { return number(board.winner()); })
      .def_prop_rw(
          "to_move", [](const HexBoard& board) { return number(board.to_move()); },
          [](HexBoard& board, int to_move) { board.set_to_move(colour_of(to_move)); })
      .def_prop_ro("can_swap", &HexBoard::can_swap)
      .def_prop_ro(
          "history",
          [](const HexBoard& board) {
            std::vector<std::tuple<HexStep::Kind, int, int>> steps;
            for (const HexStep& step : board.history()) steps.emplace_back(step.kind, number(step.colour), step.cell);
            return steps;
          },
          "(kind, colour, cell) of each step.")
      .def(
          "at", [](const HexBoard& board, Move cell) { return number(board.at(checked(board, cell))); }, "cell"_a)
      .def("legal_moves", &HexBoard::legal_moves)
      .def("winning_chain", &HexBoard::winning_chain)
      .def(
          "play",
          [](HexBoard& board, Move cell, int by) {
            if (board.winner() != Colour::None) throw std::invalid_argument("the game is over");
            board.play(checked_empty(board, cell), colour_of(by));
          },
          "cell"_a, "colour"_a)
      .def(
          "set_up", [](HexBoard& board, Move cell, int by) { board.set_up(checked_empty(board, cell), colour_of(by)); },
          "cell"_a, "colour"_a)
      .def("swap_pieces",
           [](HexBoard& board) {
             check_swap(board);
             if (board.rows() != board.cols()) throw std::invalid_argument("pieces are swapped on square boards");
             board.swap_pieces();
           })
      .def("swap_sides",
           [](HexBoard& board) {
             check_swap(board);
             board.swap_sides();
           })
      .def("undo", &HexBoard::undo, "Whether there was a step to take back.")
      .def("rotated", &HexBoard::rotated)
      .def("reflected", &HexBoard::reflected);
}

int checked(const GoBoard& board, int point) {
  require_within("a point", point, 0, board.size() * board.size() - 1);
  return point;
}

void bind_go(nb::module_& module) {
  nb::enum_<GoBoard::Illegal>(module, "GoIllegal")
      .value("NO", GoBoard::Illegal::No)
      .value("OFF_BOARD", GoBoard::Illegal::OffBoard)
      .value("OCCUPIED", GoBoard::Illegal::Occupied)
      .value("SUICIDE", GoBoard::Illegal::Suicide)
      .value("SUPERKO", GoBoard::Illegal::Superko)
      .value("GAME_OVER", GoBoard::Illegal::GameOver);
  nb::class_<GoBoard>(module, "GoBoard")
      .def(nb::init<int, double>(), "size"_a, "komi"_a)
      .def(nb::init<const GoBoard&>(), "other"_a)
      .def_prop_ro("size", &GoBoard::size)
      .def_prop_rw("komi", &GoBoard::komi, &GoBoard::set_komi)
      .def_prop_ro("hash", &GoBoard::hash)
      .def_prop_ro("over", &GoBoard::over)
      .def_prop_ro("winner", [](const GoBoard& board) { return number(board.winner()); })
      .def_prop_ro("area_score", &GoBoard::area_score)
      .def_prop_rw(
          "to_move", [](const GoBoard& board) { return number(board.to_move()); },
          [](GoBoard& board, int to_move) { board.set_to_move(colour_of(to_move)); })
      .def_prop_ro(
          "moves",
          [](const GoBoard& board) {
            std::vector<std::pair<int, int>> moves;
            for (const GoMove& played : board.moves()) moves.emplace_back(number(played.colour), played.move);
            return moves;
          },
          "(colour, point) of each move.")
      .def(
          "at", [](const GoBoard& board, int point) { return number(board.at(checked(board, point))); }, "point"_a)
      .def(
          "captures", [](const GoBoard& board, int by) { return board.captures(colour_of(by)); }, "by"_a)
      .def(
          "why_illegal", [](const GoBoard& board, Move move, int by) { return board.why_illegal(move, colour_of(by)); },
          "move"_a, "colour"_a)
      .def(
          "play", [](GoBoard& board, Move move, int by) { board.play(move, colour_of(by)); }, "move"_a, "colour"_a)
      .def(
          "set_up", [](GoBoard& board, int point, int by) { board.set_up(checked(board, point), colour_of(by)); },
          "point"_a, "colour"_a)
      .def("undo", &GoBoard::undo);
}

}  // namespace

void bind_boards(nb::module_& module) {
  bind_hex(module);
  bind_go(module);
}

}  // namespace beeline
