#include "search/tree.hpp"

#include <algorithm>

namespace beeline {

// Selection reads vectors, so it may look at a few counters behind the last child.
constexpr std::size_t kSlack = 4;

// Memory is asked for at once and touched only as the tree grows: pages never used cost nothing.
Tree::Tree(std::size_t children, bool with_amaf)
    : capacity_(children),
      with_amaf_(with_amaf),
      nodes_(std::make_unique_for_overwrite<Node[]>(children)),
      visits_(std::make_unique_for_overwrite<std::int32_t[]>(children + kSlack)),
      wins_(std::make_unique_for_overwrite<std::int32_t[]>(children + kSlack)),
      below_(std::make_unique_for_overwrite<NodeId[]>(children)),
      moves_(std::make_unique_for_overwrite<Move[]>(children)),
      proofs_(std::make_unique_for_overwrite<Proof[]>(children)) {
  if (with_amaf) {
    amaf_visits_ = std::make_unique_for_overwrite<std::int32_t[]>(children + kSlack);
    amaf_wins_ = std::make_unique_for_overwrite<std::int32_t[]>(children + kSlack);
  }
}

void Tree::swap(Tree& other) {
  const auto exchange = [](auto& ours, auto& theirs) { theirs = ours.exchange(theirs); };
  exchange(used_, other.used_);
  exchange(node_count_, other.node_count_);
  exchange(full_, other.full_);
  std::swap(capacity_, other.capacity_);
  std::swap(with_amaf_, other.with_amaf_);
  nodes_.swap(other.nodes_);
  visits_.swap(other.visits_);
  wins_.swap(other.wins_);
  amaf_visits_.swap(other.amaf_visits_);
  amaf_wins_.swap(other.amaf_wins_);
  below_.swap(other.below_);
  moves_.swap(other.moves_);
  proofs_.swap(other.proofs_);
}

void Tree::clear() {
  used_ = 0;
  node_count_ = 0;
  full_ = false;
}

NodeId Tree::add_node(std::span<const Move> moves) {
  if (full()) return kNoNode;
  const std::size_t first = used_.fetch_add(moves.size(), std::memory_order_relaxed);
  const std::size_t end = first + moves.size();
  if (end > capacity_) {
    full_.store(true, std::memory_order_relaxed);
    return kNoNode;
  }
  std::copy(moves.begin(), moves.end(), moves_.get() + first);
  std::fill(visits_.get() + first, visits_.get() + end, 0);
  std::fill(wins_.get() + first, wins_.get() + end, 0);
  std::fill(below_.get() + first, below_.get() + end, kNoNode);
  std::fill(proofs_.get() + first, proofs_.get() + end, Proof::Unknown);
  if (with_amaf_) {
    std::fill(amaf_visits_.get() + first, amaf_visits_.get() + end, 0);
    std::fill(amaf_wins_.get() + first, amaf_wins_.get() + end, 0);
  }
  const NodeId id = node_count_.fetch_add(1, std::memory_order_relaxed);
  nodes_[id] = {static_cast<ChildId>(first), static_cast<std::uint32_t>(moves.size())};
  return id;
}

ChildStatistics Tree::statistics(NodeId id) const {
  const Node& node = nodes_[id];
  return {static_cast<int>(node.count), &visits_[node.first], &wins_[node.first],
          with_amaf_ ? &amaf_visits_[node.first] : nullptr, with_amaf_ ? &amaf_wins_[node.first] : nullptr};
}

void Tree::set_proof(ChildId child, Proof proof) {
  std::atomic_ref(proofs_[child]).store(proof, std::memory_order_relaxed);
  if (proof == Proof::Loss) std::atomic_ref(wins_[child]).store(kLostWins, std::memory_order_relaxed);
}

Proof Tree::proven_value(NodeId id) const {
  Proof best = Proof::Loss;
  bool open = false;
  for (ChildId child = nodes_[id].first; child < nodes_[id].first + nodes_[id].count; ++child) {
    const Proof known = proof(child);
    if (known == Proof::Win) return Proof::Win;
    open |= known == Proof::Unknown;
    best = std::max(best, known);
  }
  return open ? Proof::Unknown : best;
}

void Tree::copy_subtree(NodeId root, Tree& target) const {
  target.clear();
  std::vector<std::pair<NodeId, NodeId>> pending;  // a node here, its copy there
  const auto copy_node = [&](NodeId id) {
    const Node& node = nodes_[id];
    const NodeId copy = target.add_node({&moves_[node.first], node.count});
    const ChildId to = target.nodes_[copy].first;
    std::copy_n(&visits_[node.first], node.count, &target.visits_[to]);
    std::copy_n(&wins_[node.first], node.count, &target.wins_[to]);
    std::copy_n(&proofs_[node.first], node.count, &target.proofs_[to]);
    if (with_amaf_) {
      std::copy_n(&amaf_visits_[node.first], node.count, &target.amaf_visits_[to]);
      std::copy_n(&amaf_wins_[node.first], node.count, &target.amaf_wins_[to]);
    }
    pending.emplace_back(id, copy);
    return copy;
  };
  copy_node(root);
  while (!pending.empty()) {
    const auto [id, copy] = pending.back();
    pending.pop_back();
    for (std::uint32_t i = 0; i < nodes_[id].count; ++i)
      if (const NodeId child = below(nodes_[id].first + i); child != kNoNode)
        target.set_below(target.nodes_[copy].first + i, copy_node(child));
  }
}

}  // namespace beeline
