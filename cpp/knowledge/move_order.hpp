// Which moves of a position are to be tried first.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/cell_set.hpp"
#include "circuit/current.hpp"
#include "network/network.hpp"
#include "rules/types.hpp"

namespace beeline {

// By the electric current through the cells, and where there is a network also by its policy: the product of the two
// is a better order than either.
template <int kWords>
class MoveOrder {
 public:
  using Cells = CellSet<kWords>;

  // `network` may be null.
  MoveOrder(int rows, int cols, std::shared_ptr<Network> network)
      : rows_(rows), cols_(cols), current_(rows, cols), network_(std::move(network)) {}

  // A number per cell, larger for better moves; valid until the next call.
  const std::vector<float>& scores(const Cells& black, const Cells& white, Colour to_move);

 private:
  // The network sees White's board transposed (network/canonical_view.hpp).
  int seen(int cell, Colour to_move) const {
    return to_move == Colour::Black ? cell : cell % cols_ * rows_ + cell / cols_;
  }
  void ask_network(const Cells& own, const Cells& opposing, Colour to_move);

  int rows_, cols_;
  CurrentOrder<kWords> current_;
  std::shared_ptr<Network> network_;
  std::vector<std::uint8_t> stones_;
  Prediction prediction_;
  std::vector<float> scores_;
};

}  // namespace beeline
