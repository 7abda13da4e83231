#include "search/rooted_tree.hpp"

namespace beeline {

void RootedTree::reset() {
  tree.clear();
  root = kNoNode;
  root_visits = 0;
}

bool RootedTree::advance(std::span<const Move> moves, Tree& spare) {
  NodeId node = root;
  std::int32_t visits = root_visits;
  float value = root_value;
  for (const Move move : moves) {
    if (node == kNoNode) break;
    const auto [first, count] = tree.node(node);
    node = kNoNode;
    for (ChildId child = first; child < first + count; ++child)
      if (tree.move(child) == move) {
        node = tree.below(child);
        visits = tree.visits(child);
        value = 1.0f - static_cast<float>(tree.mean(child));
      }
  }
  if (node == kNoNode) {
    reset();
    return false;
  }
  if (node != root) {
    tree.copy_subtree(node, spare);
    tree.swap(spare);
    root = 0;
  }
  root_visits = visits;
  root_value = value;
  return true;
}

}  // namespace beeline
