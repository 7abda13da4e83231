// The tree of the search, and the selection of a child against its formulas.
#include "search/tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "check.hpp"
#include "search/credit.hpp"
#include "search/selection.hpp"

using namespace beeline;

namespace {

// A node whose children have random counts, and the formulas of selection.hpp for them.
struct Children {
  Tree tree;
  NodeId node;
  int count;

  Children(int children, const Selection& selection, Random& random)
      : tree(400, {.amaf = selection.blends()}, selection),
        node(tree.add_node(std::vector<Move>(children))),
        count(children) {
    const std::uint32_t most = 1u << random.below(8);
    for (int i = 0; i < children; ++i)
      add(i, random.below(4) == 0 ? 0 : 1 + random.below(most), 1 + random.below(most), random);
  }

  ChildId child(int i) const { return tree.node(node).first + i; }

  void add(int i, std::uint32_t visits, std::uint32_t amaf_visits, Random& random) {
    for (; visits > 0; --visits) tree.add_visit(child(i), random.below(3), false);
    if (tree.layout().amaf) tree.add_amaf(child(i), amaf_visits, random.below(2 * amaf_visits + 1));
  }

  int select(int parent_visits, const Selection& selection) const {
    return select_child(tree.children(node), parent_visits, selection);
  }
  void lose(int i) { tree.set_proof(child(i), Proof::Loss); }

  // One child at a time and in double precision.
  double priority(int i, int parent_visits, const Selection& selection) const {
    const double v = tree.visits(child(i)), q = v > 0 ? 0.5 * tree.wins(child(i)) / v : 0;
    if (v == 0 && !selection.blends()) return selection.first_play;
    const double log_n = std::log(std::max(parent_visits, 1));
    double value = q;
    if (selection.blends()) {
      const double amaf = 0.5 * tree.amaf_wins(child(i)) / tree.amaf_visits(child(i));
      const double b = v == 0               ? 1
                       : selection.rave > 0 ? std::sqrt(selection.rave / (3 * v + selection.rave))
                                            : selection.amaf;
      value = (1 - b) * q + b * amaf;
    }
    double share = log_n / std::max(v, 1.0);
    if (selection.bonus == Bonus::Tuned) share *= std::min(0.25, value * (1 - value) + std::sqrt(2 * share));
    return value + selection.exploration * std::sqrt(share);
  }
};

std::vector<Selection> selections() {
  std::vector<Selection> all;
  for (const Bonus bonus : {Bonus::Uct, Bonus::Tuned})
    for (const float exploration : {0.0f, 0.7f, 2.0f})
      for (const auto& [alpha, rave] : {std::pair(0.0f, 0.0f), std::pair(0.4f, 0.0f), std::pair(1.0f, 0.0f),
                                        std::pair(0.0f, 300.0f), std::pair(0.4f, 20.0f)})
        for (const float first_play : {1e6f, 0.45f}) all.push_back({bonus, exploration, alpha, rave, first_play});
  return all;
}

}  // namespace

TEST(selection_follows_its_formulas) {
  Random random(1);
  for (const Selection& selection : selections()) {
    for (int i = 0; i < 200; ++i) {
      const int count = i < 40 ? i + 1 : 1 + random.below(361);
      const Children children(count, selection, random);
      const int parent_visits = random.below(3) == 0 ? random.below(4) : 1 + random.below(1u << random.below(24));
      const int chosen = children.select(parent_visits, selection);
      double best = -std::numeric_limits<double>::infinity();
      for (int child = 0; child < count; ++child)
        best = std::max(best, children.priority(child, parent_visits, selection));
      CHECK(chosen >= 0 && chosen < count);
      CHECK(children.priority(chosen, parent_visits, selection) > best - 1e-4 * std::max(1.0, std::abs(best)));
    }
  }
}

TEST(selection_takes_the_first_of_equals) {
  Random random(2);
  for (const Selection& selection : selections()) {
    for (int count = 1; count <= 40; ++count) {
      Tree tree(100, {.amaf = selection.blends()}, selection);
      const NodeId node = tree.add_node(std::vector<Move>(count));
      const int visits = random.below(3), wins = random.below(3);
      for (int i = 0; i < count; ++i)
        for (int visit = 0; visit < visits; ++visit) tree.add_visit(tree.node(node).first + i, wins, false);
      CHECK_EQUAL(select_child(tree.children(node), 1000, selection), 0);
    }
  }
}

TEST(selection_leaves_lost_children_alone) {
  Random random(3);
  for (const Selection& selection : selections()) {
    for (int count = 1; count <= 50; ++count) {
      Children children(count, selection, random);
      const int open = random.below(count);
      for (int child = 0; child < count; ++child)
        if (child != open) children.lose(child);
      CHECK_EQUAL(children.select(100000, selection), open);
      children.lose(open);
      CHECK(children.select(100000, selection) < count);  // never a stand-in
    }
  }
}

namespace {

constexpr std::array<Move, 6> kSixMoves = {10, 11, 12, 13, 14, 15};

// Whether two trees hold the same below these nodes.
bool same_below(const Tree& one, NodeId node, const Tree& other, NodeId twin) {
  if (one.node(node).count != other.node(twin).count) return false;
  for (std::uint32_t i = 0; i < one.node(node).count; ++i) {
    const ChildId a = one.node(node).first + i, b = other.node(twin).first + i;
    const ChildRecord &x = one.children(node)[i], &y = other.children(twin)[i];
    if (one.move(a) != other.move(b) || one.visits(a) != other.visits(b) || one.wins(a) != other.wins(b) ||
        one.amaf_visits(a) != other.amaf_visits(b) || one.amaf_wins(a) != other.amaf_wins(b) ||
        one.proof(a) != other.proof(b) || x.value != y.value || x.explore != y.explore)
      return false;
    if ((one.below(a) == kNoNode) != (other.below(b) == kNoNode)) return false;
    if (one.below(a) != kNoNode && !same_below(one, one.below(a), other, other.below(b))) return false;
  }
  return true;
}

}  // namespace

TEST(a_new_node_knows_nothing_of_its_children) {
  Tree tree(100, {.amaf = true}, {.first_play = 0.6f});
  for (int time = 0; time < 2; ++time) {
    const NodeId node = tree.add_node(kSixMoves);
    CHECK_EQUAL(tree.node(node).count, 6u);
    const ChildRecords records = tree.children(node);
    CHECK_EQUAL(records.size(), 8u);
    for (std::uint32_t i = 0; i < 6; ++i) {
      const ChildId child = tree.node(node).first + i;
      CHECK_EQUAL(tree.move(child), kSixMoves[i]);
      CHECK_EQUAL(tree.visits(child) + tree.wins(child) + tree.amaf_visits(child) + tree.amaf_wins(child), 0);
      CHECK_EQUAL(tree.proof(child), Proof::Unknown);
      CHECK_EQUAL(tree.below(child), kNoNode);
      CHECK_EQUAL(records[i].value, 0.6f);
      // Something to be forgotten by clear().
      tree.add_visit(child, 2, false), tree.add_amaf(child, 1, 2);
      tree.set_proof(child, Proof::Win), tree.set_below(child, node);
    }
    CHECK(records[6].value < -1e20f && records[7].value < -1e20f);
    tree.clear();
    CHECK_EQUAL(tree.children_used(), 0u);
  }
}

TEST(a_bias_fades_with_the_root_of_the_visits) {
  Tree tree(100, {.amaf = true}, {.rave = 100});
  const NodeId node = tree.add_node(kSixMoves);
  const ChildId plain = tree.node(node).first, biased = plain + 1;
  tree.set_bias(biased, 0.3f);
  const auto difference = [&] { return tree.children(node)[1].value - tree.children(node)[0].value; };
  for (const ChildId child : {plain, biased}) tree.add_amaf(child, 10, 12);
  CHECK(std::abs(difference() - 0.3f) < 1e-6f);
  for (int visit = 0; visit < 9; ++visit)
    for (const ChildId child : {plain, biased}) tree.add_visit(child, 2, false);
  CHECK(std::abs(difference() - 0.1f) < 1e-6f);
  // It goes with the node.
  Tree copy(100, {.amaf = true}, {.rave = 100});
  tree.copy_subtree(node, copy);
  CHECK_EQUAL(copy.children(0)[1].value, tree.children(node)[1].value);
  copy.add_amaf(copy.node(0).first, 1, 0), copy.add_amaf(copy.node(0).first + 1, 1, 0);
  CHECK(std::abs(copy.children(0)[1].value - copy.children(0)[0].value - 0.1f) < 1e-6f);
}

TEST(counts_and_what_selection_reads_agree) {
  Tree tree(100, {.amaf = true}, {});
  const NodeId node = tree.add_node(kSixMoves);
  const ChildId child = tree.node(node).first + 2;
  tree.add_visit(child, 2, false), tree.add_visit(child, 0, true);
  CHECK_EQUAL(tree.begin_visit(child), 3);
  CHECK_EQUAL(tree.begin_visit(child), 4);
  tree.end_visit(child, 1), tree.end_visit(child, 2);
  tree.add_amaf(child, 1, 2), tree.add_amaf(child, 1, 0), tree.add_amaf(child, 0, 0);
  CHECK_EQUAL(tree.visits(child), 4);
  CHECK_EQUAL(tree.wins(child), 5);
  CHECK_EQUAL(tree.amaf_visits(child), 2);
  CHECK_EQUAL(tree.amaf_wins(child), 2);
  const ChildRecords records = tree.children(node);
  CHECK_EQUAL(records[2].value, 0.625f);
  CHECK_EQUAL(records[2].explore, 0.5f);
  CHECK_EQUAL(visits_in(records[2].counts), 4);
  // With threads a simulation under way counts as lost.
  tree.begin_visit(child);
  CHECK_EQUAL(records[2].value, 0.5f);
}

TEST(a_stay_counts_its_visits_before_and_their_values_after) {
  Tree tree(400, {}, {});
  const ChildId black = tree.node(tree.add_node(kSixMoves)).first, white = tree.node(tree.add_node(kSixMoves)).first;
  for (const ChildId child : {black, white})
    for (int i = 0; i < 4; ++i) tree.add_visit(child, 2, false);
  Stay stay;
  stay.begin(tree, {{0, black, Colour::Black, Counting::Stay, false}, {1, white, Colour::White, Counting::Stay, false}},
             4);
  CHECK_EQUAL(tree.visits(black), 8);
  CHECK_EQUAL(tree.children(0)[0].value, 0.5f);  // they look like losses
  stay.add(tree, Outcome::Black), stay.add(tree, Outcome::Black), stay.add(tree, Outcome::Draw);
  CHECK(stay.lasts());
  CHECK_EQUAL(tree.wins(black), 8);
  stay.end(tree);  // before the fourth
  CHECK(!stay.lasts());
  CHECK_EQUAL(tree.visits(black), 7);
  CHECK_EQUAL(tree.wins(black), 13);
  CHECK_EQUAL(tree.visits(white), 7);
  CHECK_EQUAL(tree.wins(white), 9);
  // One that is made to its end ends by itself.
  stay.begin(tree, {{0, black, Colour::Black, Counting::Stay, false}}, 1);
  stay.add(tree, Outcome::White);
  CHECK(!stay.lasts());
  CHECK_EQUAL(tree.visits(black), 8);
  CHECK_EQUAL(tree.wins(black), 13);
}

TEST(a_proven_loss_stays_out_of_sight) {
  Tree tree(100, {}, {});
  const NodeId node = tree.add_node(kSixMoves);
  const ChildId child = tree.node(node).first;
  const float* const value = &tree.children(node)[0].value;
  tree.begin_visit(child), tree.end_visit(child, 2);
  CHECK_EQUAL(*value, 1.0f);
  tree.set_proof(child, Proof::Loss);
  CHECK(*value < -1e8f);
  tree.add_visit(child, 2, false);
  CHECK(*value < -1e8f);
  // A thread that was just counting when another found the proof may write the old value back, once.
  const_cast<float&>(*value) = 1.0f;
  tree.begin_visit(child);
  CHECK(*value < -1e8f);
}

TEST(a_full_tree_takes_no_more_nodes) {
  Tree tree(20, {}, {});
  CHECK(tree.add_node(kSixMoves) != kNoNode);
  CHECK(tree.add_node(kSixMoves) != kNoNode);
  CHECK(!tree.full());
  CHECK_EQUAL(tree.add_node(kSixMoves), kNoNode);
  CHECK(tree.full());
  CHECK_EQUAL(tree.add_node({}), kNoNode);
  CHECK(tree.children_used() <= 20u);
  CHECK_EQUAL(tree.amaf_visits(0), 0);
  tree.clear();
  CHECK(!tree.full());
  CHECK_EQUAL(tree.add_node(kSixMoves), 0u);
}

TEST(the_value_of_a_node_is_proven_by_its_children) {
  const auto value = [](std::initializer_list<Proof> proofs) {
    Tree tree(100, {}, {});
    const NodeId node = tree.add_node(std::span(kSixMoves).first(proofs.size()));
    ChildId child = tree.node(node).first;
    for (const Proof proof : proofs) tree.set_proof(child++, proof);
    return tree.proven_value(node);
  };
  using enum Proof;
  CHECK_EQUAL(value({Unknown, Win, Loss}), Win);
  CHECK_EQUAL(value({Unknown, Draw, Loss}), Unknown);
  CHECK_EQUAL(value({Loss, Unknown}), Unknown);
  CHECK_EQUAL(value({Loss, Loss, Loss, Loss, Loss}), Loss);
  CHECK_EQUAL(value({Loss, Draw, Loss}), Draw);
  CHECK_EQUAL(value({Draw, Win}), Win);
  CHECK_EQUAL(reversed(Win), Loss);
  CHECK_EQUAL(reversed(Loss), Win);
  CHECK_EQUAL(reversed(Draw), Draw);
  CHECK_EQUAL(reversed(Unknown), Unknown);
}

TEST(a_subtree_is_copied_whole) {
  Random random(4);
  for (const bool with_amaf : {false, true}) {
    const Selection selection{.rave = with_amaf ? 100.0f : 0.0f};
    Tree tree(10000, {.amaf = with_amaf}, selection), copy(10000, {.amaf = with_amaf}, selection);
    std::vector<ChildId> leaves;
    const auto grow = [&] {
      const NodeId node = tree.add_node(std::span(kSixMoves).first(1 + random.below(6)));
      for (std::uint32_t i = 0; i < tree.node(node).count; ++i) {
        const ChildId child = tree.node(node).first + i;
        leaves.push_back(child);
        for (int visits = random.below(5); visits > 0; --visits) {
          tree.add_visit(child, random.below(3), false);
          if (with_amaf) tree.add_amaf(child, 1, random.below(3));
        }
        tree.set_proof(child, static_cast<Proof>(random.below(4)));
      }
      return node;
    };
    std::vector<NodeId> nodes = {grow()};
    while (nodes.size() < 300) {
      std::swap(leaves[random.below(leaves.size())], leaves.back());
      const ChildId parent = leaves.back();
      leaves.pop_back();
      nodes.push_back(grow());
      tree.set_below(parent, nodes.back());
    }
    for (const NodeId node : nodes) {
      tree.copy_subtree(node, copy);
      CHECK(same_below(tree, node, copy, 0));
      CHECK(copy.children_used() <= tree.children_used());
    }
    tree.copy_subtree(nodes[0], copy);
    CHECK_EQUAL(copy.children_used(), tree.children_used());
    tree.swap(copy);
    CHECK(same_below(tree, 0, copy, nodes[0]));
  }
}
