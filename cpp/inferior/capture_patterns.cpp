#include "inferior/capture_patterns.hpp"

namespace beeline {

namespace {

#include "inferior/captured_table.inc"

struct Shape {
  std::span<const HexPlace> cells, ring;
  std::span<const std::uint64_t> captured;
  int directions;  // how many turns by 60 degrees give different placements
};

constexpr std::array<Shape, 3> kShapes = {{{kCellCells, kCellRing, kCellCaptured, 1},
                                           {kPairCells, kPairRing, kPairCaptured, 3},
                                           {kRhombusCells, kRhombusRing, kRhombusCaptured, 3}}};

constexpr HexPlace turned(HexPlace way, int times) {
  for (; times > 0; --times) way = sixth_turn(way);
  return way;
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

CapturePatterns::CapturePatterns(int rows, int cols) : shape_{rows, cols} {
  static const std::array<std::vector<std::uint8_t>, 3> tables = {captors_of(kShapes[0]), captors_of(kShapes[1]),
                                                                  captors_of(kShapes[2])};
  for (int i = 0; i < 3; ++i) tables_[i] = tables[i].data();
  list_placements();
  list_neighbours();
}

void CapturePatterns::list_placements() {
  std::vector<std::vector<Influence>> of_cell(cells());
  for (std::size_t kind = 0; kind < kShapes.size(); ++kind)
    for (int direction = 0; direction < kShapes[kind].directions; ++direction)
      for (int cell = 0; cell < cells(); ++cell) place(static_cast<std::uint8_t>(kind), direction, cell, of_cell);
  first_influence_.push_back(0);
  for (const auto& influences : of_cell) {
    influences_.insert(influences_.end(), influences.begin(), influences.end());
    first_influence_.push_back(static_cast<std::uint32_t>(influences_.size()));
  }
}

// Adds a placement with its first cell here, if all of its cells are on the board.
void CapturePatterns::place(std::uint8_t kind, int direction, int cell, std::vector<std::vector<Influence>>& of_cell) {
  const Shape& shape = kShapes[kind];
  const HexPlace here = shape_.place_of(cell);
  Placement placement{kind, 0, {}, 0};
  for (const HexPlace way : shape.cells) {
    const HexPlace at = here + turned(way, direction);
    if (!shape_.contains(at)) return;
    placement.cells[placement.size++] = static_cast<Move>(shape_.cell_at(at));
  }
  std::uint16_t weight = 1;
  for (const HexPlace way : shape.ring) {
    const HexPlace at = here + turned(way, direction);
    if (shape_.contains(at))
      of_cell[shape_.cell_at(at)].push_back({static_cast<std::uint16_t>(placements_.size()), weight});
    else placement.edges += static_cast<std::uint16_t>(weight * static_cast<int>(edge_at(at.row)));
    weight *= 3;
  }
  placements_.push_back(placement);
}

void CapturePatterns::list_neighbours() {
  first_neighbour_.push_back(0);
  for (int cell = 0; cell < cells(); ++cell) {
    for (const HexPlace way : kHexNeighbours)
      if (const HexPlace at = shape_.place_of(cell) + way; shape_.contains(at))
        neighbours_.push_back(static_cast<Move>(shape_.cell_at(at)));
    first_neighbour_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
  }
}

// Beyond the board lie rows of stones. Those beyond two edges, at the corners, touch no empty cell that the
// other stones of their colour do not touch, so that either colour is right there.
Colour CapturePatterns::edge_at(int row) const { return row < 0 || row >= shape_.rows ? Colour::Black : Colour::White; }

}  // namespace beeline
