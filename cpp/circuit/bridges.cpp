#include "circuit/bridges.hpp"

#include <array>

namespace beeline {

namespace {

struct Step {
  int row, col;
};

// A bridge from a cell: where it leads, and the two cells in between.
struct BridgeShape {
  Step end, one, other;
};

// Half of the six, so that each bridge is found from one of its ends only.
constexpr std::array<BridgeShape, 3> kShapes = {{
    {{-1, 2}, {-1, 1}, {0, 1}},
    {{1, 1}, {0, 1}, {1, 0}},
    {{2, -1}, {1, 0}, {1, -1}},
}};

// To the edges of each colour, first and second; the end is off the board.
constexpr std::array<std::array<BridgeShape, 2>, 2> kEdgeShapes = {{
    {{{{-2, 1}, {-1, 0}, {-1, 1}}, {{2, -1}, {1, 0}, {1, -1}}}},
    {{{{1, -2}, {0, -1}, {1, -1}}, {{-1, 2}, {0, 1}, {-1, 1}}}},
}};

class Finder {
 public:
  Finder(const HexBoard& board, Colour colour) : board_(board), colour_(colour) {}

  std::vector<Link> find() const {
    std::vector<Link> links;
    for (int row = 0; row < board_.rows(); ++row) {
      for (int col = 0; col < board_.cols(); ++col) {
        const Step from{row, col};
        if (!ours_or_empty(from)) continue;
        for (const BridgeShape& shape : kShapes)
          if (const Step to = sum(from, shape.end); on_board(to) && ours_or_empty(to) && open(from, shape))
            links.push_back({number(from), number(to), kBridgeResistance});
        for (const int edge : {0, 1})
          if (beside_edge(from, edge) && open(from, kEdgeShapes[index_of(colour_)][edge]))
            links.push_back({number(from), first_edge(board_) + edge, kBridgeResistance});
      }
    }
    return links;
  }

 private:
  static Step sum(Step a, Step b) { return {a.row + b.row, a.col + b.col}; }
  int number(Step cell) const { return cell.row * board_.cols() + cell.col; }
  Colour stone(Step cell) const { return board_.at(static_cast<Move>(number(cell))); }
  bool ours_or_empty(Step cell) const { return stone(cell) != opponent(colour_); }

  bool on_board(Step cell) const {
    return cell.row >= 0 && cell.row < board_.rows() && cell.col >= 0 && cell.col < board_.cols();
  }

  bool open(Step from, const BridgeShape& shape) const {
    const Step one = sum(from, shape.one), other = sum(from, shape.other);
    return on_board(one) && on_board(other) && stone(one) == Colour::None && stone(other) == Colour::None;
  }

  // Whether a cell is in the second line from an edge.
  bool beside_edge(Step cell, int edge) const {
    const bool down = colour_ == Colour::Black;
    const int place = down ? cell.row : cell.col, last = (down ? board_.rows() : board_.cols()) - 1;
    return edge == 0 ? place == 1 : place == last - 1;
  }

  const HexBoard& board_;
  Colour colour_;
};

}  // namespace

std::vector<Link> bridge_links(const HexBoard& board, Colour colour) {
  return Finder(board, colour).find();
}

}  // namespace beeline
