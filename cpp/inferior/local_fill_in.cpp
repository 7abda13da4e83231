#include "inferior/local_fill_in.hpp"

namespace beeline {

template <int kWords>
LocalFillIn<kWords>::LocalFillIn(const CapturePatterns& patterns, const Cells& black, const Cells& white)
    : patterns_(&patterns), board_(Cells::first(patterns.cells())), stones_{black, white} {
  const auto placements = patterns.placements();
  for (std::size_t i = 0; i < placements.size(); ++i) codes_[i] = placements[i].edges;
  for (int colour = 1; colour <= 2; ++colour)
    for (const int cell : stones_[colour - 1])
      for (const auto& [placement, weight] : patterns.influences(cell))
        codes_[placement] += static_cast<std::uint16_t>(weight * colour);
}

template <int kWords>
void LocalFillIn<kWords>::fill_everywhere() {
  const auto placements = patterns_->placements();
  for (std::size_t i = 0; i < placements.size(); ++i)
    if (const int captors = patterns_->captors(placements[i].shape, codes_[i])) fill(static_cast<int>(i), captors);
  settle();
}

template <int kWords>
void LocalFillIn<kWords>::add_dead(const Cells& cells) {
  for (const int cell : cells) add(cell, Colour::Black);
  dead_ |= cells;
}

template <int kWords>
void LocalFillIn<kWords>::add_captured(const Cells& cells, Colour captor) {
  for (const int cell : cells) add(cell, captor);
  captured_[index_of(captor)] |= cells;
}

template <int kWords>
void LocalFillIn<kWords>::add(int cell, Colour colour) {
  stones_[index_of(colour)].insert(cell);
  pending_[pending_count_++] = static_cast<Move>(cell);
}

// Fills a captured shape, if it is still empty. Cells captured by both sides are dead.
template <int kWords>
void LocalFillIn<kWords>::fill(int placement, int captors) {
  const CapturePatterns::Placement& place = patterns_->placements()[placement];
  const Cells taken = stones_[0] | stones_[1];
  for (int i = 0; i < place.size; ++i)
    if (taken.contains(place.cells[i])) return;
  const Colour colour = captors & 1 ? Colour::Black : Colour::White;
  for (int i = 0; i < place.size; ++i) {
    add(place.cells[i], colour);
    (captors == 3 ? dead_ : captured_[index_of(colour)]).insert(place.cells[i]);
  }
}

// Tells the shapes around each new stone of it. A code that lags behind is safe: what is proven with a cell of
// the ring empty holds for any stone on it.
template <int kWords>
void LocalFillIn<kWords>::settle() {
  while (pending_count_ > 0) {
    const int cell = pending_[--pending_count_];
    const int digit = stones_[0].contains(cell) ? 1 : 2;
    for (const auto& [placement, weight] : patterns_->influences(cell)) {
      codes_[placement] += static_cast<std::uint16_t>(weight * digit);
      const int shape = patterns_->placements()[placement].shape;
      if (const int captors = patterns_->captors(shape, codes_[placement])) fill(placement, captors);
    }
  }
}

template <int kWords>
auto LocalFillIn<kWords>::vulnerable(Colour colour) const -> Vulnerable {
  const Cells empty = empty_cells();
  const int digit = static_cast<int>(opponent(colour));
  Vulnerable found;
  for (const int killer : empty)
    for (const auto& [placement, weight] : patterns_->influences(killer)) {
      const CapturePatterns::Placement& place = patterns_->placements()[placement];
      if (place.shape != 0 || !empty.contains(place.cells[0])) continue;
      if (patterns_->captors(0, codes_[placement] + weight * digit) == 0) continue;
      found.cells.insert(place.cells[0]);
      found.killer[place.cells[0]] = static_cast<Move>(killer);
    }
  return found;
}

template class LocalFillIn<1>;
template class LocalFillIn<2>;
template class LocalFillIn<3>;
template class LocalFillIn<6>;

}  // namespace beeline
