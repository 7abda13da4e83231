// Alpha-beta search.
#include "search/alpha_beta.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/turn.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

AlphaBetaReport run(Shared<AlphaBeta>& search, const HexBoard& board, int ply, int width, bool exact,
                    std::optional<double> seconds, nb::object should_stop) {
  const Turn turn(search, "search");
  AlphaBetaSettings settings{.ply = ply, .width = width, .exact = exact};
  if (seconds) settings.seconds = *seconds;
  settings.interrupted = interruption(std::move(should_stop));
  return finish(without_lock([&search, board, &settings] { return search.run(board, settings); }));
}

// Of the position after each move that connections leave open, for the opponent, who is to move then; none if
// they decide the position.
std::vector<std::pair<Move, BothCharacteristics>> characteristics_after_moves(const HexBoard& board) {
  const auto knowledge = make_connection_knowledge(board.rows(), board.cols());
  knowledge->start(board);
  const Colour own = board.to_move(), other = opponent(own);
  std::vector<std::pair<Move, BothCharacteristics>> found;
  if (knowledge->verdict(own) != Verdict::Unknown) return found;
  NetworkMeter meter;
  for (const Move move : knowledge->candidates(own)) {
    knowledge->play(move, own);
    if (knowledge->verdict(other) == Verdict::Unknown)
      found.emplace_back(move, characteristics(meter, other, *knowledge));
    knowledge->undo();
  }
  return found;
}

}  // namespace

void bind_alpha_beta(nb::module_& module) {
  nb::class_<ValuedMove>(module, "ValuedMove")
      .def_ro("move", &ValuedMove::move)
      .def_ro("score", &ValuedMove::score)
      .def_ro("positions", &ValuedMove::positions);
  nb::class_<AlphaBetaReport>(module, "AlphaBetaReport")
      .def_ro("moves", &AlphaBetaReport::moves)
      .def_ro("variation", &AlphaBetaReport::variation)
      .def_ro("depth", &AlphaBetaReport::depth)
      .def_ro("positions", &AlphaBetaReport::positions)
      .def_ro("seconds", &AlphaBetaReport::seconds)
      .def_ro("stopped", &AlphaBetaReport::stopped);
  nb::class_<Shared<AlphaBeta>>(module, "AlphaBeta")
      .def(
          "__init__",
          [](Shared<AlphaBeta>* self, int rows, int cols, bool connections, std::shared_ptr<Network> network,
             const std::optional<CharacteristicWeights>& weights, bool thorough) {
            const bool by_resistance = !network && !weights;
            const ConnectionLimits limits = thorough        ? kThoroughLimits
                                            : by_resistance ? kWolveLimits
                                                            : ConnectionLimits{};
            const LinkModel model = by_resistance ? kWolveLinks : LinkModel{};
            auto knowledge =
                connections ? make_connection_knowledge(rows, cols, model, limits) : make_bridge_knowledge();
            auto evaluator = network   ? make_network_evaluator(std::make_shared<NetworkBatch>(std::move(network), 0))
                             : weights ? make_characteristics_evaluator(*weights)
                                       : make_resistance_evaluator();
            new (self) Shared<AlphaBeta>(std::move(knowledge), std::move(evaluator));
          },
          "rows"_a, "cols"_a, nb::kw_only(), "connections"_a, "network"_a = nb::none(), "weights"_a = nb::none(),
          "thorough"_a = false,
          "Positions are scored by resistance, unless by the values of a `network`, or by characteristics with\n"
          "these `weights`.")
      .def("run", &run, "board"_a, nb::kw_only(), "ply"_a, "width"_a, "exact"_a, "seconds"_a.none(),
           "should_stop"_a.none());
  module.def(
      "characteristics_after_moves",
      [](const HexBoard& board) { return without_lock([board] { return characteristics_after_moves(board); }); },
      "board"_a);
  module.attr("PROVEN_SCORE") = kProven;
}

}  // namespace beeline
