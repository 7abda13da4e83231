// Positions as electrical circuits.
#include "circuit/resistance.hpp"

#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/colours.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/link_finder.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

void bind_resistance(nb::module_& module) {
  nb::class_<Circuit>(module, "Circuit")
      .def_ro("current", &Circuit::current)
      .def_ro("potential", &Circuit::potential)
      .def_ro("through", &Circuit::through)
      .def_ro("energy", &Circuit::energy);
  nb::class_<Link>(module, "Link").def_ro("a", &Link::a).def_ro("b", &Link::b).def_ro("resistance", &Link::resistance);
  module.def(
      "circuit_links", [](const HexBoard& board, int of, int kind) { return link_finder(kind)(board, colour_of(of)); },
      "board"_a, "colour"_a, "kind"_a,
      "Ends are cells, then the two edges. Kinds of links: 0 none, 1 bridges, 2 virtual connections.");
  module.def(
      "solve_circuit",
      [](const HexBoard& board, int of, const std::vector<Link>& links) {
        CircuitSolver solver;
        return Circuit(solver.solve(board, colour_of(of), links));
      },
      "board"_a, "colour"_a, "links"_a);
  module.def("estimated_action_values", &estimated_action_values, "board"_a, "own"_a, "other"_a, "NaN on stones.");
  module.def(
      "exact_action_values",
      [](const HexBoard& board, int kind) {
        return without_lock([board, kind] { return exact_action_values(board, link_finder(kind)); });
      },
      "board"_a, "kind"_a, "NaN on stones.");
}

}  // namespace beeline
