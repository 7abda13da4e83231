// The tree of a search with its root: all that the workers of a search share.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "base/atomic_ref.hpp"
#include "search/tree.hpp"

namespace beeline {

struct RootedTree {
  Tree tree;
  NodeId root = kNoNode;
  // The chance of the root's player: as the evaluator had it or, in a tree that was kept, the mean of its visits.
  float root_value = 0.5f;
  alignas(64) std::int32_t root_visits = 0;  // written by all workers: on a cache line of its own

  std::int32_t add_root_visits(std::int32_t visits) {
    return AtomicRef(root_visits).fetch_add(visits, std::memory_order_relaxed) + visits;
  }

  void reset();
  // Makes the position after these moves the root, and keeps what is known below it; false, and nothing is kept, if
  // there is no node. `spare` is a tree of the same layout for the copy.
  bool advance(std::span<const Move> moves, Tree& spare);
};

}  // namespace beeline
