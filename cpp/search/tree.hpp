// The tree of a search: nodes in arrays of fixed size, so that memory is bounded and threads can add
// nodes without locks.
//
// A node is a run of children. What is known of a position is kept with the child that leads to it, so that
// selection reads one short array. The two numbers it wants of a child are worked out anew when a count changes:
// once a visit and not once a look.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rules/types.hpp"
#include "search/selection.hpp"

namespace beeline {

using NodeId = std::uint32_t;
using ChildId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffff;

// What is proven of a move, for the player who makes it. An inferior move need not be searched, because another is
// at least as good.
enum class Proof : std::uint8_t { Unknown, Loss, Draw, Win, Inferior };

constexpr bool is_pointless(Proof proof) { return proof == Proof::Loss || proof == Proof::Inferior; }

constexpr Proof reversed(Proof proof) {
  if (proof == Proof::Unknown || proof == Proof::Draw) return proof;
  return proof == Proof::Win ? Proof::Loss : Proof::Win;
}

class Tree {
 public:
  struct Node {
    ChildId first;
    std::uint32_t count;
  };

  // Room for `children` children in all; AMAF statistics only where asked for. `first_play` is the value of a
  // child not visited yet.
  Tree(std::size_t children, bool with_amaf, float first_play);
  static std::size_t bytes_per_child(bool with_amaf);
  void swap(Tree& other);

  // Growing. Returns kNoNode when the room is spent. Threads may call it at once.
  NodeId add_node(std::span<const Move> moves);
  bool full() const { return full_.load(std::memory_order_relaxed); }
  std::size_t children_used() const { return std::min<std::size_t>(used_.load(std::memory_order_relaxed), capacity_); }
  void clear();

  // Makes `target` the tree below `node`, in a fresh layout.
  void copy_subtree(NodeId node, Tree& target) const;

  // Looking
  const Node& node(NodeId id) const { return nodes_[id]; }
  ChildStatistics statistics(NodeId id) const;
  Move move(ChildId child) const { return moves_[child]; }
  std::int32_t visits(ChildId child) const { return load(records_[child].visits); }
  std::int32_t wins(ChildId child) const { return load(records_[child].wins); }
  std::int32_t amaf_visits(ChildId child) const { return with_amaf_ ? load(amaf_visits_[child]) : 0; }
  std::int32_t amaf_wins(ChildId child) const { return with_amaf_ ? load(amaf_wins_[child]) : 0; }
  Proof proof(ChildId child) const { return std::atomic_ref(proofs_[child]).load(std::memory_order_relaxed); }
  // The node below a child, kNoNode until it is expanded.
  NodeId below(ChildId child) const { return std::atomic_ref(below_[child]).load(std::memory_order_acquire); }

  // Counting. `shared` tells whether other threads count too, and must see a visit before its result is known.
  std::int32_t add_visit(ChildId child, bool shared) {
    const std::int32_t before = add(records_[child].visits, 1, shared);
    if (shared) refresh(child);
    return before;
  }
  void add_wins(ChildId child, std::int32_t wins, bool shared) {
    if (wins > 0) add(records_[child].wins, wins, shared);
    if (wins > 0 || !shared) refresh(child);  // a loss was expected since the visit
  }
  // Never by an atomic addition: two threads may lose a count between them, which AMAF can bear.
  void add_amaf(ChildId child, std::int32_t visits, std::int32_t wins) {
    add(amaf_visits_[child], visits, false);
    add(amaf_wins_[child], wins, false);
  }
  void set_below(ChildId child, NodeId node) {
    std::atomic_ref(below_[child]).store(node, std::memory_order_release);
  }
  void set_proof(ChildId child, Proof proof);
  // The value of a node to its player as far as its children prove it.
  Proof proven_value(NodeId id) const;

 private:
  // Values that are never chosen while there is another: of a pointless move, and of the stand-ins that fill up
  // the children of a node to a multiple of four.
  static constexpr float kLost = -1e9f, kStandIn = -1e30f;

  void refresh(ChildId child);

  static std::int32_t load(std::int32_t& counter) {
    return std::atomic_ref(counter).load(std::memory_order_relaxed);
  }
  static std::int32_t add(std::int32_t& counter, std::int32_t amount, bool shared) {
    std::atomic_ref atomic(counter);
    if (shared) return atomic.fetch_add(amount, std::memory_order_relaxed);
    const std::int32_t before = atomic.load(std::memory_order_relaxed);
    atomic.store(before + amount, std::memory_order_relaxed);
    return before;
  }

  std::size_t capacity_;
  bool with_amaf_;
  float first_play_;
  std::atomic<std::size_t> used_{0};
  std::atomic<NodeId> node_count_{0};
  std::atomic<bool> full_{false};
  // A node has at least one child, so there are never more nodes than children.
  std::unique_ptr<Node[]> nodes_;
  std::unique_ptr<std::int32_t[]> amaf_visits_, amaf_wins_;
  std::unique_ptr<ChildRecord[]> records_;
  std::unique_ptr<NodeId[]> below_;
  std::unique_ptr<Move[]> moves_;
  std::unique_ptr<Proof[]> proofs_;
};

}  // namespace beeline
