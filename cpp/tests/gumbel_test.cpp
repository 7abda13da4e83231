// Gumbel root selection against the formulas of the paper written out, and mctx's schedule of visits.
#include "search/gumbel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "check.hpp"
#include "fake_network.hpp"
#include "hex_referee.hpp"
#include "search/searches.hpp"
#include "searching.hpp"

namespace {

constexpr int kUnits = 512;
constexpr double kNever = -std::numeric_limits<double>::infinity();

// A root whose moves have priors and true values, and the tree that a search of it grows.
struct Bandit {
  std::vector<float> priors;
  std::vector<double> values;
  Tree tree;
  NodeId root;

  Bandit(int moves, Random& random)
      : tree(1024, {.priors = true, .units = kUnits}, {.bonus = Bonus::Puct, .exploration = 1, .first_play = 0}) {
    std::vector<Move> numbers;
    for (int i = 0; i < moves; ++i) {
      numbers.push_back(static_cast<Move>(i));
      priors.push_back(0.05f + fraction_of(random.bits()));
      values.push_back(random.below(kUnits + 1) / static_cast<double>(kUnits));
    }
    const float sum = std::accumulate(priors.begin(), priors.end(), 0.0f);
    for (float& prior : priors) prior /= sum;
    root = tree.add_node(numbers, {priors, {}});
  }

  ChildId child(std::size_t i) const { return tree.node(root).first + static_cast<ChildId>(i); }
  void visit(ChildId child) {
    tree.add_visit(child, static_cast<std::int32_t>(values[child - tree.node(root).first] * kUnits), false);
  }
};

// Everything of the header's formulas, in double precision and from the beginning each time.
class Reference {
 public:
  Reference(const Bandit& bandit, const GumbelSettings& settings, double value, int simulations, Random random)
      : bandit_(bandit), settings_(settings), value_(value) {
    const std::size_t count = bandit.priors.size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = 0; i < count; ++i) {
      before_.push_back(bandit.tree.visits(bandit.child(i)));
      double noise = 0;
      if (settings.noise > 0)
        noise = -std::log(-std::log((static_cast<double>(random.bits() >> 11) + 0.5) * 0x1p-53)) * settings.noise;
      noise_.push_back(noise);
    }
    std::ranges::sort(order, std::greater(), [&](std::size_t i) { return noise_[i] + std::log(bandit.priors[i]); });
    std::erase_if(order, [&](std::size_t i) { return bandit.tree.state(bandit.child(i)).pointless(); });
    order.resize(std::min(order.size(), static_cast<std::size_t>(settings.considered)));
    considered_.insert(order.begin(), order.end());
    schedule_ = halving_schedule(static_cast<int>(order.size()), simulations);
  }

  ChildId next() const { return of_highest(schedule_[static_cast<std::size_t>(all_visits())]); }
  ChildId best() const {
    int most = 0;
    for (const std::size_t i : considered_)
      if (!pointless(i)) most = std::max(most, visits(i));
    return of_highest(most);
  }
  std::vector<double> improved_policy() const {
    std::vector<double> policy;
    for (std::size_t i = 0; i < noise_.size(); ++i) policy.push_back(pointless(i) ? 0 : std::exp(score(i)));
    const double sum = std::accumulate(policy.begin(), policy.end(), 0.0);
    for (double& share : policy) share /= sum;
    return policy;
  }

 private:
  int visits(std::size_t i) const { return bandit_.tree.visits(bandit_.child(i)) - before_[i]; }
  bool pointless(std::size_t i) const { return bandit_.tree.state(bandit_.child(i)).pointless(); }
  int all_visits() const {
    int all = 0;
    for (std::size_t i = 0; i < noise_.size(); ++i) all += visits(i);
    return all;
  }
  double mixed_value() const {
    double weighted = 0, priors = 0;
    for (std::size_t i = 0; i < noise_.size(); ++i) {
      if (visits(i) == 0) continue;
      weighted += bandit_.priors[i] * bandit_.tree.mean(bandit_.child(i));
      priors += bandit_.priors[i];
    }
    return priors == 0 ? value_ : (value_ + all_visits() * weighted / priors) / (1 + all_visits());
  }
  double score(std::size_t i) const {
    int most = 0;
    for (std::size_t j = 0; j < noise_.size(); ++j) most = std::max(most, visits(j));
    const double q = visits(i) > 0 ? bandit_.tree.mean(bandit_.child(i)) : mixed_value();
    return std::log(bandit_.priors[i]) + (settings_.value_visits + most) * settings_.value_scale * q;
  }
  ChildId of_highest(int with_visits) const {
    double highest = kNever;
    ChildId found = kNoNode;
    for (const std::size_t i : considered_) {
      if (visits(i) != with_visits || pointless(i) || score(i) + noise_[i] <= highest) continue;
      highest = score(i) + noise_[i];
      found = bandit_.child(i);
    }
    return found;
  }

  const Bandit& bandit_;
  GumbelSettings settings_;
  double value_;
  std::vector<double> noise_;
  std::vector<int> before_;
  std::set<std::size_t> considered_;
  std::vector<std::int32_t> schedule_;
};

void check_schedule(int considered, int simulations, const std::vector<std::int32_t>& expected) {
  CHECK(halving_schedule(considered, simulations) == expected);
}

}  // namespace

TEST(the_schedule_of_visits_is_that_of_mctx) {
  check_schedule(8, 24, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});
  check_schedule(8, 47, {0, 0, 0, 0, 0, 0, 0, 0, 1,  1,  1,  1,  2,  2,  2,  2,  3,  3,  3,  3,  4,  4,  5, 5,
                         6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17});
  check_schedule(8, 2, {0, 0});
  check_schedule(8, 13, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2});
  check_schedule(7, 24, {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8});
  check_schedule(0, 4, {0, 1, 2, 3});
  check_schedule(1, 4, {0, 1, 2, 3});
  check_schedule(2, 5, {0, 0, 1, 1, 2});
}

TEST(choices_and_the_improved_policy_are_those_of_the_formulas) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    Bandit bandit(2 + static_cast<int>(random.below(20)), random);
    const GumbelSettings settings{.considered = 1 + static_cast<int>(random.below(16)),
                                  .noise = random.below(3) == 0 ? 0.0f : 1.0f,
                                  .value_visits = 10.0f * static_cast<float>(random.below(6)),
                                  .value_scale = 0.1f};
    const int simulations = 1 + static_cast<int>(random.below(60));
    const float value = fraction_of(random.bits());
    // Visits of an earlier search stay out of the schedule.
    if (random.below(2) == 0)
      for (std::size_t i = 0; i < bandit.priors.size(); i += 2) bandit.visit(bandit.child(i));
    Random same = random;
    const GumbelRoot root(settings, bandit.tree, bandit.root, value, simulations, random);
    const Reference reference(bandit, settings, value, simulations, same);
    for (int i = 0; i < simulations; ++i) {
      CHECK_EQUAL(root.next(), reference.next());
      bandit.visit(root.next());
    }
    CHECK_EQUAL(root.best(), reference.best());
    const std::vector<float> policy = root.improved_policy();
    const std::vector<double> expected = reference.improved_policy();
    for (std::size_t i = 0; i < policy.size(); ++i) CHECK(std::abs(policy[i] - expected[i]) < 1e-6);
  }
}

TEST(pointless_moves_have_no_share_and_are_not_considered) {
  Random random(8);
  Bandit bandit(9, random);
  for (const std::size_t i : {0u, 3u, 4u}) bandit.tree.set_proof(bandit.child(i), Proof::Loss);
  const GumbelSettings settings{.considered = 16, .noise = 1, .value_visits = 50, .value_scale = 0.1f};
  Random same = random;
  const GumbelRoot root(settings, bandit.tree, bandit.root, 0.5f, 40, random);
  const Reference reference(bandit, settings, 0.5, 40, same);
  for (int i = 0; i < 40; ++i) {
    CHECK_EQUAL(root.next(), reference.next());
    bandit.visit(root.next());
  }
  const std::vector<float> policy = root.improved_policy();
  for (const std::size_t i : {0u, 3u, 4u}) {
    CHECK_EQUAL(policy[i], 0.0f);
    CHECK_EQUAL(bandit.tree.visits(bandit.child(i)), 0);
  }
  CHECK_EQUAL(root.best(), reference.best());
}

TEST(a_move_proven_to_win_is_the_choice_whatever_its_visits) {
  Random random(9);
  Bandit bandit(9, random);
  const GumbelSettings settings{.considered = 16, .noise = 1, .value_visits = 50, .value_scale = 1};
  const GumbelRoot root(settings, bandit.tree, bandit.root, 0.5f, 40, random);
  for (int i = 0; i < 20; ++i) bandit.visit(root.next());
  const ChildId other = root.best() == bandit.child(0) ? bandit.child(1) : bandit.child(0);
  bandit.tree.set_proof(other, Proof::Win);
  CHECK_EQUAL(root.best(), other);
}

TEST(moves_are_drawn_without_replacement_by_their_priors) {
  // With one simulation the choice is a draw from the priors (the Gumbel-max trick).
  Random random(10);
  Bandit bandit(5, random);
  constexpr int kDraws = 20000;
  std::vector<int> drawn(5, 0);
  for (int i = 0; i < kDraws; ++i) {
    const GumbelRoot root({.considered = 1, .noise = 1, .value_visits = 50, .value_scale = 1}, bandit.tree, bandit.root,
                          0.5f, 1, random);
    ++drawn[root.next() - bandit.child(0)];
  }
  double chi_square = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const double expected = kDraws * bandit.priors[i];
    chi_square += (drawn[i] - expected) * (drawn[i] - expected) / expected;
  }
  CHECK(chi_square < 18.5);  // one in a thousand, of four degrees of freedom
}

TEST(a_search_by_gumbel_considers_so_many_moves_and_reports_the_policy) {
  SearchSettings settings = settings_with(1, 0);
  settings.selection = {.bonus = Bonus::Puct, .exploration = 1.25f, .first_play = 0.1f};
  settings.gumbel = GumbelSettings{.considered = 4, .noise = 1, .value_visits = 50, .value_scale = 0.1f};
  for (const int batch : {1, 2}) {
    HexNetworkSearch search(settings, 3, [&](int) {
      return NetworkEvaluator<HexTracker>(std::make_shared<NetworkBatch>(std::make_shared<HashNetwork>(), 64),
                                          {.batch = batch});
    });
    const SearchReport report = search.run({HexBoard(5, 5), {}}, up_to(32));
    CHECK_EQUAL(report.simulations, 32);
    double shares = 0;
    int considered = 0;
    for (const MoveReport& move : report.moves) shares += move.policy, considered += move.visits > 0;
    CHECK(std::abs(shares - 1) < 1e-5);
    CHECK_EQUAL(considered, 4);
    CHECK(report.moves.front().visits > 0);
    CHECK_EQUAL(report.variation.front(), report.moves.front().move);
  }
}
