// Tree search for any game, any way to value a leaf and any knowledge: threads, limits, the tree between searches, and
// the report. What a thread does is in search/worker.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

#include "base/deadline.hpp"
#include "search/settings.hpp"
#include "search/tree.hpp"
#include "search/worker.hpp"

namespace beeline {

template <Game G, Evaluator<G> E, MoveKnowledge<G> K = NoKnowledge>
class TreeSearch {
 public:
  using SearchWorker = Worker<G, E, K>;

  // The evaluator of each thread is a copy of `evaluator`, or a fresh one.
  TreeSearch(const SearchSettings& settings, std::uint64_t seed)
    requires std::default_initializable<E>
      : TreeSearch(settings, seed, [](int) { return E(); }) {}

  // `make_evaluator(thread)` makes the evaluator of each thread.
  template <class MakeEvaluator>
  TreeSearch(const SearchSettings& settings, std::uint64_t seed, MakeEvaluator make_evaluator)
      : settings_(settings), layout_(layout_for(settings)), rooted_{new_tree()}, spare_(new_tree()) {
    for (int i = 0; i < settings.threads; ++i)
      workers_.push_back(std::make_unique<SearchWorker>(settings, rooted_, make_evaluator(i), Random::stream(seed, i)));
  }
  TreeSearch(const TreeSearch&) = delete;
  TreeSearch& operator=(const TreeSearch&) = delete;

  // Forgets the tree.
  void reset() {
    rooted_.tree.clear();
    rooted_.root = kNoNode;
  }

  // Keeps what is known below these moves from the last root; true if that is anything.
  bool advance(std::span<const Move> moves);

  // Counts so many AMAF visits for each move of the root, won as often as `worth`, which has a number in [0, 1] for
  // every move, says. There is a root once a search has run, and the search gathers AMAF values.
  void favour(std::span<const float> worth, std::int32_t visits);

  // The tree as it stands between searches.
  const RootedTree& rooted() const { return rooted_; }

  // Searches the root of `tracker`, whose game goes on, adding to the tree it finds.
  SearchReport run(const G& tracker, const Limits& limits);

  // The same in steps, so that many searches can share one batch, with one thread and a fresh tree:
  //   begin(tracker, simulations);
  //   while (gather()) { compute the batch; settle(); }
  //   end();
  // With no simulations at all the root is evaluated.
  void begin(const G& tracker, std::int64_t simulations, bool goes_on)
    requires(!SearchWorker::kPlaysOut);
  bool gather()
    requires(!SearchWorker::kPlaysOut);
  void settle()
    requires(!SearchWorker::kPlaysOut)
  {
    workers_.front()->settle();
  }
  SearchReport end()
    requires(!SearchWorker::kPlaysOut);
  // What knowledge proved of the root, for the player to move.
  Proof root_proof() const { return stepped_.root_proof; }
  // Other noise from now on.
  void set_gumbel(const GumbelSettings& gumbel) { settings_.gumbel = gumbel; }

 private:
  // One search call, shared by its threads.
  struct Call {
    const Limits& limits;
    std::int64_t budget = 0;  // simulations
    Deadline deadline{limits.seconds, limits.interrupted};
    alignas(64) std::atomic<std::int64_t> tickets{0};
    alignas(64) std::atomic<std::int64_t> done{0};
    alignas(64) std::atomic<bool> stop{false};
    StopReason reason = StopReason::Simulations;
    std::mutex failing{};
    std::exception_ptr failure{};  // the first, of any thread

    void fail(std::exception_ptr error) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::move(error);
      stop = true;
    }
  };

  // Simulations that a thread takes from the budget at once. With a network each is long enough to be taken alone.
  static constexpr int kTicketBlock = SearchWorker::kPlaysOut ? 16 : 1;
  static constexpr int kPlayoutUnits = 2, kNetworkUnits = 512;

  static TreeLayout layout_for(const SearchSettings& settings) {
    return {.amaf = settings.amaf_update,
            .priors = settings.selection.uses_priors(),
            .units = SearchWorker::kPlaysOut ? kPlayoutUnits : kNetworkUnits};
  }
  // Half the memory is for the spare tree; there is always room for the children of a root.
  Tree new_tree() const {
    const std::size_t children = settings_.memory / 2 / Tree::bytes_per_child(layout_);
    return Tree(std::clamp<std::size_t>(children, 1024, kNoNode - 1), layout_, settings_.selection);
  }

  void work(int thread, Call& call);
  void work_on(SearchWorker& worker, Call& call, bool supervises);
  void supervise(Call& call);
  bool decided(const Call& call) const;
  std::optional<GumbelRoot> choose_by_gumbel(std::int64_t simulations);
  void describe_tree(SearchReport& result) const;
  void put_first(const GumbelRoot& gumbel, SearchReport& result) const;
  SearchReport report(const Call& call) const;
  MoveReport report_of(ChildId child) const;
  std::vector<ChildId> ranked_children(NodeId node) const;

  // A search in steps.
  struct Stepped {
    std::int64_t left = 0, made = 0;  // simulations
    Proof root_proof = Proof::Unknown;
    bool root_known = false;
    std::optional<GumbelRoot> gumbel;
  };

  SearchSettings settings_;
  Stepped stepped_;
  TreeLayout layout_;
  RootedTree rooted_;
  Tree spare_;
  std::vector<std::unique_ptr<SearchWorker>> workers_;  // one per thread
};

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
bool TreeSearch<G, E, K>::advance(std::span<const Move> moves) {
  Tree& tree = rooted_.tree;
  NodeId node = rooted_.root;
  std::int32_t visits = rooted_.root_visits;
  for (const Move move : moves) {
    if (node == kNoNode) break;
    const auto [first, count] = tree.node(node);
    node = kNoNode;
    for (ChildId child = first; child < first + count; ++child)
      if (tree.move(child) == move) {
        node = tree.below(child);
        visits = tree.visits(child);
      }
  }
  if (node == kNoNode) {
    reset();
    return false;
  }
  if (node != rooted_.root) {
    tree.copy_subtree(node, spare_);
    tree.swap(spare_);
    rooted_.root = 0;
  }
  rooted_.root_visits = visits;
  return true;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::favour(std::span<const float> worth, std::int32_t visits) {
  assert(layout_.amaf && rooted_.root != kNoNode);
  const auto [first, count] = rooted_.tree.node(rooted_.root);
  for (ChildId child = first; child < first + count; ++child) {
    const float wins = static_cast<float>(layout_.units) * worth[rooted_.tree.move(child)] * static_cast<float>(visits);
    rooted_.tree.add_amaf(child, visits, static_cast<std::int32_t>(wins + 0.5f));
  }
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
SearchReport TreeSearch<G, E, K>::run(const G& tracker, const Limits& limits) {
  Call call{limits};
  const std::int64_t room = layout_.most_visits() - (rooted_.root == kNoNode ? 0 : rooted_.root_visits);
  call.budget = std::min<std::int64_t>(limits.simulations, room);
  SearchWorker& first = *workers_.front();
  first.start(tracker);
  assert(first.game().winner() == Outcome::Undecided);
  if (!first.make_root()) throw std::length_error("the memory for the tree does not hold the moves of this position");
  first.use_knowledge_of_root();
  std::optional<GumbelRoot> gumbel = choose_by_gumbel(call.budget);
  first.set_root_policy(gumbel ? &*gumbel : nullptr);
  for (std::size_t i = 1; i < workers_.size(); ++i) workers_[i]->start(first.game());
  {
    std::vector<std::jthread> helpers;
    try {
      for (int i = 1; i < settings_.threads; ++i) helpers.emplace_back([this, i, &call] { work(i, call); });
    } catch (...) {
      call.fail(std::current_exception());
    }
    work(0, call);
  }
  first.set_root_policy(nullptr);
  if (call.failure) std::rethrow_exception(call.failure);
  SearchReport result = report(call);
  if (gumbel) put_first(*gumbel, result);
  return result;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::begin(const G& tracker, std::int64_t simulations, bool goes_on)
  requires(!SearchWorker::kPlaysOut)
{
  assert(settings_.threads == 1);
  reset();
  rooted_.tree.clear();
  rooted_.root_visits = 0;
  stepped_ = Stepped{.left = simulations};
  workers_.front()->start(tracker, goes_on);
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
bool TreeSearch<G, E, K>::gather()
  requires(!SearchWorker::kPlaysOut)
{
  SearchWorker& worker = *workers_.front();
  if (rooted_.root == kNoNode) {
    worker.gather(0);
    return true;
  }
  if (!stepped_.root_known) {
    stepped_.root_known = true;
    stepped_.root_proof = worker.use_knowledge_of_root();
    stepped_.gumbel = choose_by_gumbel(stepped_.left);
    worker.set_root_policy(stepped_.gumbel ? &*stepped_.gumbel : nullptr);
  }
  if (stepped_.left <= 0 || stepped_.root_proof != Proof::Unknown) return false;
  if (rooted_.tree.proven_value(rooted_.root) != Proof::Unknown) return false;
  const auto most = static_cast<int>(std::min<std::int64_t>(stepped_.left, worker.capacity()));
  rooted_.add_root_visits(most);
  const int made = worker.gather(most);
  rooted_.add_root_visits(made - most);
  stepped_.left -= made;
  stepped_.made += made;
  return true;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
SearchReport TreeSearch<G, E, K>::end()
  requires(!SearchWorker::kPlaysOut)
{
  workers_.front()->set_root_policy(nullptr);
  SearchReport result;
  describe_tree(result);
  result.simulations = stepped_.made;
  if (stepped_.gumbel) put_first(*stepped_.gumbel, result);
  return result;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
std::optional<GumbelRoot> TreeSearch<G, E, K>::choose_by_gumbel(std::int64_t simulations) {
  if (!settings_.gumbel || SearchWorker::kPlaysOut) return std::nullopt;
  return std::optional<GumbelRoot>(std::in_place, *settings_.gumbel, rooted_.tree, rooted_.root, rooted_.root_value,
                                   static_cast<int>(std::min<std::int64_t>(simulations, 1 << 20)),
                                   workers_.front()->random());
}

// The choice of Gumbel selection comes first, whatever its visits, and every move has its share of the improved policy.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::put_first(const GumbelRoot& gumbel, SearchReport& result) const {
  const auto [first, count] = rooted_.tree.node(rooted_.root);
  const std::vector<float> policy = gumbel.improved_policy();
  for (MoveReport& report : result.moves)
    for (std::uint32_t i = 0; i < count; ++i)
      if (rooted_.tree.move(first + i) == report.move) report.policy = policy[i];
  const Move chosen = rooted_.tree.move(gumbel.best());
  const auto at = std::ranges::find(result.moves, chosen, &MoveReport::move);
  std::rotate(result.moves.begin(), at, at + 1);
  if (result.variation.empty() || result.variation.front() != chosen) result.variation = {chosen};
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::work(int thread, Call& call) {
  try {
    work_on(*workers_[static_cast<std::size_t>(thread)], call, thread == 0);
  } catch (...) {
    call.fail(std::current_exception());
  }
}

// Takes simulations in small blocks from the common budget until it is spent or someone says stop.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::work_on(SearchWorker& worker, Call& call, bool supervises) {
  const int block_size = std::max(kTicketBlock, worker.capacity());
  for (;;) {
    if (supervises) supervise(call);
    if (call.stop.load(std::memory_order_relaxed)) break;
    const std::int64_t first = call.tickets.fetch_add(block_size, std::memory_order_relaxed);
    const auto block = static_cast<int>(std::min<std::int64_t>(block_size, call.budget - first));
    if (block <= 0) break;
    rooted_.add_root_visits(block);
    int left = block;
    try {
      while (left > 0 && !call.stop.load(std::memory_order_relaxed)) {
        const int made = worker.iterate(left);
        call.done.fetch_add(made, std::memory_order_relaxed);
        left -= made;
        if (made == 0) std::this_thread::yield();  // all that is left is being evaluated by other threads
      }
    } catch (...) {
      rooted_.add_root_visits(-left);
      throw;
    }
    if (left > 0) rooted_.add_root_visits(-left);
  }
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::supervise(Call& call) {
  const auto stop = [&](StopReason reason) {
    call.reason = reason;
    call.stop = true;
  };
  if (rooted_.tree.proven_value(rooted_.root) != Proof::Unknown) return stop(StopReason::Proven);
  if (const auto reason = call.deadline.passed()) return stop(*reason);
  if (call.limits.when_decided && decided(call)) stop(StopReason::Decided);
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
bool TreeSearch<G, E, K>::decided(const Call& call) const {
  std::int32_t most = 0, second = 0;
  const auto [first, count] = rooted_.tree.node(rooted_.root);
  for (ChildId child = first; child < first + count; ++child) {
    const std::int32_t visits = rooted_.tree.visits(child);
    second = std::max(second, std::min(most, visits));
    most = std::max(most, visits);
  }
  return most - second > call.budget - call.done.load(std::memory_order_relaxed);
}

// Best first: proven wins, then by visits, pointless moves last.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
std::vector<ChildId> TreeSearch<G, E, K>::ranked_children(NodeId node) const {
  const Tree& tree = rooted_.tree;
  const auto [first, count] = tree.node(node);
  std::vector<ChildId> children(count);
  for (std::uint32_t i = 0; i < count; ++i) children[i] = first + i;
  const auto rank = [&](ChildId child) {
    const MoveState state = tree.state(child);
    const int proven = state.proof == Proof::Win ? 1 : state.pointless() ? -1 : 0;
    return std::tuple(proven, tree.visits(child), tree.wins(child), tree.prior(child),
                      -static_cast<int>(tree.move(child)));
  };
  std::sort(children.begin(), children.end(), [&](ChildId a, ChildId b) { return rank(a) > rank(b); });
  return children;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
MoveReport TreeSearch<G, E, K>::report_of(ChildId child) const {
  const Tree& tree = rooted_.tree;
  const MoveState state = tree.state(child);
  const double value = state.proof == Proof::Win    ? 1.0
                       : state.proof == Proof::Draw ? 0.5
                       : state.proof == Proof::Loss ? 0.0
                                                    : tree.mean(child);
  return {tree.move(child),      tree.visits(child), value, tree.amaf_visits(child),
          tree.amaf_mean(child), tree.prior(child),  0.0f,  state};
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
SearchReport TreeSearch<G, E, K>::report(const Call& call) const {
  SearchReport result;
  result.simulations = call.done;
  result.seconds = call.deadline.seconds();
  result.stopped = call.reason;
  describe_tree(result);
  return result;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::describe_tree(SearchReport& result) const {
  result.root_value = rooted_.root_value;
  result.children = rooted_.tree.children_used();
  result.tree_full = rooted_.tree.full();
  for (const ChildId child : ranked_children(rooted_.root)) result.moves.push_back(report_of(child));
  for (NodeId node = rooted_.root; node != kNoNode;) {
    const ChildId best = ranked_children(node).front();
    if (rooted_.tree.visits(best) == 0) break;
    result.variation.push_back(rooted_.tree.move(best));
    node = rooted_.tree.below(best);
  }
}

}  // namespace beeline
