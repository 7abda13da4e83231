// One function per bindings file; module.cpp calls them.
#pragma once

#include <nanobind/nanobind.h>

namespace beeline {

void bind_boards(nanobind::module_& module);
void bind_search_settings(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_resistance(nanobind::module_& module);
void bind_alpha_beta(nanobind::module_& module);
void bind_solver(nanobind::module_& module);
void bind_connection(nanobind::module_& module);
void bind_learning(nanobind::module_& module);
void bind_triples(nanobind::module_& module);
void bind_network(nanobind::module_& module);
void bind_winograd(nanobind::module_& module);
void bind_zero_games(nanobind::module_& module);
void bind_benchmark(nanobind::module_& module);

}  // namespace beeline
