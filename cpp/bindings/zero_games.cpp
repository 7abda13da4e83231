// Self-play of zero.
#include "selfplay/zero_games.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/interrupt.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

void bind_zero_games(nb::module_& module) {
  nb::class_<ZeroPosition>(module, "ZeroPosition")
      .def_ro("move", &ZeroPosition::move)
      .def_ro("value", &ZeroPosition::value)
      .def_ro("network_value", &ZeroPosition::network_value)
      .def_prop_ro("targets", [](const ZeroPosition& position) {
        std::vector<std::tuple<int, float, float>> targets;
        for (const ZeroTarget& target : position.targets) targets.emplace_back(target.move, target.share, target.value);
        return targets;
      });
  nb::class_<ZeroGame>(module, "ZeroGame")
      .def_ro("rows", &ZeroGame::rows)
      .def_ro("cols", &ZeroGame::cols)
      .def_prop_ro("winner", [](const ZeroGame& game) { return static_cast<int>(game.winner); })
      .def_ro("opening", &ZeroGame::opening)
      .def_ro("decided", &ZeroGame::decided)
      .def_ro("winning", &ZeroGame::winning)
      .def_ro("positions", &ZeroGame::positions);
  nb::class_<ZeroBoard>(module, "ZeroBoard")
      .def(
          "__init__",
          [](ZeroBoard* self, int rows, int cols, double share) { new (self) ZeroBoard{rows, cols, share}; }, "rows"_a,
          "cols"_a, "share"_a);
  nb::class_<ZeroGames>(module, "ZeroGames")
      .def(
          "__init__",
          [](ZeroGames* self, std::shared_ptr<Network> network, const std::vector<ZeroBoard>& boards, int games,
             int simulations, int quick_simulations, double full_share, const GumbelSettings& gumbel,
             double noisy_plies, float late_noise, int knowledge, float exploration, float first_play,
             double edge_openings, double drawn_openings, int opening_plies, int plies_beyond, std::size_t cache,
             std::uint64_t seed) {
            const ZeroSettings settings{.games = games,
                                        .boards = boards,
                                        .simulations = simulations,
                                        .quick_simulations = quick_simulations,
                                        .full_share = full_share,
                                        .gumbel = gumbel,
                                        .noisy_plies = noisy_plies,
                                        .late_noise = late_noise,
                                        .knowledge = knowledge,
                                        .exploration = exploration,
                                        .first_play = first_play,
                                        .edge_openings = edge_openings,
                                        .drawn_openings = drawn_openings,
                                        .opening_plies = opening_plies,
                                        .plies_beyond = plies_beyond,
                                        .cache = cache,
                                        .seed = seed};
            new (self) ZeroGames(settings, std::move(network));
          },
          "network"_a, nb::kw_only(), "boards"_a, "games"_a, "simulations"_a, "quick_simulations"_a, "full_share"_a,
          "gumbel"_a, "noisy_plies"_a, "late_noise"_a, "knowledge"_a, "exploration"_a, "first_play"_a,
          "edge_openings"_a, "drawn_openings"_a, "opening_plies"_a, "plies_beyond"_a, "cache"_a, "seed"_a)
      .def(
          "play",
          [](ZeroGames& games, std::size_t count, nb::object should_stop) {
            std::vector<ZeroGame> finished;
            const auto interrupted = interruption(std::move(should_stop));
            {
              const nb::gil_scoped_release unlock;
              finished = games.play(count, interrupted);
            }
            return finish(std::move(finished));
          },
          "games"_a, "should_stop"_a.none())
      .def_prop_ro("evaluations", &ZeroGames::evaluations);
}

}  // namespace beeline
