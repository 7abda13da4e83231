// Virtual connections on a board of any size.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/cells.hpp"
#include "bindings/colours.hpp"
#include "bindings/interrupt.hpp"
#include "connection/connections.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

constexpr int kNobody = -1;  // stands for kNoMove in Python

int or_nobody(Move move) { return move == kNoMove ? kNobody : move; }

class AnyConnections {
 public:
  using Lists = std::vector<std::pair<int, std::vector<int>>>;  // (key, carrier) each
  using Pairs = std::vector<std::pair<Endpoint, Endpoint>>;

 private:
  template <class Action>
  decltype(auto) visit(Action action) const {
    return std::visit([&](const auto& connections) -> decltype(auto) { return action(*connections); }, connections_);
  }

  template <class List>
  static Lists lists(const List& links) {
    Lists result;
    for (const auto& link : links) result.emplace_back(or_nobody(link.key), listed(link.carrier));
    return result;
  }

 public:
  AnyConnections(HexBoard board, int fulls, int semis, int or_width, bool over_edges, bool captured, bool stop_at_win) {
    const ConnectionLimits limits{.fulls = fulls,
                                  .semis = semis,
                                  .or_width = or_width,
                                  .over_edges = over_edges,
                                  .captured = captured,
                                  .stop_at_win = stop_at_win};
    without_lock([&] {
      with_words_for(board.cells(),
                     [&]<int kWords>() { connections_ = std::make_unique<Connections<kWords>>(board, limits); });
    });
  }

  void play(Move cell, int colour) {
    visit([&](auto& connections) { connections.play(cell, colour_of(colour)); });
  }
  void undo() {
    visit([](auto& connections) { connections.undo(); });
  }
  Lists full(int colour, Endpoint a, Endpoint b) const {
    return visit([&](const auto& c) { return lists(c.full(colour_of(colour), a, b)); });
  }
  Lists semi(int colour, Endpoint a, Endpoint b) const {
    return visit([&](const auto& c) { return lists(c.semi(colour_of(colour), a, b)); });
  }
  std::vector<int> must_play(int to_move) const {
    return visit([&](const auto& c) { return listed(c.must_play(colour_of(to_move))); });
  }
  int reply(int colour, Endpoint a, Endpoint b, Move intrusion) {
    return visit([&](auto& c) { return or_nobody(c.reply(colour_of(colour), a, b, intrusion)); });
  }
  int most_obstructive(int to_move) const {
    return visit([&](const auto& c) { return or_nobody(c.most_obstructive(colour_of(to_move))); });
  }
  Endpoint representative(int colour, Endpoint endpoint) const {
    return visit([&](const auto& c) { return c.representative(colour_of(colour), endpoint); });
  }
  std::vector<Endpoint> endpoints(int colour) const {
    return visit([&](const auto& c) { return c.endpoints(colour_of(colour)); });
  }
  Pairs joined_pairs(int colour) const {
    return visit([&](const auto& c) { return c.joined_pairs(colour_of(colour)); });
  }

 private:
  std::variant<std::unique_ptr<Connections<1>>, std::unique_ptr<Connections<2>>, std::unique_ptr<Connections<3>>,
               std::unique_ptr<Connections<6>>>
      connections_;
};

}  // namespace

void bind_connection(nb::module_& module) {
  const ConnectionLimits limits;
  module.attr("FIRST_EDGE") = static_cast<int>(kFirstEdge);
  module.attr("SECOND_EDGE") = static_cast<int>(kSecondEdge);
  module.attr("CONNECTION_FULLS") = limits.fulls;
  module.attr("CONNECTION_SEMIS") = limits.semis;
  module.attr("CONNECTION_OR_WIDTH") = limits.or_width;
  nb::class_<AnyConnections>(module, "Connections",
                             "Endpoints are cells, FIRST_EDGE (top, left) and SECOND_EDGE (bottom, right). A list of\n"
                             "connections has a (key, carrier) each, -1 for the key of a full one, smallest first.")
      .def(nb::init<HexBoard, int, int, int, bool, bool, bool>(), "board"_a, nb::kw_only(), "fulls"_a = limits.fulls,
           "semis"_a = limits.semis, "or_width"_a = limits.or_width, "over_edges"_a = limits.over_edges,
           "captured"_a = limits.captured, "stop_at_win"_a = limits.stop_at_win)
      .def("play", &AnyConnections::play, "cell"_a, "colour"_a)
      .def("undo", &AnyConnections::undo)
      .def("full", &AnyConnections::full, "colour"_a, "a"_a, "b"_a)
      .def("semi", &AnyConnections::semi, "colour"_a, "a"_a, "b"_a)
      .def("must_play", &AnyConnections::must_play, "to_move"_a)
      .def("reply", &AnyConnections::reply, "colour"_a, "a"_a, "b"_a, "intrusion"_a)
      .def("most_obstructive", &AnyConnections::most_obstructive, "to_move"_a)
      .def("representative", &AnyConnections::representative, "colour"_a, "endpoint"_a)
      .def("endpoints", &AnyConnections::endpoints, "colour"_a)
      .def("joined_pairs", &AnyConnections::joined_pairs, "colour"_a);
}

}  // namespace beeline
