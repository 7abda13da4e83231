// Batches of positions for learning. Arrays come from Python, which has checked their shapes.
#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/link_finder.hpp"
#include "network/planes.hpp"
#include "solver/every_position.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

using Moves = Array<const std::int32_t, 1>;

void encode_neurohex(const Packed& positions, const Indices& indices, const Array<float, 4>& planes) {
  const PackedPositions from = view(positions);
  const NeuroHexPlanes encoder(from.side);
  for (std::size_t i = 0; i < indices.shape(0); ++i)
    encoder.encode(from.at(indices.data()[i]), planes.data() + i * NeuroHexPlanes::numbers(from.side));
}

// The chosen positions after their moves, turned where asked.
void follow(const Packed& positions, const Indices& indices, const Moves& moves, const Array<const bool, 1>& turned,
            const Packed& after, const Array<bool, 1>& won) {
  const PackedPositions from = view(positions), to = view(after);
  for (std::size_t i = 0; i < indices.shape(0); ++i) {
    const Position next = after_move(from.at(indices.data()[i]), moves.data()[i], from.side, won.data()[i]);
    to.set(i, turned.data()[i] ? half_turned(next, from.side) : next);
  }
}

void half_turn(const Packed& positions) {
  const PackedPositions all = view(positions);
  for (std::size_t i = 0; i < all.count; ++i) all.set(i, half_turned(all.at(i), all.side));
}

void reflect(const Packed& positions) {
  const PackedPositions all = view(positions);
  for (std::size_t i = 0; i < all.count; ++i) {
    const Position position = all.at(i);
    all.set(i, {reflected(position.black, all.side), reflected(position.white, all.side)});
  }
}

nb::object every_position_array(int side) {
  static_assert(sizeof(ValuedPosition) == 3 * sizeof(std::uint16_t));
  std::vector<ValuedPosition> found;
  {
    const nb::gil_scoped_release unlock;
    found = every_position(side);
  }
  auto* const kept = new std::vector<ValuedPosition>(std::move(found));
  const auto free = [](void* data) noexcept { delete static_cast<std::vector<ValuedPosition>*>(data); };
  const nb::capsule owner(kept, free);
  return nb::cast(nb::ndarray<nb::numpy, std::uint16_t>(kept->data(), {kept->size(), 3}, owner));
}

}  // namespace

void bind_learning(nb::module_& module) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  module.def(
      "pack_position",
      [](const HexBoard& board, const Packed& positions, std::size_t index) {
        view(positions).set(index, position_of(board));
      },
      "board"_a, "positions"_a, "index"_a, "Writes what the player to move sees of a square board.");
  module.def("encode_neurohex", &encode_neurohex, unlocked, "positions"_a, "indices"_a, "planes"_a);
  module.def("follow_moves", &follow, unlocked, "positions"_a, "indices"_a, "moves"_a, "turned"_a, "after"_a, "won"_a,
             "Writes the chosen positions after a move each, as the opponent sees them.");
  module.def("half_turn_positions", &half_turn, unlocked, "positions"_a, "In place.");
  module.def("reflect_positions", &reflect, unlocked, "positions"_a,
             "In place: the same stones with the other player to move.");
  module.def(
      "step_boards",
      [](const Packed& boards, const Moves& moves, const Array<bool, 1>& won) {
        step(view(boards), moves.data(), won.data());
      },
      unlocked, "boards"_a, "moves"_a, "won"_a);
  module.def(
      "draw_moves",
      [](const Packed& boards, const Array<std::uint64_t, 1>& random, const Array<std::int32_t, 1>& moves) {
        draw_moves(view(boards), random.data(), moves.data());
      },
      unlocked, "boards"_a, "random"_a, "moves"_a);
  module.def(
      "mark_empty", [](const Packed& boards, const Array<bool, 2>& empty) { mark_empty(view(boards), empty.data()); },
      unlocked, "boards"_a, "empty"_a);
  module.def(
      "mark_stones",
      [](const Packed& boards, const Array<bool, 3>& stones) { mark_stones(view(boards), stones.data()); }, unlocked,
      "boards"_a, "stones"_a);
  module.def(
      "value_by_resistance",
      [](const Packed& positions, int links, const Array<float, 2>& values) {
        value_by_resistance(view(positions), link_finder(links), values.data());
      },
      unlocked, "positions"_a, "links"_a, "values"_a, "NaN on stones.");
  module.def("every_position", &every_position_array, "side"_a,
             "Every position of a small board that goes on: Black's cells, White's, winning moves, as masks.");
}

}  // namespace beeline
