#include "search/tree.hpp"

#include <algorithm>
#include <cmath>

namespace beeline {

namespace {

std::size_t padded_count(std::size_t children) { return (children + 3) / 4 * 4; }

}  // namespace

// Memory is asked for at once and touched only as the tree grows: pages never used cost nothing.
Tree::Tree(std::size_t children, bool with_amaf, float first_play)
    : capacity_(children),
      with_amaf_(with_amaf),
      first_play_(first_play),
      nodes_(std::make_unique_for_overwrite<Node[]>(children)),
      records_(std::make_unique_for_overwrite<ChildRecord[]>(children)),
      below_(std::make_unique_for_overwrite<NodeId[]>(children)),
      moves_(std::make_unique_for_overwrite<Move[]>(children)),
      proofs_(std::make_unique_for_overwrite<Proof[]>(children)) {
  if (with_amaf) {
    amaf_visits_ = std::make_unique_for_overwrite<std::int32_t[]>(children);
    amaf_wins_ = std::make_unique_for_overwrite<std::int32_t[]>(children);
  }
}

std::size_t Tree::bytes_per_child(bool with_amaf) {
  return sizeof(Node) + sizeof(ChildRecord) + sizeof(NodeId) + sizeof(Move) + sizeof(Proof) +
         (with_amaf ? 2 * sizeof(std::int32_t) : 0);
}

void Tree::swap(Tree& other) {
  const auto exchange = [](auto& ours, auto& theirs) { theirs = ours.exchange(theirs); };
  exchange(used_, other.used_);
  exchange(node_count_, other.node_count_);
  exchange(full_, other.full_);
  std::swap(capacity_, other.capacity_);
  std::swap(with_amaf_, other.with_amaf_);
  std::swap(first_play_, other.first_play_);
  nodes_.swap(other.nodes_);
  records_.swap(other.records_);
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
  const std::size_t padded = padded_count(moves.size());
  const std::size_t first = used_.fetch_add(padded, std::memory_order_relaxed);
  if (first + padded > capacity_) {
    full_.store(true, std::memory_order_relaxed);
    return kNoNode;
  }
  std::copy(moves.begin(), moves.end(), moves_.get() + first);
  std::fill_n(records_.get() + first, moves.size(), ChildRecord{first_play_, 0.0f, 0, 0});
  std::fill_n(records_.get() + first + moves.size(), padded - moves.size(), ChildRecord{kStandIn, 0.0f, 0, 0});
  std::fill_n(below_.get() + first, padded, kNoNode);
  std::fill_n(proofs_.get() + first, padded, Proof::Unknown);
  if (with_amaf_) {
    std::fill_n(amaf_visits_.get() + first, padded, 0);
    std::fill_n(amaf_wins_.get() + first, padded, 0);
  }
  const NodeId id = node_count_.fetch_add(1, std::memory_order_relaxed);
  nodes_[id] = {static_cast<ChildId>(first), static_cast<std::uint32_t>(moves.size())};
  return id;
}

ChildStatistics Tree::statistics(NodeId id) const {
  const auto [first, count] = nodes_[id];
  return {static_cast<int>(padded_count(count)), &records_[first],
          with_amaf_ ? &amaf_visits_[first] : nullptr, with_amaf_ ? &amaf_wins_[first] : nullptr};
}

void Tree::refresh(ChildId child) {
  if (is_pointless(proof(child))) {
    // Again: a thread that had not seen the proof may have written the value of an open child over it.
    std::atomic_ref(records_[child].value).store(kLost, std::memory_order_relaxed);
    return;
  }
  const auto visits = static_cast<float>(load(records_[child].visits));
  const float value = 0.5f * static_cast<float>(load(records_[child].wins)) / visits;
  std::atomic_ref(records_[child].value).store(value, std::memory_order_relaxed);
  std::atomic_ref(records_[child].inverse_root).store(1 / std::sqrt(visits), std::memory_order_relaxed);
}

void Tree::set_proof(ChildId child, Proof proof) {
  std::atomic_ref(proofs_[child]).store(proof, std::memory_order_relaxed);
  if (is_pointless(proof)) std::atomic_ref(records_[child].value).store(kLost, std::memory_order_relaxed);
}

Proof Tree::proven_value(NodeId id) const {
  Proof best = Proof::Loss;
  bool open = false;
  for (ChildId child = nodes_[id].first; child < nodes_[id].first + nodes_[id].count; ++child) {
    const Proof known = proof(child);
    if (known == Proof::Win) return Proof::Win;
    open |= known == Proof::Unknown;
    if (known != Proof::Inferior) best = std::max(best, known);
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
    std::copy_n(&records_[node.first], node.count, &target.records_[to]);
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
