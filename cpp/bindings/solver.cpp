// The exact solver, and the cells that do not matter.
#include "solver/solver.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/cells.hpp"
#include "bindings/colours.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/turn.hpp"
#include "inferior/filled_position.hpp"
#include "network/integer_network.hpp"
#include "rules/hex_geometry.hpp"
#include "solver/certificate.hpp"
#include "solver/strategy.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

using Plans = std::vector<std::pair<Move, std::uint32_t>>;

SolveLimits make_limits(std::optional<std::int64_t> nodes, std::optional<double> seconds, nb::object should_stop) {
  SolveLimits limits;
  if (nodes) limits.nodes = *nodes;
  if (seconds) limits.seconds = *seconds;
  limits.interrupted = interruption(std::move(should_stop));
  return limits;
}

// A solver of either word size, behind one type.
struct OwnedSolver {
  OwnedSolver(int rows, int cols, std::size_t table_entries, std::shared_ptr<IntegerNetwork> network)
      : solver(make_solver(rows, cols, {.table_entries = table_entries, .network = std::move(network)})) {}
  std::unique_ptr<Solver> solver;
};
using SharedSolver = Shared<OwnedSolver>;

// What `find(solver, board)` finds, with a board of its own and without the interpreter's lock.
template <class Find>
auto ask(SharedSolver& shared, const HexBoard& board, Find find) {
  const Turn turn(shared, "solver");
  return finish(without_lock([&shared, board, &find] { return find(*shared.solver, board); }));
}

// The same for what also counts the positions that it looked at.
template <class Find>
auto ask_and_count(SharedSolver& shared, const HexBoard& board, Find find) {
  return ask(shared, board, [&](Solver& solver, const HexBoard& position) {
    std::int64_t nodes = 0;
    auto found = find(solver, position, nodes);
    return std::pair(std::move(found), nodes);
  });
}

using Cells = std::vector<int>;
using Reasons = std::vector<std::pair<int, Move>>;

// Dead cells, those that Black and that White captured; then for the side to move the vulnerable cells among
// the rest, with a killer each, and the dominated ones, with a better move each.
std::tuple<Cells, Cells, Cells, Reasons, Reasons> inferior_cells(const HexBoard& board) {
  return with_words_for(board.cells(), [&]<int kWords>() {
    const auto stones = stones_of<kWords>(board);
    const CapturePatterns patterns(board.rows(), board.cols());
    const FilledPosition<kWords> position(patterns, stones[0], stones[1]);
    const InferiorCells<kWords> inferior(position, position.empty_cells(), board.to_move());
    const auto vulnerable = position.vulnerable(board.to_move());
    Reasons killers, better;
    for (const int cell : inferior.vulnerable) killers.emplace_back(cell, vulnerable.killer[cell]);
    for (const int cell : inferior.dominated) better.emplace_back(cell, inferior.better_than(cell));
    return std::tuple(listed(position.dead()), listed(position.captured(Colour::Black)),
                      listed(position.captured(Colour::White)), killers, better);
  });
}

void bind_certificate(nb::module_& module) {
  nb::class_<Certificate>(module, "Certificate")
      .def(
          "__init__",
          [](Certificate* self, int winner, std::optional<Move> first, const std::vector<Plans>& promises) {
            new (self) Certificate{colour_of(winner), first.value_or(kNoMove), {}};
            for (const Plans& plans : promises) {
              self->promises.emplace_back();
              for (const auto& [cell, promise] : plans) self->promises.back().push_back({cell, promise});
            }
          },
          "winner"_a, "first"_a.none(), "promises"_a)
      .def_prop_ro("winner", [](const Certificate& self) { return static_cast<int>(self.winner); })
      .def_prop_ro("first",
                   [](const Certificate& self) {
                     return self.first == kNoMove ? std::optional<Move>() : std::optional(self.first);
                   })
      .def_prop_ro("promises", [](const Certificate& self) {
        std::vector<Plans> promises;
        for (const auto& plans : self.promises) {
          promises.emplace_back();
          for (const auto& [cell, promise] : plans) promises.back().emplace_back(cell, promise);
        }
        return promises;
      });
  module.def("certificate_flaw", &flaw, "certificate"_a, "board"_a, "What is wrong with it; empty if nothing is.");
}

}  // namespace

void bind_solver(nb::module_& module) {
  bind_certificate(module);
  module.def("inferior_cells", &inferior_cells, "board"_a,
             "Dead, captured by Black, captured by White; vulnerable with killers, dominated with better moves.");
  nb::class_<SolveLimits>(module, "SolveLimits")
      .def(
          "__init__",
          [](SolveLimits* self, std::optional<std::int64_t> nodes, std::optional<double> seconds,
             nb::object should_stop) { new (self) SolveLimits(make_limits(nodes, seconds, std::move(should_stop))); },
          nb::kw_only(), "nodes"_a.none(), "seconds"_a.none(), "should_stop"_a.none());
  nb::class_<Solution>(module, "Solution")
      .def_prop_ro("winner", [](const Solution& self) { return static_cast<int>(self.winner); })
      .def_prop_ro(
          "move",
          [](const Solution& self) { return self.move == kNoMove ? std::optional<Move>() : std::optional(self.move); })
      .def_prop_ro("carrier", [](const Solution& self) { return listed(self.carrier); })
      .def_ro("proof", &Solution::proof)
      .def_ro("disproof", &Solution::disproof)
      .def_ro("nodes", &Solution::nodes)
      .def_ro("stopped", &Solution::stopped);
  nb::class_<SharedSolver>(module, "Solver")
      .def(nb::init<int, int, std::size_t, std::shared_ptr<IntegerNetwork>>(), "rows"_a, "cols"_a, "table_entries"_a,
           "network"_a.none() = nb::none())
      .def(
          "solve",
          [](SharedSolver& shared, const HexBoard& board, const SolveLimits& limits) {
            return ask(shared, board,
                       [&](Solver& solver, const HexBoard& position) { return solver.solve(position, limits); });
          },
          "board"_a, "limits"_a)
      .def(
          "variation",
          [](SharedSolver& shared, const HexBoard& board, const SolveLimits& limits) {
            return ask_and_count(shared, board, [&](Solver& solver, const HexBoard& position, std::int64_t& nodes) {
              return variation(solver, position, limits, nodes);
            });
          },
          "board"_a, "limits"_a)
      .def(
          "certificate",
          [](SharedSolver& shared, const HexBoard& board, const SolveLimits& limits) {
            return ask_and_count(shared, board, [&](Solver& solver, const HexBoard& position, std::int64_t& nodes) {
              return certificate(solver, position, limits, nodes);
            });
          },
          "board"_a, "limits"_a)
      .def("forget", [](SharedSolver& shared) {
        const Turn turn(shared, "solver");
        shared.solver->forget();
      });
}

}  // namespace beeline
