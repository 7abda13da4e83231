#include "search/report.hpp"

#include <algorithm>
#include <tuple>

namespace beeline {

namespace {

// The order of a report: proven wins first, then by visits, pointless moves last.
auto rank(const Tree& tree, ChildId child) {
  const MoveState state = tree.state(child);
  const int proven = state.proof == Proof::Win ? 1 : state.pointless() ? -1 : 0;
  return std::tuple(proven, tree.visits(child), tree.wins(child), tree.prior(child),
                    -static_cast<int>(tree.move(child)));
}

std::vector<ChildId> ranked_children(const Tree& tree, NodeId node) {
  const auto [first, count] = tree.node(node);
  std::vector<ChildId> children(count);
  for (std::uint32_t i = 0; i < count; ++i) children[i] = first + i;
  std::sort(children.begin(), children.end(), [&](ChildId a, ChildId b) { return rank(tree, a) > rank(tree, b); });
  return children;
}

// The first of them.
ChildId best_child(const Tree& tree, NodeId node) {
  const auto [first, count] = tree.node(node);
  ChildId best = first;
  for (std::uint32_t i = 1; i < count; ++i)
    if (rank(tree, first + i) > rank(tree, best)) best = first + i;
  return best;
}

double value_of(const Tree& tree, ChildId child) {
  switch (tree.proof(child)) {
    case Proof::Win: return 1.0;
    case Proof::Draw: return 0.5;
    case Proof::Loss: return 0.0;
    default: return tree.mean(child);
  }
}

MoveReport report_of(const Tree& tree, ChildId child) {
  return {.move = tree.move(child),
          .visits = tree.visits(child),
          .value = value_of(tree, child),
          .amaf_visits = tree.amaf_visits(child),
          .amaf_value = tree.amaf_mean(child),
          .prior = tree.prior(child),
          .policy = 0.0f,
          .state = tree.state(child)};
}

// From a move on; nothing for one that has no visits.
std::vector<Move> best_line(const Tree& tree, ChildId child) {
  std::vector<Move> line;
  while (tree.visits(child) != 0) {
    line.push_back(tree.move(child));
    const NodeId node = tree.below(child);
    if (node == kNoNode) break;
    child = best_child(tree, node);
  }
  return line;
}

}  // namespace

SearchReport describe(const RootedTree& rooted, int lines) {
  SearchReport result;
  for (const ChildId child : ranked_children(rooted.tree, rooted.root)) {
    result.moves.push_back(report_of(rooted.tree, child));
    if (std::ssize(result.lines) < lines) result.lines.push_back(best_line(rooted.tree, child));
  }
  if (!result.lines.empty()) result.variation = result.lines.front();
  result.root_value = rooted.root_value;
  result.root_proof = rooted.tree.proven_value(rooted.root);
  result.children = rooted.tree.children_used();
  result.tree_full = rooted.tree.full();
  return result;
}

}  // namespace beeline
