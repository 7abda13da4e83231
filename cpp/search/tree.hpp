// The tree of a search: nodes in arrays of fixed size, so that memory is bounded and threads can add
// nodes without locks.
//
// A node is a run of children. What is known of a position is kept with the child that leads to it, so that
// selection reads one short array. The two numbers it wants of a child are worked out anew when a count changes:
// once a visit and not once a look. What blending takes besides lies in an array of its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rules/types.hpp"
#include "search/proof.hpp"
#include "search/selection.hpp"

namespace beeline {

using NodeId = std::uint32_t;
using ChildId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffff;

class Tree {
 public:
  struct Node {
    ChildId first;
    std::uint32_t count;
  };

  // Room for `children` children in all; AMAF statistics only where asked for.
  Tree(std::size_t children, bool with_amaf, const Selection& selection);
  static std::size_t bytes_per_child(bool with_amaf);
  bool has_amaf() const { return with_amaf_; }
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
  ChildRecords children(NodeId id) const;
  Move move(ChildId child) const { return moves_[child]; }
  std::int32_t visits(ChildId child) const { return load(records_[child].visits); }
  std::int32_t wins(ChildId child) const { return load(records_[child].wins); }
  std::int32_t amaf_visits(ChildId child) const { return with_amaf_ ? load(amaf_[child].visits) : 0; }
  std::int32_t amaf_wins(ChildId child) const { return with_amaf_ ? load(amaf_[child].wins) : 0; }
  Proof proof(ChildId child) const { return std::atomic_ref(proofs_[child]).load(std::memory_order_relaxed); }
  // The node below a child, kNoNode until it is expanded.
  NodeId below(ChildId child) const {
    const NodeId node = std::atomic_ref(below_[child]).load(std::memory_order_acquire);
    return node == kClaimed ? kNoNode : node;
  }

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
    add(amaf_[child].visits, visits, false);
    add(amaf_[child].wins, wins, false);
    if (selection_.blends()) blend(child);
  }
  // Adds this to the value of a child, divided by the root of its visits. Before other threads know the child.
  void set_bias(ChildId child, float bias) { amaf_[child].bias = bias; }
  // Expanding a child: the one thread whose claim is granted makes the node below it and sets it, or gives the claim
  // back by setting kNoNode.
  [[nodiscard]] bool claim(ChildId child) {
    NodeId expected = kNoNode;
    return std::atomic_ref(below_[child]).compare_exchange_strong(expected, kClaimed, std::memory_order_acquire,
                                                                  std::memory_order_relaxed);
  }
  void set_below(ChildId child, NodeId node) {
    std::atomic_ref(below_[child]).store(node, std::memory_order_release);
  }
  void set_proof(ChildId child, Proof proof);
  // The value of a node to its player as far as its children prove it.
  Proof proven_value(NodeId id) const;

 private:
  static constexpr NodeId kClaimed = kNoNode - 1;

  // Values that are never chosen while there is another: of a pointless move, and of the stand-ins that fill up
  // the children of a node to a multiple of four.
  static constexpr float kLost = -1e9f, kStandIn = -1e30f;

  // What the value is made of under blending.
  struct Amaf {
    float mean;    // q
    float weight;  // b
    float bias;
    std::int32_t visits;
    std::int32_t wins;
  };

  void refresh(ChildId child);
  void blend(ChildId child) {
    Amaf& amaf = amaf_[child];
    const auto visits = static_cast<float>(load(amaf.visits));
    const float value = visits > 0 ? 0.5f * static_cast<float>(load(amaf.wins)) / visits : 0.5f;
    const float mean = load(amaf.mean);
    ChildRecord& record = records_[child];
    if (load(record.value) >= 0)  // else proven lost
      store(record.value, mean + load(amaf.weight) * (value - mean) + amaf.bias * load(record.inverse_root));
  }

  template <class Number>
  static Number load(Number& number) {
    return std::atomic_ref(number).load(std::memory_order_relaxed);
  }
  static void store(float& number, float value) {
    std::atomic_ref(number).store(value, std::memory_order_relaxed);
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
  Selection selection_;
  std::atomic<std::size_t> used_{0};
  std::atomic<NodeId> node_count_{0};
  std::atomic<bool> full_{false};
  // A node has at least one child, so there are never more nodes than children.
  std::unique_ptr<Node[]> nodes_;
  std::unique_ptr<ChildRecord[]> records_;
  std::unique_ptr<Amaf[]> amaf_;
  std::unique_ptr<NodeId[]> below_;
  std::unique_ptr<Move[]> moves_;
  std::unique_ptr<Proof[]> proofs_;
};

}  // namespace beeline
