// Evaluators: what a leaf of the tree is worth, with priors of its moves. Every worker of a search has its own, so none
// of this need be thread-safe.
//
// There are two kinds. A playout is a few hundred nanoseconds and is made on the spot (search/playouts.hpp); it also
// tells which moves were played, for AMAF. A network takes many leaves at once (search/network_evaluator.hpp): a worker
// gathers leaves, computes them together, and settles each.
#pragma once

#include <concepts>
#include <span>

#include "base/random.hpp"
#include "tracker/game.hpp"

namespace beeline {

template <class E, class G>
concept ImmediateEvaluator = requires(E& evaluator, G& game, Random& random) {
  // Plays the simulated position to its end.
  { evaluator.play_out(game, random) } -> std::same_as<Outcome>;
  // A prior per move, from 0 to 1 for the likeliest, or nothing at all.
  { evaluator.priors(game) } -> std::same_as<std::span<const float>>;
};

// The worth of one leaf.
struct Evaluation {
  float value;                           // the chance of the player to move, in [0, 1]
  std::span<const float> priors;         // per move in the order given, adding up to 1
  std::span<const float> action_values;  // the chances by each move, or nothing
};

template <class E, class G>
concept BatchedEvaluator = requires(E& evaluator, G& game, std::span<const Move> moves, Random& random, int row) {
  // Leaves that one computation takes, at least 1.
  { evaluator.capacity() } -> std::convertible_to<int>;
  // Adds the simulated position with these legal moves to the batch and returns its row.
  { evaluator.add(game, moves, random) } -> std::convertible_to<int>;
  // Computes all rows that were added since the last call.
  { evaluator.compute() } -> std::same_as<void>;
  // Of a row that is computed; valid until the next row is added.
  { evaluator.result(row) } -> std::same_as<Evaluation>;
};

template <class E, class G>
concept Evaluator = std::movable<E> && (ImmediateEvaluator<E, G> || BatchedEvaluator<E, G>);

}  // namespace beeline
