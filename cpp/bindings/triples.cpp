// What EZO-CNN learns from: positions as triples, and games of self-play. Python has checked shapes.
#include "network/triples.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/turn.hpp"
#include "selfplay/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

using Planes = Array<float, 4>;  // position, plane, row, column

void encode_triples(const Packed& positions, const Indices& indices, const Planes& planes) {
  const PackedPositions from = view(positions);
  const TriplePlanes encoder(from.side);
  for (std::size_t i = 0; i < indices.shape(0); ++i)
    encoder.encode(from.at(indices.data()[i]), planes.data() + i * TriplePlanes::numbers(from.side));
}

// The children of many positions, one after the other: those of the cells that `moves` marks.
void encode_children(const Packed& positions, const Array<const bool, 2>& moves, const Planes& planes) {
  const PackedPositions from = view(positions);
  const TriplePlanes encoder(from.side);
  const int cells = from.side * from.side;
  float* out = planes.data();
  std::vector<Move> marked;
  for (std::size_t i = 0; i < from.count; ++i) {
    marked.clear();
    for (int cell = 0; cell < cells; ++cell)
      if (moves.data()[i * cells + cell]) marked.push_back(static_cast<Move>(cell));
    encoder.encode_children(from.at(i), marked, out);
    out += marked.size() * TriplePlanes::numbers(from.side);
  }
}

std::vector<int> moves_of(const SelfPlayGame& game) {
  std::vector<int> moves;
  for (const HexStep& step : game.board.history()) moves.push_back(step.cell);
  return moves;
}

}  // namespace

void bind_triples(nb::module_& module) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  module.def("encode_triples", &encode_triples, unlocked, "positions"_a, "indices"_a, "planes"_a);
  module.def("encode_triple_children", &encode_children, unlocked, "positions"_a, "moves"_a, "planes"_a);

  nb::class_<SelfPlayGame>(module, "SelfPlayGame")
      .def_prop_ro("moves", &moves_of)
      .def_ro("start", &SelfPlayGame::start, "The first position that is learned from.")
      .def_ro("decided", &SelfPlayGame::decided, "The first from there on that is decided; -1 if none is.")
      .def_prop_ro("winner",
                   [](const SelfPlayGame& game) {
                     const Colour last = game.board.winner();
                     return static_cast<int>(last == Colour::None ? game.decided_winner : last);
                   })
      .def_ro("networks", &SelfPlayGame::networks, "Of Black, of White.");
  using SharedSelfPlay = Shared<SelfPlay>;
  nb::class_<SharedSelfPlay>(module, "SelfPlay")
      .def(
          "__init__",
          [](SharedSelfPlay* self, const std::vector<std::shared_ptr<Network>>& networks, int side, int games,
             int latest_start, int ply, float noise, bool play_out, std::uint64_t seed) {
            new (self)
                SharedSelfPlay(SelfPlaySettings{side, games, latest_start, ply, noise, play_out, seed}, networks);
          },
          "networks"_a, nb::kw_only(), "side"_a, "games"_a, "latest_start"_a, "ply"_a, "noise"_a, "play_out"_a,
          "seed"_a)
      .def(
          "play",
          [](SharedSelfPlay& play, nb::object should_stop) {
            const Turn turn(play, "self-play");
            const auto interrupted = interruption(std::move(should_stop));
            without_lock([&] { play.play(interrupted); });
            if (PyErr_Occurred()) throw nb::python_error();
          },
          "should_stop"_a.none(), "Plays all games to their ends.")
      .def_prop_ro(
          "evaluations",
          [](SharedSelfPlay& play) {
            const Turn turn(play, "self-play");
            return play.evaluations();
          },
          "Positions that networks valued.")
      .def(
          "games",
          [](SharedSelfPlay& play) -> decltype(auto) {
            const Turn turn(play, "self-play");
            return play.games();
          },
          nb::rv_policy::reference_internal);
}

}  // namespace beeline
