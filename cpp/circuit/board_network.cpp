#include "circuit/board_network.hpp"

#include "rules/hex_geometry.hpp"

namespace beeline {

template <class Visit>
void BoardNetwork::each_neighbour(int cell, Visit visit) const {
  const HexShape shape = shape_of(*board_);
  const HexPlace from = shape.place_of(cell);
  for (const HexPlace step : kHexNeighbours)
    if (shape.contains(from + step)) visit(shape.cell_at(from + step));
}

bool BoardNetwork::at_edge(int cell, int edge) const {
  const int cols = board_->cols();
  const bool down = colour_ == Colour::Black;
  const int place = down ? cell / cols : cell % cols;
  return place == (edge == kFirst ? 0 : (down ? board_->rows() : cols) - 1);
}

void BoardNetwork::build(const HexBoard& board, Colour colour, std::span<const Link> links) {
  board_ = &board;
  colour_ = colour;
  stones_.resize(board.cells());
  for (int cell = 0; cell < board.cells(); ++cell) stones_[cell] = board.at(static_cast<Move>(cell));
  number_nodes();
  joints_.clear();
  join_neighbours();
  const auto node = [&](int end) { return end < board.cells() ? node_of_[end] : end - board.cells(); };
  for (std::size_t i = 0; i < links.size(); ++i) join(node(links[i].a), node(links[i].b), static_cast<int>(i));
}

// Edges first, then empty cells line by line along the shorter side, so that neighbours are close together;
// chains last, where a long row of the circuit's equations costs no other row anything.
void BoardNetwork::number_nodes() {
  const int rows = board_->rows(), cols = board_->cols();
  node_of_.assign(stones_.size(), kCutOut);
  int count = 2;
  const bool along_rows = cols <= rows;
  for (int i = 0; i < rows * cols; ++i) {
    const int cell = along_rows ? i : i % rows * cols + i / rows;
    if (stones_[cell] == Colour::None) node_of_[cell] = count++;
  }
  empty_.assign(count, true);
  empty_[kFirst] = empty_[kSecond] = false;
  won_ = false;
  for (int cell = 0; cell < rows * cols; ++cell)
    if (stones_[cell] == colour_ && node_of_[cell] == kCutOut && flood(cell)) empty_.push_back(false);
}

// Gives the chain of a stone its node, which is that of the edge it touches if it does. Returns whether the
// node is new.
bool BoardNetwork::flood(int start) {
  const int fresh = size();
  bool touches[2] = {false, false};
  stack_.assign(1, start);
  node_of_[start] = fresh;
  for (std::size_t next = 0; next < stack_.size(); ++next) {
    const int cell = stack_[next];
    for (const int edge : {kFirst, kSecond}) touches[edge] |= at_edge(cell, edge);
    each_neighbour(cell, [&](int other) {
      if (stones_[other] != colour_ || node_of_[other] != kCutOut) return;
      node_of_[other] = fresh;
      stack_.push_back(other);
    });
  }
  won_ |= touches[kFirst] && touches[kSecond];
  if (!touches[kFirst] && !touches[kSecond]) return true;
  for (const int cell : stack_) node_of_[cell] = touches[kFirst] ? kFirst : kSecond;
  return false;
}

void BoardNetwork::join_neighbours() {
  for (int cell = 0; cell < board_->cells(); ++cell) {
    if (stones_[cell] != Colour::None) continue;  // chains do not touch each other
    const int node = node_of_[cell];
    for (const int edge : {kFirst, kSecond})
      if (at_edge(cell, edge)) join(node, edge, kNoLink);
    each_neighbour(cell, [&](int other) {
      const bool twice = stones_[other] == Colour::None && other < cell;
      if (!twice) join(node, node_of_[other], kNoLink);
    });
  }
}

void BoardNetwork::join(int a, int b, int link) {
  if (a != b && a != kCutOut && b != kCutOut) joints_.push_back({a, b, link});
}

}  // namespace beeline
