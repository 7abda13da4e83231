#include "circuit/bridges.hpp"

#include <array>

#include "rules/hex_geometry.hpp"

namespace beeline {

namespace {

// Half of the six, so that each bridge is found from one of its ends only.
constexpr std::array kHalf = {kHexBridges[1], kHexBridges[2], kHexBridges[3]};

class Finder {
 public:
  Finder(const HexBoard& board, Colour colour) : board_(board), shape_(shape_of(board)), colour_(colour) {}

  std::vector<Link> find() const {
    std::vector<Link> links;
    for (int row = 0; row < board_.rows(); ++row) {
      for (int col = 0; col < board_.cols(); ++col) {
        const HexPlace from{row, col};
        if (!ours_or_empty(from)) continue;
        for (const HexBridge& shape : kHalf)
          if (const HexPlace to = from + shape.end; shape_.contains(to) && ours_or_empty(to) && open(from, shape))
            links.push_back({number(from), number(to), kBridgeResistance});
        for (const int edge : {0, 1})
          if (beside_edge(from, edge) && open(from, kHexEdgeBridges[index_of(colour_)][edge]))
            links.push_back({number(from), first_edge(board_) + edge, kBridgeResistance});
      }
    }
    return links;
  }

 private:
  int number(HexPlace cell) const { return shape_.cell_at(cell); }
  Colour stone(HexPlace cell) const { return board_.at(static_cast<Move>(number(cell))); }
  bool ours_or_empty(HexPlace cell) const { return stone(cell) != opponent(colour_); }

  bool open(HexPlace from, const HexBridge& shape) const {
    const HexPlace one = from + shape.one, other = from + shape.other;
    return shape_.contains(one) && shape_.contains(other) && stone(one) == Colour::None && stone(other) == Colour::None;
  }

  // Whether a cell is in the second line from an edge.
  bool beside_edge(HexPlace cell, int edge) const {
    const bool down = colour_ == Colour::Black;
    const int place = down ? cell.row : cell.col, last = (down ? board_.rows() : board_.cols()) - 1;
    return edge == 0 ? place == 1 : place == last - 1;
  }

  const HexBoard& board_;
  HexShape shape_;
  Colour colour_;
};

}  // namespace

std::vector<Link> bridge_links(const HexBoard& board, Colour colour) { return Finder(board, colour).find(); }

}  // namespace beeline
