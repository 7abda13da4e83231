// What searches are told, and what they report.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/require.hpp"
#include "bindings/bindings.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/python_network.hpp"
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

Limits make_limits(std::optional<std::int64_t> simulations, std::optional<double> seconds, bool decided,
                   nb::object should_stop, int lines) {
  Limits limits;
  if (simulations) limits.simulations = *simulations;
  if (seconds) limits.seconds = *seconds;
  limits.decided = decided;
  limits.interrupted = interruption(std::move(should_stop));
  limits.lines = lines;
  return limits;
}

void bind_network_settings(nb::module_& module) {
  nb::class_<GumbelSettings>(module, "GumbelSettings")
      .def(
          "__init__",
          [](GumbelSettings* self, int considered, float noise, float value_visits, float value_scale) {
            new (self) GumbelSettings{considered, noise, value_visits, value_scale};
          },
          nb::kw_only(), "considered"_a, "noise"_a, "value_visits"_a, "value_scale"_a);
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
      .value("PLAIN", CallbackNetwork::Planes::Plain)
      .value("TRIPLES", CallbackNetwork::Planes::Triples);
  nb::class_<CallbackNetwork, Network>(module, "CallbackNetwork")
      .def(nb::init<nb::object, CallbackNetwork::Planes>(), "function"_a, "planes"_a);
}

void bind_settings(nb::module_& module) {
  nb::enum_<Bonus>(module, "Selection")
      .value("UCT", Bonus::Uct)
      .value("TUNED", Bonus::Tuned)
      .value("PUCT", Bonus::Puct);
  nb::enum_<Update>(module, "Update").value("PATH", Update::Path).value("AMAF", Update::Amaf);
  bind_network_settings(module);
  nb::class_<RootPrior>(module, "RootPrior")
      .def(
          "__init__",
          [](RootPrior* self, const Weights& values, std::int32_t visits) {
            require_within("visits", visits, 1, 1'000'000);
            for (std::size_t i = 0; i < values.size(); ++i) require_within("a value", values.data()[i], 0, 1);
            new (self) RootPrior{{values.data(), values.data() + values.size()}, visits};
          },
          "values"_a, "visits"_a, "AMAF visits that the moves of a new root start with; a value in [0, 1] per move.");
  nb::class_<SearchSettings>(module, "SearchSettings")
      .def(
          "__init__",
          [](SearchSettings* self, Bonus bonus, float exploration, float amaf, float rave, float first_play,
             Update update, std::int32_t expand, std::int32_t knowledge, std::int32_t prior, float bias, bool proofs,
             bool fill, std::optional<GumbelSettings> gumbel, int threads, std::size_t memory) {
            const Selection selection{bonus, exploration, amaf, rave, first_play};
            new (self) SearchSettings{.selection = selection,
                                      .update = update,
                                      .expand = expand,
                                      .knowledge = knowledge,
                                      .prior = {prior, bias},
                                      .proofs = proofs,
                                      .fill = fill,
                                      .gumbel = gumbel,
                                      .threads = threads,
                                      .memory = memory};
          },
          nb::kw_only(), "selection"_a, "exploration"_a, "amaf"_a, "rave"_a, "first_play"_a, "update"_a, "expand"_a,
          "knowledge"_a, "prior"_a, "bias"_a, "proofs"_a, "fill"_a, "gumbel"_a.none(), "threads"_a, "memory"_a);
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
          [](Limits* self, std::optional<std::int64_t> simulations, std::optional<double> seconds, bool decided,
             nb::object should_stop, int lines) {
            new (self) Limits(make_limits(simulations, seconds, decided, std::move(should_stop), lines));
          },
          nb::kw_only(), "simulations"_a.none(), "seconds"_a.none(), "decided"_a, "should_stop"_a.none(),
          "lines"_a = 1);
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
      .value("NODES", StopReason::Nodes)
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
      .def_ro("lines", &SearchReport::lines)
      .def_ro("simulations", &SearchReport::simulations)
      .def_ro("root_value", &SearchReport::root_value)
      .def_ro("root_proof", &SearchReport::root_proof)
      .def_ro("seconds", &SearchReport::seconds)
      .def_ro("children", &SearchReport::children)
      .def_ro("tree_full", &SearchReport::tree_full)
      .def_ro("stopped", &SearchReport::stopped);
}

}  // namespace

void bind_search_settings(nb::module_& module) {
  bind_settings(module);
  bind_reports(module);
}

}  // namespace beeline
