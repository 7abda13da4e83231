// Virtual connections as links of a circuit.
#pragma once

#include <vector>

#include "connection/connections.hpp"
#include "connection/resistance.hpp"

namespace beeline {

// What a full connection adds to the resistance r(a) + r(b) of its ends: base + by_end · c · (r(a) + r(b)),
// with c the cells of its smallest carrier. docs/resistance.md tells how the numbers were chosen.
struct LinkModel {
  double base = 0.1, by_end = 1.0;
};

// A link for every two ends that a full connection joins and that are no neighbours.
template <int kWords>
std::vector<Link> connection_links(const Connections<kWords>& connections, Colour colour,
                                   const LinkModel& model = {}) {
  const int cells = connections.rows() * connections.cols();
  const auto end_of = [&](Endpoint end) {
    return end == kFirstEdge ? cells : end == kSecondEdge ? cells + 1 : static_cast<int>(end);
  };
  const auto resistance_of = [&](Endpoint end) {
    return end >= kFirstEdge || connections.stones(colour).contains(end) ? 0.0 : 1.0;
  };
  std::vector<Link> links;
  for (const auto& [a, b] : connections.joined_pairs(colour)) {
    const int size = connections.full(colour, a, b).front().size;
    if (size == 0) continue;
    const double ends = resistance_of(a) + resistance_of(b);
    links.push_back({end_of(a), end_of(b), model.base + model.by_end * size * ends});
  }
  return links;
}

// By H-search from scratch.
inline std::vector<Link> connection_links(const HexBoard& board, Colour colour) {
  return with_words_for(board.cells(), [&]<int kWords>() {
    return connection_links(Connections<kWords>(board), colour);
  });
}

}  // namespace beeline
