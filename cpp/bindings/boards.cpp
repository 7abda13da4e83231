// The boards of real games.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

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

void bind_hex(nb::module_& module) {
  nb::class_<HexBoard>(module, "HexBoard")
      .def(nb::init<int, int>(), "rows"_a, "cols"_a)
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
            std::vector<std::tuple<int, int, int>> steps;
            for (const HexStep& step : board.history())
              steps.emplace_back(number(step.kind), number(step.colour), step.cell);
            return steps;
          },
          "(kind, colour, cell) of each step; kinds 0 stone, 1 set-up, 2 swap-pieces, 3 swap-sides.")
      .def(
          "at", [](const HexBoard& board, Move cell) { return number(board.at(cell)); }, "cell"_a)
      .def("legal_moves", &HexBoard::legal_moves)
      .def("winning_chain", &HexBoard::winning_chain)
      .def(
          "play", [](HexBoard& board, Move cell, int by) { board.play(cell, colour_of(by)); }, "cell"_a, "colour"_a)
      .def(
          "set_up", [](HexBoard& board, Move cell, int by) { board.set_up(cell, colour_of(by)); }, "cell"_a, "colour"_a)
      .def("swap_pieces", &HexBoard::swap_pieces)
      .def("swap_sides", &HexBoard::swap_sides)
      .def("undo", &HexBoard::undo)
      .def("rotated", &HexBoard::rotated)
      .def("reflected", &HexBoard::reflected);
}

void bind_go(nb::module_& module) {
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
          "at", [](const GoBoard& board, int point) { return number(board.at(point)); }, "point"_a)
      .def(
          "captures", [](const GoBoard& board, int by) { return board.captures(colour_of(by)); }, "by"_a)
      .def(
          "why_illegal",
          [](const GoBoard& board, Move move, int by) { return number(board.why_illegal(move, colour_of(by))); },
          "move"_a, "colour"_a, "0 legal, 1 off the board, 2 occupied, 3 suicide, 4 superko, 5 the game is over.")
      .def(
          "play", [](GoBoard& board, Move move, int by) { board.play(move, colour_of(by)); }, "move"_a, "colour"_a)
      .def(
          "set_up", [](GoBoard& board, int point, int by) { board.set_up(point, colour_of(by)); }, "point"_a,
          "colour"_a)
      .def("undo", &GoBoard::undo);
}

}  // namespace

void bind_boards(nb::module_& module) {
  bind_hex(module);
  bind_go(module);
}

}  // namespace beeline
