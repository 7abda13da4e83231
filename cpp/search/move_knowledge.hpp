// Knowledge: which moves of a position are proven or pointless beyond what the rules say.
//
// Every worker of a search has its own, so none of this need be thread-safe.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "search/proof.hpp"
#include "tracker/game.hpp"

namespace beeline {

// A move for the player to move: as an array, one entry per move of the game.
enum class MoveStatus : std::uint8_t {
  Open,
  Win,       // proven
  Loss,      // proven
  Inferior,  // no better than some move that is none of these
};

constexpr MoveState state_of(MoveStatus status) {
  switch (status) {
    case MoveStatus::Win: return {.proof = Proof::Win};
    case MoveStatus::Loss: return {.proof = Proof::Loss};
    case MoveStatus::Inferior: return {.pruned = Pruned::Inferior};
    default: return {};
  }
}

template <class K, class G>
concept MoveKnowledge = std::movable<K> && requires(K& knowledge, G& game, const G& position) {
  // A search of the real position of `position` begins; `true` if the game went on from that of the last search, on
  // which what is known of this one may build.
  { knowledge.start(position, true) } -> std::same_as<void>;
  // Takes the points of the real position that no longer matter out of all simulations.
  { knowledge.fill_in(game) } -> std::same_as<void>;
  // The simulated position: a status per move, valid until the next call, or nothing at all.
  { knowledge.assess(position) } -> std::same_as<std::span<const MoveStatus>>;
};

// For games of which nothing is known but the rules.
struct NoKnowledge {
  template <Game G>
  void start(const G&, bool) {}
  template <Game G>
  void fill_in(G&) {}
  template <Game G>
  std::span<const MoveStatus> assess(const G&) {
    return {};
  }
};

}  // namespace beeline
