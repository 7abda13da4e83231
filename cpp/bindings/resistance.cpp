// Positions as electrical circuits.
#include "connection/resistance.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings/bindings.hpp"
#include "connection/action_values.hpp"
#include "connection/bridges.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

using Links = std::vector<std::tuple<int, int, double>>;

std::vector<Link> to_links(const Links& triples) {
  std::vector<Link> links;
  for (const auto& [a, b, resistance] : triples) links.push_back({a, b, resistance});
  return links;
}

Links to_triples(const std::vector<Link>& links) {
  Links triples;
  for (const Link& link : links) triples.emplace_back(link.a, link.b, link.resistance);
  return triples;
}

}  // namespace

void bind_resistance(nb::module_& module) {
  nb::class_<Circuit>(module, "Circuit")
      .def_ro("current", &Circuit::current)
      .def_ro("potential", &Circuit::potential)
      .def_ro("through", &Circuit::through)
      .def_ro("energy", &Circuit::energy);
  module.def("bridge_links",
             [](const HexBoard& board, int colour) {
               return to_triples(bridge_links(board, static_cast<Colour>(colour)));
             },
             "board"_a, "colour"_a, "(end, end, resistance); the edges are the two numbers after the cells.");
  module.def("solve_circuit",
             [](const HexBoard& board, int colour, const Links& links) {
               CircuitSolver solver;
               return Circuit(solver.solve(board, static_cast<Colour>(colour), to_links(links)));
             },
             "board"_a, "colour"_a, "links"_a);
  module.def("estimated_action_values", &estimated_action_values, "board"_a, "own"_a, "other"_a,
             "NaN on stones.");
  module.def("action_value", &action_value, "own_current"_a, "other_current"_a);
}

}  // namespace beeline
