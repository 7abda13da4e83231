// The tree of a search: nodes in arrays of fixed size, so that memory is bounded and threads can add nodes without
// locks.
//
// A node is a run of children. What is known of a position is kept with the child that leads to it, so that selection
// reads one short array. The two numbers it wants of a child are worked out anew when a count changes: once per visit
// and not once per look. What blending takes besides lies in an array of its own, and so do priors.
//
// Values are counted in units, whole numbers that threads can add without locks: a win is `units` of them, a draw half
// as many. Playouts need two; a network, whose values lie in between, more.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/atomic_ref.hpp"
#include "rules/types.hpp"
#include "search/proof.hpp"
#include "search/selection.hpp"

namespace beeline {

using NodeId = std::uint32_t;
using ChildId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffff;

struct TreeLayout {
  bool amaf = false;    // AMAF statistics of each child
  bool priors = false;  // a prior of each child
  int units = 2;        // of value per win; a power of two

  // Visits of one child that its counters can hold.
  std::int64_t most_visits() const { return (std::int64_t{1} << 31) / units - 1; }
};

class Tree {
 public:
  struct Node {
    ChildId first;
    std::uint32_t count;
  };

  // What a node is made with besides its moves, where the tree keeps it: a prior per move, and a value for unvisited
  // moves, each in the order of the moves; empty where there is nothing to say.
  struct Start {
    std::span<const float> priors;
    std::span<const float> values;
  };

  // Room for `children` children in all.
  Tree(std::size_t children, const TreeLayout& layout, const Selection& selection);
  static std::size_t bytes_per_child(const TreeLayout& layout);
  const TreeLayout& layout() const { return layout_; }
  void swap(Tree& other) noexcept;

  // Growing. Returns kNoNode when the room is spent. Threads may call it at once.
  [[nodiscard]] NodeId add_node(std::span<const Move> moves, const Start& start = {});
  bool full() const { return full_.load(std::memory_order_relaxed); }
  std::size_t children_used() const { return std::min<std::size_t>(used_.load(std::memory_order_relaxed), capacity_); }
  void clear();

  // Makes `target` the tree below `node`, in a fresh layout.
  void copy_subtree(NodeId node, Tree& target) const;

  // Looking
  const Node& node(NodeId id) const {
    assert(id < node_count_.load(std::memory_order_relaxed));
    return nodes_[id];
  }
  ChildRecords children(NodeId id) const;
  Move move(ChildId child) const { return moves_[child]; }
  std::int32_t visits(ChildId child) const { return visits_in(load(records_[child].counts)); }
  std::int32_t wins(ChildId child) const { return wins_in(load(records_[child].counts)); }
  // The mean value of the visits, for the player who makes the move; 1/2 if there are none.
  double mean(ChildId child) const { return fraction(wins(child), visits(child)); }
  std::int32_t amaf_visits(ChildId child) const { return layout_.amaf ? load(amaf_[child].visits) : 0; }
  std::int32_t amaf_wins(ChildId child) const { return layout_.amaf ? load(amaf_[child].wins) : 0; }
  double amaf_mean(ChildId child) const { return fraction(amaf_wins(child), amaf_visits(child)); }
  float prior(ChildId child) const { return layout_.priors ? priors_[child] : 0.0f; }
  MoveState state(ChildId child) const { return unpacked(AtomicRef(states_[child]).load(std::memory_order_relaxed)); }
  Proof proof(ChildId child) const { return state(child).proof; }
  // The node below a child, kNoNode until it is expanded.
  NodeId below(ChildId child) const {
    const NodeId node = AtomicRef(below_[child]).load(std::memory_order_acquire);
    return node == kClaimed ? kNoNode : node;
  }
  // Whether some thread is about to expand a child.
  bool claimed(ChildId child) const { return AtomicRef(below_[child]).load(std::memory_order_relaxed) == kClaimed; }
  // The value of a node to its player as far as its children prove it.
  Proof proven_value(NodeId id) const;

  // Counting. `shared` tells whether other threads count at the same time.
  void add_visit(ChildId child, std::int32_t wins, bool shared) { add_counts(child, counts_of(1, wins), shared); }
  void add_counts(ChildId child, Counts counts, bool shared) {
    refresh(child, add(records_[child].counts, counts, shared) + counts);
  }
  // A visit that must be seen before its value is known, by other threads or by other simulations of the same batch: it
  // looks like a loss (the virtual loss) until it is ended or taken back. Returns the visits with it.
  std::int32_t begin_visit(ChildId child) {
    const Counts counts = add(records_[child].counts, counts_of(1, 0), true) + counts_of(1, 0);
    refresh(child, counts);
    return visits_in(counts);
  }
  void end_visit(ChildId child, std::int32_t wins) {
    if (wins > 0) add_counts(child, counts_of(0, wins), true);  // else as it looked
  }
  // Of a simulation that came to nothing.
  void take_visit_back(ChildId child) { add_counts(child, counts_of(-1, 0), true); }
  // Never by an atomic addition: two threads may lose a count between them, which AMAF can bear.
  void add_amaf(ChildId child, std::int32_t visits, std::int32_t wins) {
    assert(layout_.amaf);
    add(amaf_[child].visits, visits, false);
    add(amaf_[child].wins, wins, false);
    if (selection_.blends()) blend(child);
  }
  // One AMAF visit of each child, of this value. What the loop wants of the tree is in registers: no write to a counter
  // can change it, but the compiler does not know.
  void add_amaf_visits(std::span<const ChildId> children, std::int32_t wins) {
    assert(layout_.amaf);
    Amaf* const amaf = amaf_.get();
    ChildRecord* const records = records_.get();
    const float per_unit = per_unit_;
    const bool blends = selection_.blends();
    for (const ChildId child : children) {
      add(amaf[child].visits, 1, false);
      add(amaf[child].wins, wins, false);
      if (blends) blend(amaf[child], records[child], per_unit);
    }
  }
  // Adds this to the value of a child, divided by the root of its visits. Before other threads know the child.
  void set_bias(ChildId child, float bias) { amaf_[child].bias = bias; }
  void set_state(ChildId child, MoveState state);
  void set_proof(ChildId child, Proof proof) { set_state(child, {.proof = proof}); }

  // Expanding a child: the one thread whose claim is granted makes the node below it and sets it, or gives the claim
  // back by setting kNoNode.
  [[nodiscard]] bool claim(ChildId child) {
    NodeId expected = kNoNode;
    return AtomicRef(below_[child])
        .compare_exchange_strong(expected, kClaimed, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void set_below(ChildId child, NodeId node) {
    assert(node != kClaimed);
    AtomicRef(below_[child]).store(node, std::memory_order_release);
  }

 private:
  static constexpr NodeId kClaimed = kNoNode - 1;

  // Values that are never chosen while there is another: of a pointless move, and of the padding that fills up the
  // children of a node to a multiple of four.
  static constexpr float kPointless = -1e9f, kPadding = -1e30f;

  // What the value is made of under blending.
  struct Amaf {
    float mean;    // q
    float weight;  // b
    float bias;
    std::int32_t visits;
    std::int32_t wins;
  };

  using PackedState = std::uint8_t;
  static constexpr PackedState packed(MoveState state) {
    return static_cast<PackedState>(static_cast<int>(state.proof) | static_cast<int>(state.pruned) << 4);
  }
  static constexpr MoveState unpacked(PackedState state) {
    return {static_cast<Proof>(state & 15), static_cast<Pruned>(state >> 4)};
  }

  // Threads may have lost some AMAF visits whose wins they kept.
  double fraction(std::int32_t wins, std::int32_t visits) const {
    return visits > 0 ? std::min(static_cast<double>(wins) / layout_.units / visits, 1.0) : 0.5;
  }

  // Works out what selection reads of a child with these counts.
  void refresh(ChildId child, Counts counts);
  void blend(ChildId child) { blend(amaf_[child], records_[child], per_unit_); }
  static void blend(Amaf& amaf, ChildRecord& record, float per_unit) {
    const auto visits = static_cast<float>(load(amaf.visits));
    const float value = visits > 0 ? per_unit * static_cast<float>(load(amaf.wins)) / visits : 0.5f;
    const float mean = load(amaf.mean);
    if (load(record.value) >= 0)  // else pointless
      store(record.value, mean + load(amaf.weight) * (value - mean) + amaf.bias * load(record.explore));
  }

  template <class Number>
  static Number load(Number& number) {
    return AtomicRef(number).load(std::memory_order_relaxed);
  }
  static void store(float& number, float value) { AtomicRef(number).store(value, std::memory_order_relaxed); }
  template <class Number>
  static Number add(Number& counter, Number amount, bool shared) {
    AtomicRef atomic(counter);
    if (shared) return atomic.fetch_add(amount, std::memory_order_relaxed);
    const Number before = atomic.load(std::memory_order_relaxed);
    atomic.store(before + amount, std::memory_order_relaxed);
    return before;
  }

  std::size_t capacity_;
  TreeLayout layout_;
  float per_unit_;
  Selection selection_;
  // A node has at least one child, so there are never more nodes than children.
  std::unique_ptr<Node[]> nodes_;
  std::unique_ptr<ChildRecord[]> records_;
  std::unique_ptr<Amaf[]> amaf_;
  std::unique_ptr<float[]> priors_;
  std::unique_ptr<NodeId[]> below_;
  std::unique_ptr<Move[]> moves_;
  std::unique_ptr<PackedState[]> states_;
  // Written as the tree grows: not on the cache line of what every step reads.
  alignas(64) std::atomic<std::size_t> used_{0};
  std::atomic<NodeId> node_count_{0};
  std::atomic<bool> full_{false};
};

}  // namespace beeline
