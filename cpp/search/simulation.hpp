// A simulation under way: the path it has walked down the tree, the leaf at its end, and proofs on their way up.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "rules/types.hpp"
#include "search/move_knowledge.hpp"
#include "search/proof.hpp"
#include "search/tree.hpp"
#include "tracker/game.hpp"

namespace beeline {

// When the visit of a step is counted: with its value by the only thread there is; before it, as a loss until then; or
// with those of a stay (search/credit.hpp).
enum class Counting : std::uint8_t { Later, Visit, Stay };

struct Step {
  NodeId node;
  ChildId child;
  Colour mover;
  Counting counting;
  bool amaf;  // whether the AMAF update is for this node
};
using Path = std::vector<Step>;

// A position that waits for its value; on cache lines of its own, as the worker that it belongs to.
struct alignas(128) Leaf {
  bool is_root = false;       // of a tree that has no root yet
  Path path;                  // empty as soon as its simulation is credited
  ChildId claimed = kNoNode;  // the child to expand, if any
  Colour to_move = Colour::None;
  std::vector<Move> moves;
  std::vector<MoveStatus> status;  // of the moves, where knowledge was asked
  int row = 0;                     // of the evaluator's batch

  void start_at_root() {
    is_root = true;
    path.clear();
    status.clear();
    claimed = kNoNode;
  }
  // Its simulation is credited or given up.
  void finish() {
    is_root = false;
    claimed = kNoNode;
    path.clear();
  }
};

// The legal moves, in random order, so that none is preferred among equals.
template <Game G>
void list_moves(const G& game, Random& random, std::vector<Move>& moves) {
  moves.clear();
  const int count = game.move_count();
  for (int move = 0; move < count; ++move)
    if (game.legal(static_cast<Move>(move))) moves.push_back(static_cast<Move>(move));
  for (std::size_t i = moves.size(); i > 1; --i)
    std::swap(moves[i - 1], moves[random.below(static_cast<std::uint32_t>(i))]);
}

// Proves the last move of the path, and what follows from it further up: a move is proven lost when some reply to it is
// proven won, and proven won when all replies are proven lost.
inline void prove(Tree& tree, const Path& path, MoveState state) {
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    tree.set_state(step->child, state);
    state = {.proof = reversed(tree.proven_value(step->node))};
    if (state.proof == Proof::Unknown) return;
  }
}

// Takes back what a simulation that came to nothing has counted and claimed.
inline void give_back(Tree& tree, Leaf& leaf) {
  for (const Step& step : leaf.path)
    if (step.counting == Counting::Visit) tree.take_visit_back(step.child);
  if (leaf.claimed != kNoNode) tree.set_below(leaf.claimed, kNoNode);
  leaf.finish();
}

}  // namespace beeline
