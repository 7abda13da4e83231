// What the benchmarks and the exhaustive tests need at native speed.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "benchmark/hex_census.hpp"
#include "benchmark/replay.hpp"
#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

void bind_benchmark(nb::module_& module) {
  module.def("count_positions", &count_positions, "rows"_a, "cols"_a, nb::call_guard<nb::gil_scoped_release>(),
             "The positions that play can reach from the empty board, and how many of them end the game.");
  module.def("bare_playouts", &bare_playouts, "rows"_a, "cols"_a, "playouts"_a, "seed"_a,
             nb::call_guard<nb::gil_scoped_release>(),
             "Fills the empty board in shuffled order and reads off the winner, so many times, with no tree:\n"
             "the limit that a search is measured against. Returns the number of Black's wins.");
  module.def(
      "replay_connections",
      [](int rows, int cols, const std::vector<Move>& moves, bool from_scratch, bool count) {
        const ReplayCount total = replay_connections(rows, cols, moves, from_scratch, count);
        return std::tuple(total.positions, total.fulls, total.semis);
      },
      "rows"_a, "cols"_a, "moves"_a, nb::kw_only(), "from_scratch"_a, "count"_a,
      nb::call_guard<nb::gil_scoped_release>(),
      "Finds the connections of both colours after each move of a game, by increments or from scratch.\n"
      "Returns the number of positions and, if asked to count, of full and of semi-connections in all.");
}

}  // namespace beeline
