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
#include <vector>

#include "base/deadline.hpp"
#include "base/joined_threads.hpp"
#include "search/report.hpp"
#include "search/rooted_tree.hpp"
#include "search/settings.hpp"
#include "search/tree.hpp"
#include "search/worker.hpp"

namespace beeline {

template <Game G, Evaluator<G> E, MoveKnowledge<G> K = NoKnowledge>
class TreeSearch {
 public:
  using SearchWorker = Worker<G, E, K>;

  // Settings out of their range are std::invalid_argument. The evaluator of each thread is a fresh one.
  TreeSearch(const SearchSettings& settings, std::uint64_t seed)
    requires std::default_initializable<E>
      : TreeSearch(settings, seed, [](int) { return E(); }) {}

  // `make_evaluator(thread)` makes the evaluator of each thread.
  template <class MakeEvaluator>
  TreeSearch(const SearchSettings& settings, std::uint64_t seed, MakeEvaluator make_evaluator)
      : settings_(checked(settings)), layout_(layout_for(settings)), rooted_{new_tree()}, spare_(new_tree()) {
    for (int i = 0; i < settings.threads; ++i)
      workers_.push_back(std::make_unique<SearchWorker>(settings, rooted_, make_evaluator(i), Random::stream(seed, i)));
  }
  TreeSearch(const TreeSearch&) = delete;
  TreeSearch& operator=(const TreeSearch&) = delete;

  // Forgets the tree.
  void reset() { rooted_.reset(); }

  // Keeps what is known below these moves from the last root; true if that is anything.
  bool advance(std::span<const Move> moves) { return rooted_.advance(moves, spare_); }

  // The tree as it stands between searches.
  const RootedTree& rooted() const { return rooted_; }

  // Searches the root of `tracker`, whose game goes on, adding to the tree it finds. A root that is made anew starts
  // with `prior`, which is for searches that gather AMAF values.
  SearchReport run(const G& tracker, const Limits& limits, const RootPrior& prior = {});

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
  // What knowledge proved of the root before the search, for the player to move.
  Proof known_proof() const { return stepped_.known_proof; }
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

  static SearchSettings checked(SearchSettings settings) {
    settings.check();
    return settings;
  }
  static TreeLayout layout_for(const SearchSettings& settings) {
    return {.amaf = settings.update == Update::Amaf,
            .priors = settings.selection.uses_priors(),
            .units = SearchWorker::kPlaysOut ? kPlayoutUnits : kNetworkUnits};
  }
  // Half the memory is for the spare tree; there is always room for the children of a root.
  Tree new_tree() const {
    const std::size_t children = settings_.memory / 2 / Tree::bytes_per_child(layout_);
    return Tree(std::clamp<std::size_t>(children, 1024, kNoNode - 1), layout_, settings_.selection);
  }

  void work(int thread, Call& call);
  void supervise(Call& call);
  bool is_decided(const Call& call) const;
  std::optional<GumbelRoot> choose_by_gumbel(std::int64_t simulations);
  void put_first(const GumbelRoot& gumbel, SearchReport& result) const;
  SearchReport report(const Call& call) const;

  // A search in steps.
  struct Stepped {
    std::int64_t left = 0, made = 0;  // simulations
    Proof known_proof = Proof::Unknown;
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
SearchReport TreeSearch<G, E, K>::run(const G& tracker, const Limits& limits, const RootPrior& prior) {
  if (prior.visits != 0 && (!layout_.amaf || std::ssize(prior.values) < tracker.move_count()))
    throw std::invalid_argument("a prior at the root needs a search with AMAF, and a value per move");
  Call call{limits};
  const std::int64_t room = layout_.most_visits() - (rooted_.root == kNoNode ? 0 : rooted_.root_visits);
  call.budget = std::min<std::int64_t>(limits.simulations, room);
  SearchWorker& first = *workers_.front();
  first.start(tracker);
  assert(first.game().winner() == Outcome::Undecided);
  if (!first.make_root(prior))
    throw std::length_error("the memory for the tree does not hold the moves of this position");
  const Proof known = first.use_knowledge_of_root();
  std::optional<GumbelRoot> gumbel = choose_by_gumbel(call.budget);
  first.set_root_policy(gumbel ? &*gumbel : nullptr);
  for (std::size_t i = 1; i < workers_.size(); ++i) workers_[i]->start(first.game());
  {
    JoinedThreads helpers;
    try {
      for (int i = 1; i < settings_.threads; ++i) helpers.start([this, i, &call] { work(i, call); });
    } catch (...) {
      call.fail(std::current_exception());
    }
    work(0, call);
  }
  first.set_root_policy(nullptr);
  if (call.failure) std::rethrow_exception(call.failure);
  SearchReport result = report(call);
  if (result.root_proof == Proof::Unknown) result.root_proof = known;
  if (gumbel) put_first(*gumbel, result);
  return result;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::begin(const G& tracker, std::int64_t simulations, bool goes_on)
  requires(!SearchWorker::kPlaysOut)
{
  assert(settings_.threads == 1);
  reset();
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
    stepped_.known_proof = worker.use_knowledge_of_root();
    stepped_.gumbel = choose_by_gumbel(stepped_.left);
    worker.set_root_policy(stepped_.gumbel ? &*stepped_.gumbel : nullptr);
  }
  if (stepped_.left <= 0 || stepped_.known_proof != Proof::Unknown) return false;
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
  SearchReport result = describe(rooted_);
  if (result.root_proof == Proof::Unknown) result.root_proof = stepped_.known_proof;
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

// Takes simulations in small blocks from the common budget until it is spent or someone says stop. The first thread
// looks after the limits.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::work(int thread, Call& call) {
  SearchWorker& worker = *workers_[static_cast<std::size_t>(thread)];
  const int block = std::max(kTicketBlock, worker.capacity());
  int left = 0;  // of the block: the root has their visits already
  try {
    for (;;) {
      if (thread == 0) supervise(call);
      if (call.stop.load(std::memory_order_relaxed)) break;
      const std::int64_t first = call.tickets.fetch_add(block, std::memory_order_relaxed);
      left = static_cast<int>(std::clamp<std::int64_t>(call.budget - first, 0, block));
      if (left == 0) break;
      rooted_.add_root_visits(left);
      while (left > 0 && !call.stop.load(std::memory_order_relaxed)) {
        const int made = worker.iterate(left);
        call.done.fetch_add(made, std::memory_order_relaxed);
        left -= made;
        if (made == 0) std::this_thread::yield();  // all that is left is being evaluated by other threads
      }
    }
  } catch (...) {
    call.fail(std::current_exception());
  }
  if (left > 0) rooted_.add_root_visits(-left);
  worker.finish();
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void TreeSearch<G, E, K>::supervise(Call& call) {
  const auto stop = [&](StopReason reason) {
    call.reason = reason;
    call.stop = true;
  };
  if (rooted_.tree.proven_value(rooted_.root) != Proof::Unknown) return stop(StopReason::Proven);
  if (const auto reason = call.deadline.passed()) return stop(*reason);
  if (call.limits.decided && is_decided(call)) stop(StopReason::Decided);
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
bool TreeSearch<G, E, K>::is_decided(const Call& call) const {
  std::int32_t most = 0, second = 0;
  const auto [first, count] = rooted_.tree.node(rooted_.root);
  for (ChildId child = first; child < first + count; ++child) {
    const std::int32_t visits = rooted_.tree.visits(child);
    second = std::max(second, std::min(most, visits));
    most = std::max(most, visits);
  }
  const std::int64_t counted =
      settings_.threads > 1 ? settings_.threads * SearchWorker::kLongestStay : 0;  // but not made yet
  return most - second > call.budget - call.done.load(std::memory_order_relaxed) + counted;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
SearchReport TreeSearch<G, E, K>::report(const Call& call) const {
  SearchReport result = describe(rooted_, call.limits.lines);
  result.simulations = call.done;
  result.seconds = call.deadline.seconds();
  result.stopped = call.reason;
  return result;
}

}  // namespace beeline
