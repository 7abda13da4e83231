// Tree search on each game.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/colours.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/python_network.hpp"
#include "bindings/python_tracker.hpp"
#include "bindings/turn.hpp"
#include "knowledge/move_features.hpp"
#include "search/searches.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

// What all searches offer alike; each adds how it is made, and `run` for its own board.
template <class Search>
nb::class_<Shared<Search>> bind_any(nb::module_& module, const char* name) {
  return nb::class_<Shared<Search>>(module, name)
      .def("reset",
           [](Shared<Search>& search) {
             const Turn turn(search, "search");
             search.reset();
           })
      .def(
          "advance",
          [](Shared<Search>& search, const std::vector<Move>& moves) {
            const Turn turn(search, "search");
            return search.advance(moves);
          },
          "moves"_a, "Keeps the tree below these moves from the last root; False if nothing was known there.");
}

template <class Search>
nb::class_<Shared<Search>> bind_one(nb::module_& module, const char* name) {
  return bind_any<Search>(module, name).def(nb::init<const SearchSettings&, std::uint64_t>(), "settings"_a, "seed"_a);
}

// Each thread has a batch and a cache of its own.
template <class Search, class Tracker>
nb::class_<Shared<Search>> bind_network_search(nb::module_& module, const char* name) {
  return bind_any<Search>(module, name)
      .def(
          "__init__",
          [](Shared<Search>* self, const SearchSettings& settings, std::uint64_t seed, std::shared_ptr<Network> network,
             const NetworkEvaluatorSettings& evaluator, std::size_t cache) {
            new (self) Shared<Search>(settings, seed, [&](int) {
              return NetworkEvaluator<Tracker>(std::make_shared<NetworkBatch>(network, cache), evaluator);
            });
          },
          "settings"_a, "seed"_a, "network"_a, "evaluator"_a, "cache"_a);
}

template <class Search, class Tracker>
SearchReport run_unlocked(Shared<Search>& search, const Tracker& tracker, const Limits& limits,
                          const RootPrior& prior = {}) {
  const Turn turn(search, "search");
  return finish(without_lock([&] { return search.run(tracker, limits, prior); }));
}

template <class Search, class Tracker, class Board>
void bind_board_network_search(nb::module_& module, const char* name) {
  bind_network_search<Search, Tracker>(module, name)
      .def(
          "run",
          [](Shared<Search>& search, const Board& board, const Continuation& continuation, const Limits& limits) {
            return run_unlocked(search, Tracker(board, continuation), limits);
          },
          "board"_a, "continuation"_a, "limits"_a);
}

template <class Search, class Tracker, class Board>
void bind_board_search(nb::module_& module, const char* name) {
  bind_one<Search>(module, name)
      .def(
          "run",
          [](Shared<Search>& search, const Board& board, const Continuation& continuation, const Limits& limits,
             const std::optional<RootPrior>& prior) {
            return run_unlocked(search, Tracker(board, continuation), limits, prior.value_or(RootPrior{}));
          },
          "board"_a, "continuation"_a, "limits"_a, "prior"_a = nb::none())
      .def_static(
          "pattern_code",
          [](const Board& board, const Continuation& patterns, Move point) {
            return static_cast<int>(Tracker(board, patterns).pattern_code(point));
          },
          "board"_a, "patterns"_a, "point"_a,
          "The states of the neighbours of an empty point, as playouts by patterns see them.");
}

// The numbering of the moves of a Python game goes with its search.
struct PythonSearch : TreeSearch<PythonTracker, Playouts<PythonTracker>> {
  using TreeSearch::TreeSearch;
  std::shared_ptr<PythonTracker::MoveNames> names = std::make_shared<PythonTracker::MoveNames>();
};

struct PythonNetworkSearch : TreeSearch<PythonTracker, PythonEvaluator> {
  using TreeSearch::TreeSearch;
  std::shared_ptr<PythonTracker::MoveNames> names = std::make_shared<PythonTracker::MoveNames>();
};

template <class Search, class Class>
void bind_python_run(Class& search_class) {
  search_class
      .def(
          "number_of", [](Shared<Search>& search, const std::string& move) { return search.names->number_of(move); },
          "move"_a)
      .def(
          "name_of", [](const Shared<Search>& search, Move move) { return search.names->name.at(move); }, "move"_a)
      .def(
          "run",
          [](Shared<Search>& search, nb::object game, const Limits& limits) {
            const Turn turn(search, "search");
            return finish(search.run(PythonTracker(std::move(game), search.names), limits));
          },
          "game"_a, "limits"_a);
}

void bind_python_search(nb::module_& module) {
  auto playouts = bind_one<PythonSearch>(module, "PythonSearch");
  bind_python_run<PythonSearch>(playouts);
  auto network = bind_any<PythonNetworkSearch>(module, "PythonNetworkSearch")
                     .def(
                         "__init__",
                         [](Shared<PythonNetworkSearch>* self, const SearchSettings& settings, std::uint64_t seed,
                            const nb::object& network, int batch) {
                           new (self) Shared<PythonNetworkSearch>(settings, seed,
                                                                  [&](int) { return PythonEvaluator(network, batch); });
                         },
                         "settings"_a, "seed"_a, "network"_a, "batch"_a);
  bind_python_run<PythonNetworkSearch>(network);
}

}  // namespace

void bind_search(nb::module_& module) {
  bind_board_search<HexSearch, HexTracker, HexBoard>(module, "HexSearch");
  bind_board_search<GoSearch, GoTracker, GoBoard>(module, "GoSearch");
  bind_one<TicTacToeSearch>(module, "TicTacToeSearch")
      .def(
          "run",
          [](Shared<TicTacToeSearch>& search, unsigned black, unsigned white, int to_move, const Limits& limits) {
            return run_unlocked(search, TicTacToeTracker(black, white, colour_of(to_move)), limits);
          },
          "black"_a, "white"_a, "to_move"_a, "limits"_a);
  bind_board_network_search<HexNetworkSearch, HexTracker, HexBoard>(module, "HexNetworkSearch");
  bind_board_network_search<GoNetworkSearch, GoTracker, GoBoard>(module, "GoNetworkSearch");
  bind_network_search<TicTacToeNetworkSearch, TicTacToeTracker>(module, "TicTacToeNetworkSearch")
      .def(
          "run",
          [](Shared<TicTacToeNetworkSearch>& search, unsigned black, unsigned white, int to_move,
             const Limits& limits) {
            return run_unlocked(search, TicTacToeTracker(black, white, colour_of(to_move)), limits);
          },
          "black"_a, "white"_a, "to_move"_a, "limits"_a);
  bind_python_search(module);
  module.def("move_features", &features_of_moves, "board"_a, "Each empty cell with the numbers of its features.");
}

}  // namespace beeline
