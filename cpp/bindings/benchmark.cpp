// What the benchmarks and the exhaustive tests need at native speed.
#include <nanobind/stl/pair.h>

#include "bindings/bindings.hpp"
#include "rules/hex_census.hpp"

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
}

}  // namespace beeline
