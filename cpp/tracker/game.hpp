// What the tree search asks of a game: the Game Tracker of the Hivemind paper (section 4.2).
//
// A tracker holds the real position (the root of the search) and the position of the simulation in
// progress. The search restarts it, plays the moves of the tree, and hands over to the playout; it never
// looks inside. A thread has a tracker of its own, so none of this need be thread-safe.
#pragma once

#include <concepts>

#include "base/random.hpp"
#include "rules/types.hpp"

namespace beeline {

template <class T>
concept Game = std::copyable<T> && requires(T game, const T& position, Move move, Colour colour, Random& random) {
  // Every move is a number below this.
  { position.move_count() } -> std::convertible_to<int>;
  { position.to_move() } -> std::same_as<Colour>;
  { position.legal(move) } -> std::same_as<bool>;
  // The result of the simulated position, Undecided while it goes on.
  { position.winner() } -> std::same_as<Outcome>;
  // Plays for the side to move; the move is legal.
  { game.play(move) };
  // Back to the real position.
  { game.restart() };
  // Plays the simulation out by the continuation policy; never Undecided.
  { game.playout(random) } -> std::same_as<Outcome>;
  // Whether `colour` made `move` in the simulation just played out, in the tree or in the playout (for AMAF).
  { position.was_played(colour, move) } -> std::same_as<bool>;
};

}  // namespace beeline
