// Tree search on each game.
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/colours.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/python_network.hpp"
#include "bindings/python_tracker.hpp"
#include "bindings/turn.hpp"
#include "circuit/current.hpp"
#include "knowledge/move_features.hpp"
#include "search/searches.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

// A weight of 100 is 65,500 in fixed point; six of them (eight in Go) add up far below 2^32.
constexpr float kWeightScale = 655.0f;

using Weights = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Continuation make_continuation(ContinuationKind kind, const std::optional<Weights>& weights) {
  Continuation continuation{kind, nullptr};
  if (weights) {
    PatternWeights table(weights->size());
    const auto fixed_point = [](float weight) {
      return static_cast<std::uint16_t>(std::lround(weight * kWeightScale));
    };
    std::transform(weights->data(), weights->data() + weights->size(), table.begin(), fixed_point);
    continuation.weights = std::make_shared<const PatternWeights>(std::move(table));
  }
  return continuation;
}

Limits make_limits(std::optional<std::int64_t> simulations, std::optional<double> seconds, bool when_decided,
                   nb::object should_stop) {
  Limits limits;
  if (simulations) limits.simulations = *simulations;
  if (seconds) limits.seconds = *seconds;
  limits.when_decided = when_decided;
  limits.interrupted = interruption(std::move(should_stop));
  return limits;
}

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
  return bind_any<Search>(module, name)
      .def(nb::init<const SearchSettings&, std::uint64_t>(), "settings"_a, "seed"_a)
      .def(
          "favour",
          [](Shared<Search>& search, const Weights& worth, std::int32_t visits) {
            const Turn turn(search, "search");
            search.favour({worth.data(), worth.size()}, visits);
          },
          "worth"_a, "visits"_a, "Counts AMAF visits for the moves of the root, won as often as told by move.");
}

// Each thread has a batch and a cache of its own.
template <class Search, class Tracker>
nb::class_<Shared<Search>> bind_network_search(nb::module_& module, const char* name) {
  return bind_any<Search>(module, name)
      .def(
          "__init__",
          [](Shared<Search>* self, const SearchSettings& settings, std::uint64_t seed, std::shared_ptr<Network> network,
             const NetworkEvaluatorSettings& evaluator, std::size_t cached) {
            new (self) Shared<Search>(settings, seed, [&](int) {
              return NetworkEvaluator<Tracker>(std::make_shared<NetworkBatch>(network, cached), evaluator);
            });
          },
          "settings"_a, "seed"_a, "network"_a, "evaluator"_a, "cached"_a);
}

template <class Search, class Tracker>
SearchReport run_unlocked(Shared<Search>& search, const Tracker& tracker, const Limits& limits) {
  const Turn turn(search, "search");
  return finish(without_lock([&] { return search.run(tracker, limits); }));
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
          [](Shared<Search>& search, const Board& board, const Continuation& continuation, const Limits& limits) {
            return run_unlocked(search, Tracker(board, continuation), limits);
          },
          "board"_a, "continuation"_a, "limits"_a)
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

// The features of each empty cell, as the search sees them.
std::vector<std::pair<Move, MoveFeatures::Values>> move_features(const HexBoard& board) {
  std::vector<Colour> stones;
  for (Move cell = 0; cell < board.cells(); ++cell) stones.push_back(board.at(cell));
  MoveFeatures features(board.rows(), board.cols());
  const std::vector<float> currents = current_products(board);
  const auto values = features.of({stones, board.to_move(), board.stone_before(1), board.stone_before(2), currents});
  std::vector<std::pair<Move, MoveFeatures::Values>> found;
  for (std::size_t i = 0; i < values.size(); ++i) found.emplace_back(features.cells()[i], values[i]);
  return found;
}

void bind_network_settings(nb::module_& module) {
  nb::class_<GumbelSettings>(module, "GumbelSettings")
      .def(
          "__init__",
          [](GumbelSettings* self, int considered, float scale, float value_visits, float value_scale) {
            new (self) GumbelSettings{considered, scale, value_visits, value_scale};
          },
          nb::kw_only(), "considered"_a, "scale"_a, "value_visits"_a, "value_scale"_a);
  nb::class_<NetworkEvaluatorSettings>(module, "NetworkEvaluatorSettings")
      .def(
          "__init__",
          [](NetworkEvaluatorSettings* self, int batch, float mix, float temperature, bool action_values) {
            new (self) NetworkEvaluatorSettings{batch, mix, temperature, action_values};
          },
          nb::kw_only(), "batch"_a, "mix"_a, "temperature"_a, "action_values"_a);
  nb::class_<Network>(module, "Network", "What a search may ask about positions.");
  nb::enum_<CallbackNetwork::Planes>(module, "Planes")
      .value("FRAMED", CallbackNetwork::Planes::Framed)
      .value("PLAIN", CallbackNetwork::Planes::Plain);
  nb::class_<CallbackNetwork, Network>(module, "CallbackNetwork")
      .def(nb::init<nb::object, CallbackNetwork::Planes>(), "function"_a, "planes"_a);
}

void bind_settings(nb::module_& module) {
  nb::enum_<Bonus>(module, "Selection")
      .value("UCT", Bonus::Uct)
      .value("TUNED", Bonus::Tuned)
      .value("PUCT", Bonus::Puct);
  bind_network_settings(module);
  nb::class_<SearchSettings>(module, "SearchSettings")
      .def(
          "__init__",
          [](SearchSettings* self, Bonus bonus, float exploration, float alpha, float rave, float first_play,
             bool amaf_update, std::int32_t expand, std::int32_t knowledge, std::int32_t prior, float bias, bool fill,
             std::optional<GumbelSettings> gumbel, int threads, std::size_t memory) {
            const Selection selection{bonus, exploration, alpha, rave, first_play};
            new (self) SearchSettings{.selection = selection,
                                      .amaf_update = amaf_update,
                                      .expand = expand,
                                      .knowledge = knowledge,
                                      .prior = {prior, bias},
                                      .fill = fill,
                                      .gumbel = gumbel,
                                      .threads = threads,
                                      .memory = memory};
          },
          nb::kw_only(), "selection"_a, "exploration"_a, "alpha"_a, "rave"_a, "first_play"_a, "amaf_update"_a,
          "expand"_a, "knowledge"_a, "prior"_a, "bias"_a, "fill"_a, "gumbel"_a.none(), "threads"_a, "memory"_a);
  nb::enum_<ContinuationKind>(module, "ContinuationKind")
      .value("DEFAULT", ContinuationKind::Default)
      .value("LOCAL", ContinuationKind::Local)
      .value("TENUKI", ContinuationKind::Tenuki)
      .value("PATTERNS", ContinuationKind::Patterns);
  nb::class_<Continuation>(module, "Continuation")
      .def(
          "__init__",
          [](Continuation* self, ContinuationKind kind, const std::optional<Weights>& weights) {
            new (self) Continuation(make_continuation(kind, weights));
          },
          "kind"_a, "weights"_a = nb::none(), "Weights in [0, 100] are for patterns.");
  nb::class_<Limits>(module, "Limits")
      .def(
          "__init__",
          [](Limits* self, std::optional<std::int64_t> simulations, std::optional<double> seconds, bool when_decided,
             nb::object should_stop) {
            new (self) Limits(make_limits(simulations, seconds, when_decided, std::move(should_stop)));
          },
          nb::kw_only(), "simulations"_a.none(), "seconds"_a.none(), "when_decided"_a, "should_stop"_a.none());
}

void bind_reports(nb::module_& module) {
  nb::enum_<Proof>(module, "Proof")
      .value("UNKNOWN", Proof::Unknown)
      .value("LOSS", Proof::Loss)
      .value("DRAW", Proof::Draw)
      .value("WIN", Proof::Win);
  nb::enum_<StopReason>(module, "StopReason")
      .value("SIMULATIONS", StopReason::Simulations)
      .value("PLY", StopReason::Ply)
      .value("SECONDS", StopReason::Seconds)
      .value("PROVEN", StopReason::Proven)
      .value("DECIDED", StopReason::Decided)
      .value("INTERRUPTED", StopReason::Interrupted);
  nb::class_<MoveReport>(module, "MoveReport")
      .def_ro("move", &MoveReport::move)
      .def_ro("visits", &MoveReport::visits)
      .def_ro("value", &MoveReport::value)
      .def_ro("amaf_visits", &MoveReport::amaf_visits)
      .def_ro("amaf_value", &MoveReport::amaf_value)
      .def_ro("prior", &MoveReport::prior)
      .def_ro("policy", &MoveReport::policy)
      .def_prop_ro(
          "proof", [](const MoveReport& report) { return report.state.proof; },
          "What is proven, for the player who moves.");
  nb::class_<SearchReport>(module, "SearchReport")
      .def_ro("moves", &SearchReport::moves)
      .def_ro("variation", &SearchReport::variation)
      .def_ro("simulations", &SearchReport::simulations)
      .def_ro("root_value", &SearchReport::root_value)
      .def_ro("seconds", &SearchReport::seconds)
      .def_ro("children", &SearchReport::children)
      .def_ro("tree_full", &SearchReport::tree_full)
      .def_ro("stopped", &SearchReport::stopped);
}

}  // namespace

void bind_search(nb::module_& module) {
  bind_settings(module);
  bind_reports(module);
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
  module.def("move_features", &move_features, "board"_a, "Each empty cell with the numbers of its features.");
}

}  // namespace beeline
