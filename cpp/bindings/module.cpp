#include "bindings/bindings.hpp"

NB_MODULE(_core, module) {
  // Boards that live until the interpreter ends are no leak worth a page of warnings.
  nanobind::set_leak_warnings(false);
  module.doc() =
      "The native core. Private: the package around it checks every argument, this module does not.\n\n"
      "Colours are 0 none, 1 black, 2 white; outcomes 0 undecided, 1 black, 2 white, 3 draw; a cell is\n"
      "row * columns + column, and pass in Go the number after the last cell.";
  beeline::bind_boards(module);
  beeline::bind_search_settings(module);
  beeline::bind_search(module);
  beeline::bind_resistance(module);
  beeline::bind_alpha_beta(module);
  beeline::bind_solver(module);
  beeline::bind_connection(module);
  beeline::bind_learning(module);
  beeline::bind_triples(module);
  beeline::bind_network(module);
  beeline::bind_winograd(module);
  beeline::bind_zero_games(module);
  beeline::bind_benchmark(module);
}
