// What the tree proves of moves, and how that relates to results.
#pragma once

#include <cstdint>

#include "rules/types.hpp"
#include "tracker/game.hpp"

namespace beeline {

// What is proven of a move, for the player who makes it. An inferior move need not be searched, because another is
// at least as good. A filled one was legal when its node was made, and says nothing about the others.
enum class Proof : std::uint8_t { Unknown, Loss, Draw, Win, Inferior, Filled };

constexpr bool is_pointless(Proof proof) {
  return proof == Proof::Loss || proof == Proof::Inferior || proof == Proof::Filled;
}

constexpr Proof reversed(Proof proof) {
  if (proof == Proof::Unknown || proof == Proof::Draw) return proof;
  return proof == Proof::Win ? Proof::Loss : Proof::Win;
}

inline int wins_of(Outcome outcome, Colour player) {
  if (outcome == Outcome::Draw) return 1;
  return outcome == win_for(player) ? 2 : 0;
}

inline Proof proof_of(Outcome outcome, Colour player) {
  if (outcome == Outcome::Draw) return Proof::Draw;
  return outcome == win_for(player) ? Proof::Win : Proof::Loss;
}

constexpr Proof proof_of(MoveVerdict verdict) {
  switch (verdict) {
    case MoveVerdict::Win: return Proof::Win;
    case MoveVerdict::Loss: return Proof::Loss;
    case MoveVerdict::Inferior: return Proof::Inferior;
    default: return Proof::Unknown;
  }
}

inline Outcome outcome_of(Proof proof, Colour player) {
  if (proof == Proof::Draw) return Outcome::Draw;
  return win_for(proof == Proof::Win ? player : opponent(player));
}

}  // namespace beeline
