// Virtual connections as links of a circuit.
#pragma once

#include <vector>

#include "circuit/resistance.hpp"
#include "connection/connections.hpp"
#include "rules/hex_geometry.hpp"

namespace beeline {

// Which full connections are links, and their resistance: base + (1 + by_end · c) (r(a) + r(b)).
// docs/explanation/resistance.md tells how the numbers were chosen.
struct LinkModel {
  double base = 0.1, by_end = 1.0;
  bool common = false;    // c counts the cells that all known carriers have in common, not those of the smallest one
  bool stones = true;     // chains and edges are linked with each other
  bool touching = false;  // so are empty cells that touch the same chain
};

// Of the player `wolve`, after benzene's Wolve.
inline constexpr LinkModel kWolveLinks{.base = 0.0, .by_end = 0.5, .common = true, .stones = false, .touching = true};

// A link for every two ends that a full connection joins and that are no neighbours, as far as the model has it.
template <int kWords>
std::vector<Link> connection_links(const Connections<kWords>& connections, Colour colour, const LinkModel& model = {}) {
  const HexShape shape{connections.rows(), connections.cols()};
  const int cells = shape.rows * shape.cols;
  const auto end_of = [&](Endpoint end) {
    return end == kFirstEdge ? cells : end == kSecondEdge ? cells + 1 : static_cast<int>(end);
  };
  const auto is_stone = [&](int end) { return end >= cells || connections.stones(colour).contains(end); };
  const auto neighbours = [&](int a, int b) { return steps_of(shape.place_of(a) - shape.place_of(b)) == 1; };
  std::vector<Link> links;
  for (const auto& [first, second] : connections.joined_pairs(colour)) {
    const int a = end_of(first), b = end_of(second);
    const int stones = is_stone(a) + is_stone(b);
    const auto fulls = connections.full(colour, first, second);
    const bool touching = fulls.front().size == 0;
    if (touching && (!model.touching || stones > 0 || neighbours(a, b))) continue;
    if (stones == 2 && !model.stones) continue;
    CellSet<kWords> common = fulls.front().carrier;
    for (const auto& full : fulls) common &= full.carrier;
    const int cost = model.common ? common.size() : fulls.front().size;
    links.push_back({a, b, model.base, model.by_end * cost, common.template widened<kMostWords>()});
  }
  return links;
}

// By H-search from scratch, to its end: the links of a colour that has won tell as much as those of one that has not.
inline std::vector<Link> connection_links(const HexBoard& board, Colour colour) {
  return with_words_for(board.cells(), [&]<int kWords>() {
    return connection_links(Connections<kWords>(board, {.stop_at_win = false}), colour);
  });
}

}  // namespace beeline
