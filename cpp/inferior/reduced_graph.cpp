#include "inferior/reduced_graph.hpp"

namespace beeline {

template <int kWords>
ReducedGraph<kWords>::ReducedGraph(const CapturePatterns& patterns, Colour colour) {
  const int rows = patterns.rows(), cols = patterns.cols();
  for (int cell = 0; cell < patterns.cells(); ++cell) {
    const int line = colour == Colour::Black ? cell / cols : cell % cols;
    if (line == 0) edges_[0].insert(cell);
    if (line == (colour == Colour::Black ? rows : cols) - 1) edges_[1].insert(cell);
  }
  for (int cell = 0; cell < patterns.cells(); ++cell) {
    for (const Move other : patterns.neighbours(cell)) neighbours_[cell].insert(other);
    for (const Cells& edge : edges_)
      if (edge.contains(cell)) neighbours_[cell] |= edge;
    neighbours_[cell].erase(cell);
  }
}

template <int kWords>
CellSet<kWords> ReducedGraph<kWords>::contract(int cell) {
  const Cells joined = neighbours_[cell];
  Cells touched = joined;
  for (const int other : joined) {
    neighbours_[other] |= joined;
    neighbours_[other].erase(other);
    neighbours_[other].erase(cell);
    touched |= neighbours_[other];
  }
  for (Cells& edge : edges_) {
    if (!edge.contains(cell)) continue;
    edge |= joined;
    edge.erase(cell);
  }
  return touched;
}

template <int kWords>
CellSet<kWords> ReducedGraph<kWords>::remove(int cell) {
  for (const int other : neighbours_[cell]) neighbours_[other].erase(cell);
  for (Cells& edge : edges_) edge.erase(cell);
  return neighbours_[cell];
}

template <int kWords>
bool ReducedGraph<kWords>::simplicial(int cell) const {
  const Cells& around = neighbours_[cell];
  if (edges_[0].contains(cell) && edges_[1].contains(cell)) return false;
  for (const Cells& edge : edges_)
    if (edge.contains(cell) && !around.inside(edge)) return false;
  for (Cells rest = around; !rest.empty();) {
    const int other = rest.lowest();
    rest.erase(other);
    if (!rest.inside(neighbours_[other])) return false;
  }
  return true;
}

// A stone of the colour must be joined with every neighbour that lacks another one, one of the opponent must be
// an end of every pair that is not joined. An edge that the cell touches is one of its neighbours.
template <int kWords>
auto ReducedGraph<kWords>::killers(int cell) const -> Killers {
  const Cells& around = neighbours_[cell];
  const bool touches[2] = {edges_[0].contains(cell), edges_[1].contains(cell)};
  if (touches[0] && touches[1]) return {};
  Cells joined_with_edge = around;
  for (int i = 0; i < 2; ++i)
    if (touches[i]) joined_with_edge &= edges_[i];

  Killers found{around, around};
  bool simplicial = true;
  const auto narrow = [&](const Cells& joining, const Cells& parting) {
    found.joining = simplicial ? joining : found.joining & joining;
    found.parting &= parting;
    simplicial = false;
  };
  for (int i = 0; i < 2; ++i)
    if (touches[i] && joined_with_edge != around) {
      const Cells missing = around - joined_with_edge;
      narrow(edges_[i], missing.size() == 1 ? missing : Cells());
    }
  for (const int other : around) {
    Cells missing = around - neighbours_[other];
    missing.erase(other);
    const bool lacks_edge = !joined_with_edge.contains(other);
    if (missing.empty() && !lacks_edge) continue;
    Cells parting = missing.size() == 1 && !lacks_edge ? missing : Cells();
    parting.insert(other);
    Cells joining = neighbours_[other];
    joining.insert(other);
    narrow(joining, parting);
    if (found.joining.empty() && found.parting.empty()) break;
  }
  found.joining.erase(cell);
  return found;
}

template class ReducedGraph<1>;
template class ReducedGraph<2>;
template class ReducedGraph<3>;
template class ReducedGraph<6>;

}  // namespace beeline
