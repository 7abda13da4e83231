#include "inferior/surroundings.hpp"

namespace beeline {

namespace {

struct Offset {
  int row, col;
};

#include "inferior/captured_table.inc"

struct Shape {
  std::span<const Offset> cells, ring;
  std::span<const std::uint64_t> captured;
  int directions;  // how many turns by 60 degrees give different placements
};

constexpr std::array<Shape, 3> kShapes = {{{kCellCells, kCellRing, kCellCaptured, 1},
                                           {kPairCells, kPairRing, kPairCaptured, 3},
                                           {kRhombusCells, kRhombusRing, kRhombusCaptured, 3}}};

constexpr Offset turned(Offset offset, int times) {
  for (; times > 0; --times) offset = {offset.row + offset.col, -offset.row};
  return offset;
}

// The bits of both colours for every code: White's are Black's with the colours of the ring exchanged.
std::vector<std::uint8_t> captors_of(const Shape& shape) {
  int codes = 1;
  for (std::size_t i = 0; i < shape.ring.size(); ++i) codes *= 3;
  const auto black = [&](int code) { return static_cast<int>(shape.captured[code / 64] >> (code % 64) & 1); };
  std::vector<std::uint8_t> captors(codes);
  for (int code = 0; code < codes; ++code) {
    int exchanged = 0;
    for (int rest = code, weight = 1; rest > 0; rest /= 3, weight *= 3)
      if (rest % 3 != 0) exchanged += (3 - rest % 3) * weight;
    captors[code] = static_cast<std::uint8_t>(black(code) | black(exchanged) << 1);
  }
  return captors;
}

}  // namespace

Surroundings::Surroundings(int rows, int cols) : rows_(rows), cols_(cols) {
  static const std::array<std::vector<std::uint8_t>, 3> tables = {captors_of(kShapes[0]), captors_of(kShapes[1]),
                                                                  captors_of(kShapes[2])};
  for (int i = 0; i < 3; ++i) tables_[i] = tables[i].data();

  std::vector<std::vector<Influence>> of_cell(cells());
  const auto on_board = [&](int row, int col) { return row >= 0 && row < rows && col >= 0 && col < cols; };
  for (std::size_t kind = 0; kind < kShapes.size(); ++kind)
    for (int direction = 0; direction < kShapes[kind].directions; ++direction)
      for (int cell = 0; cell < cells(); ++cell) {
        const Shape& shape = kShapes[kind];
        const int row = cell / cols, col = cell % cols;
        const auto number = static_cast<std::uint16_t>(placements_.size());
        Placement placement{static_cast<std::uint8_t>(kind), 0, {}, 0};
        for (const Offset& offset : shape.cells) {
          const auto [down, right] = turned(offset, direction);
          if (!on_board(row + down, col + right)) break;
          placement.cells[placement.size++] = static_cast<Move>((row + down) * cols + col + right);
        }
        if (placement.size < shape.cells.size()) continue;
        std::uint16_t weight = 1;
        for (const Offset& offset : shape.ring) {
          const auto [down, right] = turned(offset, direction);
          if (on_board(row + down, col + right)) of_cell[(row + down) * cols + col + right].push_back({number, weight});
          else placement.edges += static_cast<std::uint16_t>(weight * static_cast<int>(edge_at(row + down)));
          weight *= 3;
        }
        placements_.push_back(placement);
      }

  first_neighbour_.push_back(0);
  for (int cell = 0; cell < cells(); ++cell) {
    for (const auto& [down, right] : kCellRing)
      if (on_board(cell / cols + down, cell % cols + right))
        neighbours_.push_back(static_cast<Move>(cell + down * cols + right));
    first_neighbour_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
  }

  first_influence_.push_back(0);
  for (const auto& influences : of_cell) {
    influences_.insert(influences_.end(), influences.begin(), influences.end());
    first_influence_.push_back(static_cast<std::uint32_t>(influences_.size()));
  }
}

// Beyond the board lie rows of stones. Those beyond two edges, at the corners, touch no empty cell that the
// other stones of their colour do not touch, so that either colour is right there.
Colour Surroundings::edge_at(int row) const { return row < 0 || row >= rows_ ? Colour::Black : Colour::White; }

}  // namespace beeline
