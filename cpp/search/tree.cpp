#include "search/tree.hpp"

#include <algorithm>
#include <cmath>

namespace beeline {

namespace {

std::size_t padded_count(std::size_t children) { return (children + 3) / 4 * 4; }

}  // namespace

// Memory is asked for at once and touched only as the tree grows: pages never used cost nothing.
Tree::Tree(std::size_t children, const TreeLayout& layout, const Selection& selection)
    : capacity_(children),
      layout_(layout),
      per_unit_(1.0f / static_cast<float>(layout.units)),
      selection_(selection),
      nodes_(std::make_unique_for_overwrite<Node[]>(children)),
      records_(std::make_unique_for_overwrite<ChildRecord[]>(children)),
      below_(std::make_unique_for_overwrite<NodeId[]>(children)),
      moves_(std::make_unique_for_overwrite<Move[]>(children)),
      states_(std::make_unique_for_overwrite<PackedState[]>(children)) {
  assert(!selection.blends() || layout.amaf);
  assert(!selection.uses_priors() || layout.priors);
  if (layout.amaf) amaf_ = std::make_unique_for_overwrite<Amaf[]>(children);
  if (layout.priors) priors_ = std::make_unique_for_overwrite<float[]>(children);
}

std::size_t Tree::bytes_per_child(const TreeLayout& layout) {
  return sizeof(Node) + sizeof(ChildRecord) + sizeof(NodeId) + sizeof(Move) + sizeof(PackedState) +
         (layout.amaf ? sizeof(Amaf) : 0) + (layout.priors ? sizeof(float) : 0);
}

void Tree::swap(Tree& other) noexcept {
  const auto exchange = [](auto& ours, auto& theirs) { theirs = ours.exchange(theirs); };
  exchange(used_, other.used_);
  exchange(node_count_, other.node_count_);
  exchange(full_, other.full_);
  std::swap(capacity_, other.capacity_);
  std::swap(layout_, other.layout_);
  std::swap(per_unit_, other.per_unit_);
  std::swap(selection_, other.selection_);
  nodes_.swap(other.nodes_);
  records_.swap(other.records_);
  amaf_.swap(other.amaf_);
  priors_.swap(other.priors_);
  below_.swap(other.below_);
  moves_.swap(other.moves_);
  states_.swap(other.states_);
}

void Tree::clear() {
  used_ = 0;
  node_count_ = 0;
  full_ = false;
}

NodeId Tree::add_node(std::span<const Move> moves, const Start& start) {
  if (full()) return kNoNode;
  assert(!moves.empty());
  const std::size_t padded = padded_count(moves.size());
  const std::size_t first = used_.fetch_add(padded, std::memory_order_relaxed);
  if (first + padded > capacity_) {
    full_.store(true, std::memory_order_relaxed);
    return kNoNode;
  }
  std::copy(moves.begin(), moves.end(), moves_.get() + first);
  const bool blends = selection_.blends();
  const ChildRecord fresh{blends ? 0.5f : selection_.first_play, blends ? 1.0f : 0.0f, 0};
  std::fill_n(records_.get() + first, moves.size(), fresh);
  std::fill_n(records_.get() + first + moves.size(), padded - moves.size(), ChildRecord{kPadding, 0.0f, 0});
  std::fill_n(below_.get() + first, padded, kNoNode);
  std::fill_n(states_.get() + first, padded, packed({}));
  if (layout_.amaf) std::fill_n(amaf_.get() + first, padded, Amaf{0.5f, 1.0f, 0.0f, 0, 0});
  if (layout_.priors) {
    assert(start.priors.size() == moves.size());
    std::copy(start.priors.begin(), start.priors.end(), priors_.get() + first);
    if (selection_.uses_priors())
      for (std::size_t i = 0; i < moves.size(); ++i) records_[first + i].explore = start.priors[i];
  }
  if (!start.values.empty()) {
    assert(start.values.size() == moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) records_[first + i].value = start.values[i];
  }
  const NodeId id = node_count_.fetch_add(1, std::memory_order_relaxed);
  nodes_[id] = {static_cast<ChildId>(first), static_cast<std::uint32_t>(moves.size())};
  return id;
}

ChildRecords Tree::children(NodeId id) const { return {&records_[nodes_[id].first], padded_count(nodes_[id].count)}; }

void Tree::refresh(ChildId child, Counts counts) {
  ChildRecord& record = records_[child];
  if (state(child).pointless()) {
    // Again: a thread that had not seen the proof may have written the value of an open child over it.
    store(record.value, kPointless);
    return;
  }
  const auto visits = static_cast<float>(visits_in(counts));
  if (selection_.uses_priors()) store(record.explore, priors_[child] / (1 + visits));
  if (visits == 0) return;  // all that were begun came to nothing: what was first thought of the move has to do
  const float mean = per_unit_ * static_cast<float>(wins_in(counts)) / visits;
  if (!selection_.uses_priors()) store(record.explore, 1 / std::sqrt(visits));
  if (!selection_.blends()) return store(record.value, mean);
  store(amaf_[child].mean, mean);
  store(amaf_[child].weight, selection_.blend(visits));
  blend(child);
}

void Tree::set_state(ChildId child, MoveState state) {
  AtomicRef(states_[child]).store(packed(state), std::memory_order_relaxed);
  if (state.pointless()) store(records_[child].value, kPointless);
}

Proof Tree::proven_value(NodeId id) const {
  Proof best = Proof::Loss;
  bool open = false;
  for (ChildId child = nodes_[id].first; child < nodes_[id].first + nodes_[id].count; ++child) {
    const MoveState known = state(child);
    if (known.proof == Proof::Win) return Proof::Win;
    open |= known.open() || known.pruned == Pruned::FilledIn;
    if (known.proof == Proof::Draw) best = Proof::Draw;
  }
  return open ? Proof::Unknown : best;
}

void Tree::copy_subtree(NodeId root, Tree& target) const {
  target.clear();
  std::vector<std::pair<NodeId, NodeId>> pending;  // a node here, its copy there
  const auto copy_node = [&](NodeId id) {
    const Node& node = nodes_[id];
    Start start;
    if (layout_.priors) start.priors = {&priors_[node.first], node.count};
    const NodeId copy = target.add_node({&moves_[node.first], node.count}, start);
    const ChildId to = target.nodes_[copy].first;
    std::copy_n(&records_[node.first], node.count, &target.records_[to]);
    std::copy_n(&states_[node.first], node.count, &target.states_[to]);
    if (layout_.amaf) std::copy_n(&amaf_[node.first], node.count, &target.amaf_[to]);
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
