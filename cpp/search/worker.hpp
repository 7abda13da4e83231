// One thread of a tree search. It owns a game, knowledge and an evaluator, and shares the tree with the other workers.
//
// One simulation (Hivemind paper, listing 1):
//   1. Descend: walk down the tree, at each node into the child that the selection policy prefers. Where others search
//      the tree at the same time, a visit is counted on the way down and its value on the way up, so that a simulation
//      under way looks like a loss to them, which spreads them (the virtual loss).
//   2. Expand: a child visited often enough is claimed, and its children are added to the tree.
//   3. Evaluate the position at the end, by a playout on the spot or together with other leaves.
//   4. Credit the value to the children walked through, and under the AMAF update also to their siblings that the
//      same player chose later in the simulation.
// A position that ends the game is proven, and proofs travel up the path (search/simulation.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "search/credit.hpp"
#include "search/evaluator.hpp"
#include "search/gumbel.hpp"
#include "search/move_knowledge.hpp"
#include "search/rooted_tree.hpp"
#include "search/settings.hpp"
#include "search/simulation.hpp"
#include "search/tree.hpp"
#include "tracker/game.hpp"

namespace beeline {

// Workers lie on cache lines of their own, in pairs as processors fetch them: what one writes, no other has to read.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
class alignas(128) Worker {
 public:
  static constexpr bool kPlaysOut = ImmediateEvaluator<E, G>;
  // Simulations of a stay: one for so many visits of the busy child that it is below, and so many at most.
  static constexpr int kPerStay = 100, kLongestStay = 64;

  Worker(const SearchSettings& settings, RootedTree& rooted, E evaluator, Random random)
      : settings_(settings), rooted_(rooted), tree_(rooted.tree), evaluator_(std::move(evaluator)), random_(random) {
    leaves_.resize(static_cast<std::size_t>(capacity()));
  }

  // Before a search: the game to search. One that goes on from the last search may build on what is known of that.
  void start(const G& game, bool goes_on = false) {
    game_ = game;
    knowledge_.start(*game_, goes_on);
    for (Leaf& leaf : leaves_) leaf.path.clear();
  }
  // Makes the root if there is none, with what its moves start with; false if the tree has no room for it. `game` is
  // left at the root.
  [[nodiscard]] bool make_root(const RootPrior& prior = {});
  // Enters what is known of the real position: fills in, and marks its moves. Tells its proven value to the player to
  // move; a root that is lost is left open all the same: the search goes on to the move that is hardest to refute.
  Proof use_knowledge_of_root();
  const G& game() const { return *game_; }
  // Leaves that are evaluated together.
  int capacity() const {
    if constexpr (kPlaysOut) return 1;
    else return evaluator_.capacity();
  }

  // Who chooses at the root in place of the selection policy; nullptr for none. For a search of one thread.
  void set_root_policy(const GumbelRoot* policy) { root_policy_ = policy; }
  Random& random() { return random_; }

  // Makes up to `most` simulations, at least one, and returns how many.
  int iterate(int most) {
    try {
      if constexpr (kPlaysOut) {
        Leaf& leaf = leaves_.front();
        for (int i = 0; i < most; ++i)
          if (descend(leaf) != Descent::Credited) credit(leaf.path, evaluator_.play_out(*game_, random_));
        return most;
      } else {
        const int begun = gather(most);
        evaluator_.compute();
        settle();
        return begun;
      }
    } catch (...) {
      abandon();
      throw;
    }
  }

  // The two halves of an iteration with a network, for those who compute in between: gather adds leaves to the batch
  // and returns the simulations begun, settle enters what was computed.
  int gather(int most)
    requires BatchedEvaluator<E, G>;
  void settle()
    requires BatchedEvaluator<E, G>;
  // At the end of a search.
  void finish() { stay_.end(tree_); }
  // Gives back what the simulations under way have counted and claimed, when one of them failed.
  void abandon();

 private:
  enum class Descent : std::uint8_t {
    Leaf,       // ended where the game has to be evaluated
    Credited,   // ended where the result is known
    Collision,  // ended at a position that is being evaluated
  };

  // The AMAF update costs more than the playout, and the values of a node that has seen many visits change little: such
  // a node takes part in every fourth. Where threads share the tree, the counts of a busy node are written by turns,
  // each of which costs the others a line of their caches: it takes part in every 16th or 64th simulation of a thread.
  static constexpr std::int32_t kSettled = 100, kBusy = 1600, kBusiest = 6400;

  // Whether visits must be seen before their results: by other threads, or by other leaves of the batch.
  bool shared() const {
    if constexpr (kPlaysOut) return settings_.threads > 1;
    else return settings_.threads > 1 || leaves_.size() > 1;
  }
  bool counts_amaf(std::int32_t visits) const {
    if (settings_.update != Update::Amaf) return false;
    if (visits < kSettled) return true;
    if (settings_.threads > 1 && visits >= kBusy) return simulations_ % (visits < kBusiest ? 16 : 64) == 0;
    return visits % 4 == 0;
  }

  // Whether a simulation that steps into a child with so many visits may begin a stay further down (search/credit.hpp).
  // Knowledge is asked at an exact number of visits.
  bool is_busy(ChildId child, std::int32_t visits) const {
    return kPlaysOut && visits >= kBusy && visits > settings_.knowledge && tree_.state(child).open() &&
           tree_.below(child) != kNoNode;
  }
  void follow_stay(Path& path, std::int32_t root_visits);
  // Below the busy children that the path has led through, if there are any.
  void begin_stay(const Path& path) {
    if (!stay_.lasts() && !path.empty() && path.back().counting == Counting::Stay)
      stay_.begin(tree_, path, std::min(tree_.visits(path.back().child) / kPerStay, kLongestStay));
  }

  Descent descend(Leaf& leaf);
  Descent assess_leaf(Leaf& leaf);
  NodeId expand(ChildId child, std::int32_t visits);
  void add_priors(NodeId node, float value);
  void assess(NodeId node, const Path& path);
  void mark(NodeId node, std::span<const MoveStatus> status);
  void credit(const Path& path, Outcome outcome) {
    credit_.to_path(tree_, path, outcome, *game_);
    if (!path.empty() && path.front().counting == Counting::Stay) stay_.add(tree_, outcome);
  }

  void gather_root();
  void add_to_batch(Leaf& leaf);
  void grow(const Leaf& leaf, const Evaluation& evaluation);

  ChildId select(const Tree& tree, NodeId node, std::int32_t visits) const {
    if constexpr (!kPlaysOut)
      if (node == rooted_.root && root_policy_ != nullptr) return root_policy_->next();
    return tree.node(node).first + static_cast<ChildId>(select_child(tree.children(node), visits, settings_.selection));
  }
  auto children_of(NodeId node) const {
    const auto [first, count] = tree_.node(node);
    return std::views::iota(first, first + count);
  }
  // The status of the legal moves of the simulated position.
  auto legal_status(const Leaf& leaf) const {
    return std::views::iota(std::size_t{0}, leaf.status.size()) |
           std::views::filter([this](std::size_t move) { return game_->legal(static_cast<Move>(move)); }) |
           std::views::transform([&leaf](std::size_t move) { return leaf.status[move]; });
  }

  SearchSettings settings_;
  RootedTree& rooted_;
  Tree& tree_;
  std::optional<G> game_;
  E evaluator_;
  K knowledge_;
  Random random_;
  const GumbelRoot* root_policy_ = nullptr;
  std::vector<Leaf> leaves_;
  std::size_t waiting_ = 0;  // leaves that wait for their values
  std::uint64_t simulations_ = 0;
  Stay stay_;
  OutcomeCredit<G> credit_;
  std::vector<float> first_values_;  // scratch
};

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
typename Worker<G, E, K>::Descent Worker<G, E, K>::descend(Leaf& leaf) {
  Tree& tree = tree_;  // in a register: what is written might be this object for all the compiler knows
  G& game = *game_;
  Path& path = leaf.path;
  path.clear();
  leaf.claimed = kNoNode;
  game.restart();
  ++simulations_;
  NodeId node = rooted_.root;
  std::int32_t visits = AtomicRef(rooted_.root_visits).load(std::memory_order_relaxed);
  const bool shared = this->shared();
  if (kPlaysOut && stay_.lasts()) {
    follow_stay(path, visits);
    if (!path.empty()) {
      node = tree.below(path.back().child);
      visits = tree.visits(path.back().child);
    }
  }
  for (;;) {
    const ChildId child = select(tree, node, visits);
    const Move move = tree.move(child);
    const Colour mover = game.to_move();
    if (settings_.fill && !game.legal(move)) {
      if (tree.state(child).pruned == Pruned::FilledIn) {  // there is no other
        begin_stay(path);
        return Descent::Leaf;
      }
      tree.set_state(child, {.pruned = Pruned::FilledIn});
      continue;
    }
    const bool amaf = counts_amaf(visits);
    visits = tree.visits(child) + 1;
    Counting counting = Counting::Later;
    if (shared) {
      const bool only_busy = !stay_.lasts() && (path.empty() || path.back().counting == Counting::Stay);
      counting = only_busy && is_busy(child, visits) ? Counting::Stay : Counting::Visit;
      if (counting == Counting::Visit) {
        begin_stay(path);
        visits = tree.begin_visit(child);
      }
    }
    path.push_back({node, child, mover, counting, amaf});
    game.play(move);
    if (const MoveState known = tree.state(child); !known.open()) {
      // Two threads that prove the last two children of a node at once may each leave it to the other to say so.
      if (shared) prove(tree, path, known);
      credit(path, outcome_of(known.proof, mover));
      return Descent::Credited;
    }
    node = tree.below(child);
    if (node != kNoNode) {
      if (visits == settings_.knowledge) assess(node, path);
      continue;
    }
    // A playout finds out by itself who has won.
    const bool expands = visits > settings_.expand && !(tree.full() && visits > settings_.expand + 1);
    if (kPlaysOut && !expands) return Descent::Leaf;
    if (const Outcome outcome = game.winner(); outcome != Outcome::Undecided) {
      if (settings_.proofs) prove(tree, path, {.proof = proof_of(outcome, mover)});
      credit(path, outcome);
      return Descent::Credited;
    }
    if (!expands || tree.full()) return Descent::Leaf;
    if (!tree.claim(child)) return Descent::Collision;
    leaf.claimed = child;
    const bool assesses = settings_.knowledge > 0 && visits >= settings_.knowledge;
    if constexpr (kPlaysOut) {
      node = expand(child, visits);
      if (node == kNoNode) return Descent::Leaf;
      if (assesses) assess(node, path);
      tree.set_below(child, node);
      leaf.claimed = kNoNode;
    } else {
      return assesses ? assess_leaf(leaf) : Descent::Leaf;
    }
  }
}

// Goes down the path of the stay, unless a proof has come to it meanwhile.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::follow_stay(Path& path, std::int32_t root_visits) {
  const auto is_open = [this](const Step& step) { return tree_.state(step.child).open(); };
  if (!std::ranges::all_of(stay_.path(), is_open)) return stay_.end(tree_);
  std::int32_t visits = root_visits;
  for (Step step : stay_.path()) {
    step.amaf = counts_amaf(visits);
    path.push_back(step);
    game_->play(tree_.move(step.child));
    visits = tree_.visits(step.child);
  }
}

// The node of a claimed child, whose value so far is that of its position; the claim is given back if there is no room.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
NodeId Worker<G, E, K>::expand(ChildId child, std::int32_t visits) {
  std::vector<Move>& moves = leaves_.front().moves;
  list_moves(*game_, random_, moves);
  const NodeId node = tree_.add_node(moves);
  if (node == kNoNode) {
    tree_.set_below(child, kNoNode);
    leaves_.front().claimed = kNoNode;
    return kNoNode;
  }
  const float per_unit = 1.0f / static_cast<float>(tree_.layout().units);
  add_priors(node, 1 - per_unit * static_cast<float>(tree_.wins(child)) / static_cast<float>(visits));
  return node;
}

// For a new node whose position has this value.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::add_priors(NodeId node, float value) {
  if constexpr (kPlaysOut) {
    if (settings_.prior.visits == 0 || settings_.update != Update::Amaf) return;
    if (const std::span<const float> priors = evaluator_.priors(*game_); !priors.empty())
      settings_.prior.enter(tree_, node, priors, value);
  }
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
bool Worker<G, E, K>::make_root(const RootPrior& prior) {
  if (rooted_.root != kNoNode) return true;
  tree_.clear();
  rooted_.root_visits = 0;
  game_->restart();
  if constexpr (kPlaysOut) {
    std::vector<Move>& moves = leaves_.front().moves;
    list_moves(*game_, random_, moves);
    rooted_.root = tree_.add_node(moves);
    if (rooted_.root != kNoNode) add_priors(rooted_.root, 0.5f);
  } else {
    gather_root();
    evaluator_.compute();
    settle();
  }
  if (rooted_.root == kNoNode) return false;
  if (prior.visits > 0) prior.enter(tree_, rooted_.root);
  return true;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
Proof Worker<G, E, K>::use_knowledge_of_root() {
  if (settings_.fill) knowledge_.fill_in(*game_);
  game_->restart();
  if (settings_.knowledge == 0) return Proof::Unknown;
  const std::span<const MoveStatus> status = knowledge_.assess(*game_);
  if (status.empty()) return Proof::Unknown;
  const auto lost = [&](ChildId child) { return status[tree_.move(child)] == MoveStatus::Loss; };
  if (std::ranges::all_of(children_of(rooted_.root), lost)) return Proof::Loss;
  mark(rooted_.root, status);
  return tree_.proven_value(rooted_.root);
}

// Enters what is known of the moves of the node at the end of the path.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::assess(NodeId node, const Path& path) {
  const std::span<const MoveStatus> status = knowledge_.assess(*game_);
  if (status.empty()) return;
  mark(node, status);
  if (const Proof value = tree_.proven_value(node); value != Proof::Unknown)
    prove(tree_, path, {.proof = reversed(value)});
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::mark(NodeId node, std::span<const MoveStatus> status) {
  for (const ChildId child : children_of(node)) {
    const MoveStatus known = status[tree_.move(child)];
    if (known != MoveStatus::Open && tree_.state(child).open()) tree_.set_state(child, state_of(known));
  }
}

// A claimed leaf of which knowledge may say something: nothing has to be evaluated if that proves its result.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
typename Worker<G, E, K>::Descent Worker<G, E, K>::assess_leaf(Leaf& leaf) {
  const std::span<const MoveStatus> status = knowledge_.assess(*game_);
  leaf.status.assign(status.begin(), status.end());
  const auto is = [](MoveStatus wanted) { return [wanted](MoveStatus found) { return found == wanted; }; };
  const bool won = std::ranges::any_of(leaf.status, is(MoveStatus::Win));
  const bool lost = !won && !leaf.status.empty() && std::ranges::none_of(legal_status(leaf), [](MoveStatus found) {
    return found == MoveStatus::Open;
  });
  if (!won && !lost) return Descent::Leaf;
  prove(tree_, leaf.path, {.proof = won ? Proof::Loss : Proof::Win});
  tree_.set_below(leaf.claimed, kNoNode);
  leaf.claimed = kNoNode;
  credit(leaf.path, win_for(won ? game_->to_move() : opponent(game_->to_move())));
  return Descent::Credited;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
int Worker<G, E, K>::gather(int most)
  requires BatchedEvaluator<E, G>
{
  waiting_ = 0;
  if (rooted_.root == kNoNode) {
    game_->restart();
    gather_root();
    return 0;
  }
  int begun = 0;
  while (begun < most && waiting_ < leaves_.size()) {
    Leaf& leaf = leaves_[waiting_];
    leaf.status.clear();
    const Descent descent = descend(leaf);
    if (descent == Descent::Collision) {
      give_back(tree_, leaf);
      break;
    }
    ++begun;
    if (descent == Descent::Leaf) add_to_batch(leaf);
    else leaf.path.clear();
  }
  return begun;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::gather_root() {
  Leaf& leaf = leaves_.front();
  leaf.start_at_root();
  waiting_ = 0;
  add_to_batch(leaf);
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::add_to_batch(Leaf& leaf) {
  if constexpr (!kPlaysOut) {
    leaf.to_move = game_->to_move();
    list_moves(*game_, random_, leaf.moves);
    leaf.row = evaluator_.add(*game_, leaf.moves, random_);
    ++waiting_;
  }
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::settle()
  requires BatchedEvaluator<E, G>
{
  for (std::size_t i = 0; i < waiting_; ++i) {
    Leaf& leaf = leaves_[i];
    const Evaluation evaluation = evaluator_.result(leaf.row);
    if (leaf.is_root || leaf.claimed != kNoNode) grow(leaf, evaluation);
    credit_value(tree_, leaf, evaluation.value, shared());
    leaf.finish();
  }
  waiting_ = 0;
}

template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::abandon() {
  for (Leaf& leaf : leaves_) give_back(tree_, leaf);
  waiting_ = 0;
}

// The node of a leaf that is evaluated. Unvisited moves are worth what the evaluator predicts of them, or less than the
// position by a constant.
template <Game G, Evaluator<G> E, MoveKnowledge<G> K>
void Worker<G, E, K>::grow(const Leaf& leaf, const Evaluation& evaluation) {
  std::span<const float> first_values = evaluation.action_values;
  if (first_values.empty()) {
    first_values_.assign(leaf.moves.size(), std::max(evaluation.value - settings_.selection.first_play, 0.0f));
    first_values = first_values_;
  }
  const NodeId node = tree_.add_node(leaf.moves, {evaluation.priors, first_values});
  if (node != kNoNode && !leaf.status.empty()) mark(node, leaf.status);
  if (!leaf.is_root) return tree_.set_below(leaf.claimed, node);
  rooted_.root = node;
  rooted_.root_value = evaluation.value;
}

}  // namespace beeline
