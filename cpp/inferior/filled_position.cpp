#include "inferior/filled_position.hpp"

namespace beeline {

template <int kWords>
FilledPosition<kWords>::FilledPosition(const CapturePatterns& patterns, const Cells& black, const Cells& white,
                                       FillIn fill_in)
    : local_(patterns, black, white) {
  if (fill_in == FillIn::Groups) {
    graphs_ = {ReducedGraph<kWords>(patterns, Colour::Black), ReducedGraph<kWords>(patterns, Colour::White)};
    enter_stones();
    touched_ = Cells::first(patterns.cells());
    fill_dead();
  }
  local_.fill_everywhere();
  settle();
}

template <int kWords>
void FilledPosition<kWords>::play(int cell, Colour colour) {
  local_.add(cell, colour);
  settle();
}

// Dead cells first: a captured one is part of what its owner needs, a dead one is not.
template <int kWords>
void FilledPosition<kWords>::settle() {
  if (!graphs_) return local_.settle();
  do {
    fill_dead();
    local_.settle();
  } while (fill_dead() || fill_pairs());
  touched_ = {};
}

// Tells the graphs of the stones that they do not know yet.
template <int kWords>
void FilledPosition<kWords>::enter_stones() {
  for (int colour = 0; colour < 2; ++colour) {
    for (const int cell : local_.stones(static_cast<Colour>(colour + 1)) - entered_[colour]) {
      touched_ |= (*graphs_)[colour].contract(cell);
      touched_ |= (*graphs_)[1 - colour].remove(cell);
    }
    entered_[colour] = local_.stones(static_cast<Colour>(colour + 1));
  }
}

template <int kWords>
bool FilledPosition<kWords>::fill_dead() {
  enter_stones();
  Cells found;
  for (const int cell : touched_& empty_cells())
    if ((*graphs_)[0].simplicial(cell) || (*graphs_)[1].simplicial(cell)) found.insert(cell);
  local_.add_dead(found);
  return !found.empty();
}

// Two cells, each of which kills the other: the captor answers a stone on one of them with the other.
template <int kWords>
bool FilledPosition<kWords>::fill_pairs() {
  for (const int cell : touched_& empty_cells()) {
    const auto answers = killers(cell);
    for (int captor = 0; captor < 2; ++captor)
      for (const int other : answers[captor])
        if (killers(other)[captor].contains(cell)) {
          local_.add_captured(Cells::of(cell) | Cells::of(other), static_cast<Colour>(captor + 1));
          return true;
        }
  }
  return false;
}

template <int kWords>
auto FilledPosition<kWords>::killers(int cell) const -> std::array<Cells, 2> {
  if (!graphs_) return {};
  const auto black = (*graphs_)[0].killers(cell), white = (*graphs_)[1].killers(cell);
  return {black.joining | white.parting, white.joining | black.parting};
}

template <int kWords>
auto FilledPosition<kWords>::vulnerable(Colour colour) const -> Vulnerable {
  Vulnerable found = local_.vulnerable(colour);
  if (!graphs_) return found;
  for (const int cell : empty_cells() - found.cells)
    if (const Cells answers = killers(cell)[index_of(opponent(colour))]; !answers.empty()) {
      found.cells.insert(cell);
      found.killer[cell] = static_cast<Move>(answers.lowest());
    }
  return found;
}

template <int kWords>
InferiorCells<kWords>::InferiorCells(const FilledPosition<kWords>& position, const CellSet<kWords>& cells,
                                     Colour to_move)
    : candidates(cells), vulnerable(position.vulnerable(to_move).cells & cells) {
  candidates -= vulnerable;
  std::array<CellSet<kWords>, kWords * 64> killed_by{};
  for (const int cell : candidates) {
    const auto killers = position.killers(cell);
    for (const int killer : killers[index_of(to_move)]) killed_by[killer].insert(cell);
  }
  // One pass is enough: a move that dominates others is a candidate at that time, and may be dominated later itself, so
  // that every chain of better moves ends in a candidate that stays.
  for (const int better : candidates) {
    if (dominated.contains(better)) continue;
    CellSet<kWords> worse = (killed_by[better] | filled_by(better, position.local(), to_move)) & candidates;
    worse.erase(better);
    for (const int cell : worse - dominated) better_[cell] = static_cast<Move>(better);
    dominated |= worse;
  }
  candidates -= dominated;
}

// What the mover's stone there captures or kills.
template <int kWords>
CellSet<kWords> InferiorCells<kWords>::filled_by(int move, LocalFillIn<kWords> position, Colour to_move) {
  const CellSet<kWords> empty = position.empty_cells();
  position.add(move, to_move);
  position.settle();
  return (position.stones(to_move) | position.dead()) & empty;
}

template <int kWords>
Move InferiorCells<kWords>::better_than(int cell) const {
  Move better = better_[cell];
  while (dominated.contains(better)) better = better_[better];
  return better;
}

template class FilledPosition<1>;
template class FilledPosition<2>;
template class FilledPosition<3>;
template class FilledPosition<6>;
template struct InferiorCells<1>;
template struct InferiorCells<2>;
template struct InferiorCells<3>;
template struct InferiorCells<6>;

}  // namespace beeline
