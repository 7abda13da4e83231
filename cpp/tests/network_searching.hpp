// What the tests of network search share: settings, searches, and looks at their trees.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "check.hpp"
#include "fake_network.hpp"
#include "search/searches.hpp"
#include "searching.hpp"

inline constexpr float kExploration = 1.25f, kReduction = 0.1f;

inline SearchSettings puct(int threads = 1, std::int32_t expand = 0, std::size_t memory = 64 << 20) {
  SearchSettings settings = settings_with(threads, expand, memory);
  settings.selection = {.bonus = Bonus::Puct, .exploration = kExploration, .first_play = kReduction};
  return settings;
}

template <class G>
auto network_search(const SearchSettings& settings, std::shared_ptr<Network> network,
                    const NetworkEvaluatorSettings& evaluator = {}, std::uint64_t seed = 1) {
  using Knowledge = std::conditional_t<std::same_as<G, HexTracker>, HexKnowledge, NoKnowledge>;
  return std::make_unique<TreeSearch<G, NetworkEvaluator<G>, Knowledge>>(settings, seed, [&](int) {
    return NetworkEvaluator<G>(std::make_shared<NetworkBatch>(network, 1024), evaluator);
  });
}

// Of priors, whose sum is rounded in the order of the children.
inline bool is_close(float a, float b) { return std::abs(a - b) < 1e-6f; }

inline TicTacToeTracker empty_tic_tac_toe() { return {0, 0, kBlack}; }

// Calls `visit(node)` for every node of the tree.
template <class Visit>
void each_node(const RootedTree& rooted, NodeId node, Visit visit) {
  visit(node);
  const auto [first, count] = rooted.tree.node(node);
  for (ChildId child = first; child < first + count; ++child)
    if (const NodeId below = rooted.tree.below(child); below != kNoNode) each_node(rooted, below, visit);
}

inline std::int64_t claims_left(const RootedTree& rooted) {
  std::int64_t left = 0;
  each_node(rooted, rooted.root, [&](NodeId node) {
    const auto [first, count] = rooted.tree.node(node);
    for (ChildId child = first; child < first + count; ++child) left += rooted.tree.claimed(child);
  });
  return left;
}

// Of a node that was made at the first visit of its position, all visits but that one went on into its children.
inline void check_visits_conserved(const RootedTree& rooted, std::int64_t simulations) {
  const auto sum = [&](NodeId node) {
    const auto [first, count] = rooted.tree.node(node);
    std::int64_t visits = 0;
    for (ChildId child = first; child < first + count; ++child) visits += rooted.tree.visits(child);
    return visits;
  };
  CHECK_EQUAL(sum(rooted.root), simulations);
  each_node(rooted, rooted.root, [&](NodeId node) {
    const auto [first, count] = rooted.tree.node(node);
    for (ChildId child = first; child < first + count; ++child) {
      CHECK(rooted.tree.wins(child) >= 0 && rooted.tree.mean(child) <= 1.0);
      const NodeId below = rooted.tree.below(child);
      if (below == kNoNode || rooted.tree.proof(child) != Proof::Unknown) continue;
      CHECK_EQUAL(sum(below), rooted.tree.visits(child) - 1);
    }
  });
}
