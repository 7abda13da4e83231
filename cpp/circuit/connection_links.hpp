// Virtual connections as links of a circuit.
#pragma once

#include <vector>

#include "circuit/resistance.hpp"
#include "connection/connections.hpp"

namespace beeline {

// A full connection has the resistance base + (1 + by_end · c) (r(a) + r(b)), with c the cells of its smallest
// carrier. docs/explanation/resistance.md tells how the numbers were chosen.
struct LinkModel {
  double base = 0.1, by_end = 1.0;
};

// A link for every two ends that a full connection joins and that are no neighbours.
template <int kWords>
std::vector<Link> connection_links(const Connections<kWords>& connections, Colour colour, const LinkModel& model = {}) {
  const int cells = connections.rows() * connections.cols();
  const auto end_of = [&](Endpoint end) {
    return end == kFirstEdge ? cells : end == kSecondEdge ? cells + 1 : static_cast<int>(end);
  };
  std::vector<Link> links;
  for (const auto& [a, b] : connections.joined_pairs(colour)) {
    const auto fulls = connections.full(colour, a, b);
    if (fulls.front().size == 0) continue;
    CellSet<kWords> common = fulls.front().carrier;
    for (const auto& full : fulls) common &= full.carrier;
    links.push_back(
        {end_of(a), end_of(b), model.base, model.by_end * fulls.front().size, common.template widened<kMostWords>()});
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
