// Monte-Carlo tree search for any Game.
//
// One simulation (Hivemind paper, listing 1):
//   1. Walk down the tree, at each node into the child that the selection policy prefers.
//   2. At a child visited often enough, add its children to the tree and go on into one of them.
//   3. Play on from there by the continuation policy until there is a winner.
//   4. Credit the result to the children walked through, and under the AMAF update also to their siblings
//      that the same player chose later in the simulation.
// A position that ends the game is proven, and proofs travel up: a move is proven lost when some reply to it
// is proven won, and proven won when all replies are proven lost.
//
// Threads share the tree without locks. A visit is counted on the way down and a win on the way up, so that
// a simulation under way looks like a loss to the other threads, which spreads them (the virtual loss).
#pragma once

#include <algorithm>
#include <cmath>
#include <exception>
#include <mutex>
#include <ranges>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

#include "base/stopwatch.hpp"
#include "search/settings.hpp"
#include "search/tree.hpp"
#include "tracker/game.hpp"

namespace beeline {

template <Game G>
class TreeSearch {
 public:
  TreeSearch(const SearchSettings& settings, std::uint64_t seed)
      : settings_(settings), tree_(new_tree(settings)), spare_(new_tree(settings)) {
    for (int i = 0; i < settings.threads; ++i) randoms_.push_back(Random::stream(seed, i));
  }

  // Forgets the tree.
  void reset() {
    tree_.clear();
    root_ = kNoNode;
  }

  // Keeps what is known below these moves from the last root; true if that is anything.
  bool advance(std::span<const Move> moves);

  // Counts so many AMAF visits for each move of the root, won as often as `worth`, which has a number in [0, 1] for
  // every move, says. There is a root once a search has run.
  void favour(std::span<const float> worth, std::int32_t visits);

  // Searches the root of `tracker`, whose game goes on, adding to the tree it finds.
  SearchReport run(const G& tracker, const Limits& limits);

 private:
  struct Step {
    NodeId node;
    ChildId child;
    Colour mover;
    bool amaf;  // whether the AMAF update is for this node
  };
  using Path = std::vector<Step>;

  // One search call, shared by its threads.
  struct Call {
    const Limits& limits;
    std::int64_t budget = 0;  // simulations
    Stopwatch watch{};
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

  static constexpr int kTicketBlock = 16;
  // A tree takes no more visits than its counters can hold, with wins counting two.
  static constexpr std::int64_t kMostVisits = (std::int64_t{1} << 30) - 1;
  static constexpr double kPollSeconds = 0.02;
  static constexpr std::int32_t kSettled = 100;  // visits
  // How far above and below the value of a position its most and least promising moves are thought to be, and the
  // power of a promise that tells where between them a move is.
  static constexpr float kPromiseGain = 0.2f, kPromiseLoss = 0.3f, kPromisePower = 0.3f;

  // Half the memory is for the spare tree; there is always room for the children of a root.
  static Tree new_tree(const SearchSettings& settings) {
    const std::size_t children = settings.memory / 2 / Tree::bytes_per_child(settings.amaf_update);
    return Tree(std::clamp<std::size_t>(children, 1024, kNoNode), settings.amaf_update, settings.selection);
  }

  bool shared() const { return settings_.threads > 1; }
  // The AMAF update costs more than the playout, and the values of a node that has seen many change little: such
  // a node takes part in every fourth.
  bool counts_amaf(std::int32_t visits) const {
    return settings_.amaf_update && (visits < kSettled || visits % 4 == 0);
  }
  // Whether this visit of a position asks what the game knows of it: once, when it has a node and visits enough.
  bool judges(std::int32_t visits, bool is_new) const {
    return settings_.judge_after > 0 && (is_new ? visits >= settings_.judge_after : visits == settings_.judge_after);
  }
  void work(G game, int thread, Call& call);
  void supervise(Call& call, double& next_poll);
  bool decided(const Call& call) const;
  void simulate(G& game, Random& random, Path& path, std::vector<Move>& moves);
  NodeId expand(G& game, Random& random, std::vector<Move>& moves);
  void credit(const G& game, const Path& path, Outcome outcome);
  void credit_amaf(const G& game, const Step& step, int wins, std::vector<ChildId>& played);
  void prove(const Path& path, Proof proof);
  void judge(G& game, NodeId node);
  void promise(G& game, NodeId node, float value);
  SearchReport report(const Call& call) const;
  std::vector<ChildId> ranked_children(NodeId node) const;

  SearchSettings settings_;
  Tree tree_, spare_;
  NodeId root_ = kNoNode;
  alignas(64) std::int32_t root_visits_ = 0;  // written by all threads: on a cache line of its own
  alignas(64) std::vector<Random> randoms_;
};

template <Game G>
bool TreeSearch<G>::advance(std::span<const Move> moves) {
  NodeId node = root_;
  std::int32_t visits = root_visits_;
  for (const Move move : moves) {
    if (node == kNoNode) break;
    const auto [first, count] = tree_.node(node);
    node = kNoNode;
    for (ChildId child = first; child < first + count; ++child)
      if (tree_.move(child) == move) {
        node = tree_.below(child);
        visits = tree_.visits(child);
      }
  }
  if (node == kNoNode) {
    reset();
    return false;
  }
  if (node != root_) {
    tree_.copy_subtree(node, spare_);
    tree_.swap(spare_);
    root_ = 0;
  }
  root_visits_ = visits;
  return true;
}

template <Game G>
void TreeSearch<G>::favour(std::span<const float> worth, std::int32_t visits) {
  if (root_ == kNoNode) return;
  const auto [first, count] = tree_.node(root_);
  for (ChildId child = first; child < first + count; ++child) {
    const float wins = 2 * worth[tree_.move(child)] * static_cast<float>(visits);
    tree_.add_amaf(child, visits, static_cast<std::int32_t>(wins + 0.5f));
  }
}

template <Game G>
SearchReport TreeSearch<G>::run(const G& tracker, const Limits& limits) {
  Call call{limits};
  call.budget = std::min<std::int64_t>(limits.simulations, kMostVisits - (root_ == kNoNode ? 0 : root_visits_));
  G game = tracker;
  if (root_ == kNoNode) {
    std::vector<Move> moves;
    tree_.clear();
    root_ = expand(game, randoms_[0], moves);
    root_visits_ = 0;
    if (root_ == kNoNode) throw std::length_error("the memory for the tree does not hold the moves of this position");
    promise(game, root_, 0.5f);
  }
  if constexpr (requires { game.fill_in(); })
    if (settings_.fill_in) game.fill_in();
  if (settings_.judge_after > 0) judge(game, root_);
  const auto guarded_work = [&](int thread) {
    try {
      work(game, thread, call);
    } catch (...) {
      call.fail(std::current_exception());
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (int i = 1; i < settings_.threads; ++i) helpers.emplace_back(guarded_work, i);
    guarded_work(0);
  }
  if (call.failure) std::rethrow_exception(call.failure);
  return report(call);
}

// Takes simulations in small blocks from the common budget until it is spent or someone says stop.
template <Game G>
void TreeSearch<G>::work(G game, int thread, Call& call) {
  // A copy: the states of all threads share a cache line, and every playout changes them many times.
  Random random = randoms_[thread];
  Path path;
  std::vector<Move> moves;
  double next_poll = 0;
  for (;;) {
    if (thread == 0) supervise(call, next_poll);
    if (call.stop.load(std::memory_order_relaxed)) break;
    const std::int64_t first = call.tickets.fetch_add(kTicketBlock, std::memory_order_relaxed);
    const std::int64_t block = std::min<std::int64_t>(kTicketBlock, call.budget - first);
    if (block <= 0) break;
    std::atomic_ref(root_visits_).fetch_add(static_cast<std::int32_t>(block), std::memory_order_relaxed);
    for (std::int64_t i = 0; i < block; ++i) simulate(game, random, path, moves);
    call.done.fetch_add(block, std::memory_order_relaxed);
  }
  randoms_[thread] = random;
}

template <Game G>
void TreeSearch<G>::supervise(Call& call, double& next_poll) {
  const auto stop = [&](StopReason reason) {
    call.reason = reason;
    call.stop = true;
  };
  if (tree_.proven_value(root_) != Proof::Unknown) return stop(StopReason::Proven);
  const double seconds = call.watch.seconds();
  if (seconds >= call.limits.seconds) return stop(StopReason::Seconds);
  if (call.limits.when_decided && decided(call)) return stop(StopReason::Decided);
  if (seconds < next_poll) return;
  next_poll = seconds + kPollSeconds;
  if (call.limits.interrupted && call.limits.interrupted()) stop(StopReason::Interrupted);
}

template <Game G>
bool TreeSearch<G>::decided(const Call& call) const {
  std::int32_t most = 0, second = 0;
  const auto [first, count] = tree_.node(root_);
  for (ChildId child = first; child < first + count; ++child) {
    const std::int32_t visits = tree_.visits(child);
    second = std::max(second, std::min(most, visits));
    most = std::max(most, visits);
  }
  return most - second > call.budget - call.done.load(std::memory_order_relaxed);
}

template <Game G>
void TreeSearch<G>::simulate(G& game, Random& random, Path& path, std::vector<Move>& moves) {
  path.clear();
  game.restart();
  NodeId node = root_;
  std::int32_t parent_visits = std::atomic_ref(root_visits_).load(std::memory_order_relaxed);
  for (;;) {
    const int choice = select_child(tree_.children(node), parent_visits, settings_.selection);
    const ChildId child = tree_.node(node).first + choice;
    const Colour mover = game.to_move();
    if (settings_.fill_in && !game.legal(tree_.move(child))) {
      if (tree_.proof(child) == Proof::Filled) break;  // there is no other
      tree_.set_proof(child, Proof::Filled);
      continue;
    }
    path.push_back({node, child, mover, counts_amaf(parent_visits)});
    parent_visits = tree_.add_visit(child, shared()) + 1;
    if (const Proof proof = tree_.proof(child); proof != Proof::Unknown) {
      game.play(tree_.move(child));
      // Two threads that prove the last two children of a node at once may each leave it to the other to say so.
      if (shared()) prove(path, proof);
      return credit(game, path, outcome_of(proof, mover));
    }
    game.play(tree_.move(child));
    node = tree_.below(child);
    const bool is_new = node == kNoNode;
    if (is_new) {
      if (parent_visits <= settings_.expand_after) break;
      if (const Outcome outcome = game.winner(); outcome != Outcome::Undecided) {
        prove(path, proof_of(outcome, mover));
        return credit(game, path, outcome);
      }
      if (tree_.full() || !tree_.claim(child)) break;  // no room, or another thread is at it
      node = expand(game, random, moves);
      if (node == kNoNode) {
        tree_.set_below(child, kNoNode);
        break;
      }
      promise(game, node, 1 - 0.5f * static_cast<float>(tree_.wins(child)) / static_cast<float>(parent_visits));
    }
    if (judges(parent_visits, is_new)) {
      judge(game, node);
      if (const Proof value = tree_.proven_value(node); value != Proof::Unknown) prove(path, reversed(value));
    }
    if (is_new) tree_.set_below(child, node);
  }
  credit(game, path, game.playout(random));
}

// Children stand in random order, so that none is favoured among equals.
template <Game G>
NodeId TreeSearch<G>::expand(G& game, Random& random, std::vector<Move>& moves) {
  if (tree_.full()) return kNoNode;
  moves.clear();
  const int count = game.move_count();
  for (int move = 0; move < count; ++move)
    if (game.legal(static_cast<Move>(move))) moves.push_back(static_cast<Move>(move));
  for (std::size_t i = moves.size(); i > 1; --i)
    std::swap(moves[i - 1], moves[random.below(static_cast<std::uint32_t>(i))]);
  return tree_.add_node(moves);
}

template <Game G>
void TreeSearch<G>::credit(const G& game, const Path& path, Outcome outcome) {
  thread_local std::vector<ChildId> played;
  for (const Step& step : path) {
    const int wins = wins_of(outcome, step.mover);
    tree_.add_wins(step.child, wins, shared());
    if (step.amaf) credit_amaf(game, step, wins, played);
  }
}

// In two passes, because a jump on whether a move was played would go wrong half the time.
template <Game G>
void TreeSearch<G>::credit_amaf(const G& game, const Step& step, int wins, std::vector<ChildId>& played) {
  const auto [first, count] = tree_.node(step.node);
  played.resize(count);
  std::size_t found = 0;
  for (ChildId child = first; child < first + count; ++child) {
    played[found] = child;
    found += game.was_played(step.mover, tree_.move(child));
  }
  for (std::size_t i = 0; i < found; ++i) tree_.add_amaf(played[i], 1, wins);
}

template <Game G>
void TreeSearch<G>::prove(const Path& path, Proof proof) {
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    tree_.set_proof(step->child, proof);
    proof = reversed(tree_.proven_value(step->node));
    if (proof == Proof::Unknown) return;
  }
}

// Enters what the game knows about the moves of a position. A root that is lost is left open: the search goes on
// to the move that is hardest to refute.
template <Game G>
void TreeSearch<G>::judge(G& game, NodeId node) {
  if constexpr (requires { game.judge(); }) {
    const auto verdicts = game.judge();
    const auto [first, count] = tree_.node(node);
    const auto lost = [&](ChildId child) { return verdicts[tree_.move(child)] == MoveVerdict::Loss; };
    const auto children = std::views::iota(first, first + count);
    if (node == root_ && std::ranges::all_of(children, lost)) return;
    for (const ChildId child : children) {
      const MoveVerdict verdict = verdicts[tree_.move(child)];
      if (verdict != MoveVerdict::Open && tree_.proof(child) == Proof::Unknown)
        tree_.set_proof(child, proof_of(verdict));
    }
  }
}

// Enters what the game promises of the moves of a new node: as AMAF visits, around the value of its position, and as
// a bias.
template <Game G>
void TreeSearch<G>::promise(G& game, NodeId node, float value) {
  if constexpr (requires { game.promise(); }) {
    if (settings_.prior == 0 || !settings_.amaf_update) return;
    const auto promises = game.promise();
    const auto [first, count] = tree_.node(node);
    float all = 0.0f;
    for (ChildId child = first; child < first + count; ++child) all += promises[tree_.move(child)];
    for (ChildId child = first; child < first + count; ++child) {
      tree_.set_bias(child, settings_.bias * std::sqrt(promises[tree_.move(child)] / all));
      const float share = std::pow(promises[tree_.move(child)], kPromisePower);
      const float worth = std::clamp(value - kPromiseLoss + (kPromiseGain + kPromiseLoss) * share, 0.0f, 1.0f);
      tree_.add_amaf(child, settings_.prior, std::lround(2 * worth * static_cast<float>(settings_.prior)));
    }
  }
}

// Best first: proven wins, then by visits, proven losses last.
template <Game G>
std::vector<ChildId> TreeSearch<G>::ranked_children(NodeId node) const {
  const auto [first, count] = tree_.node(node);
  std::vector<ChildId> children(count);
  for (std::uint32_t i = 0; i < count; ++i) children[i] = first + i;
  const auto rank = [&](ChildId child) {
    const Proof proof = tree_.proof(child);
    const int proven = proof == Proof::Win ? 1 : is_pointless(proof) ? -1 : 0;
    return std::tuple(proven, tree_.visits(child), tree_.wins(child), -static_cast<int>(tree_.move(child)));
  };
  std::sort(children.begin(), children.end(), [&](ChildId a, ChildId b) { return rank(a) > rank(b); });
  return children;
}

template <Game G>
SearchReport TreeSearch<G>::report(const Call& call) const {
  SearchReport result;
  result.simulations = call.done;
  result.seconds = call.watch.seconds();
  result.children = tree_.children_used();
  result.tree_full = tree_.full();
  result.stopped = call.reason;
  // Threads may have lost some AMAF visits whose wins they kept.
  const auto fraction = [](std::int32_t wins, std::int32_t visits) {
    return visits > 0 ? std::min(0.5 * wins / visits, 1.0) : 0.5;
  };
  for (const ChildId child : ranked_children(root_)) {
    const Proof proof = tree_.proof(child);
    const double value = proof == Proof::Win    ? 1.0
                         : proof == Proof::Draw ? 0.5
                         : proof == Proof::Loss ? 0.0
                                                : fraction(tree_.wins(child), tree_.visits(child));
    result.moves.push_back({tree_.move(child), tree_.visits(child), value, tree_.amaf_visits(child),
                            fraction(tree_.amaf_wins(child), tree_.amaf_visits(child)), proof});
  }
  for (NodeId node = root_; node != kNoNode;) {
    const ChildId best = ranked_children(node).front();
    if (tree_.visits(best) == 0) break;
    result.variation.push_back(tree_.move(best));
    node = tree_.below(best);
  }
  return result;
}

}  // namespace beeline
