// What the tree knows of a move for certain, and how that relates to results.
#pragma once

#include <cstdint>

#include "rules/types.hpp"

namespace beeline {

// The result of a move that is proven, for the player who makes it.
enum class Proof : std::uint8_t { Unknown, Loss, Draw, Win };

// Why a move whose result is not proven is not searched. An inferior move is no better than some other move of its
// position. A filled-in one was legal when its node was made, and says nothing about the other moves.
enum class Pruned : std::uint8_t { No, Inferior, FilledIn };

// Both, as the tree keeps them.
struct MoveState {
  Proof proof = Proof::Unknown;
  Pruned pruned = Pruned::No;

  constexpr bool open() const { return proof == Proof::Unknown && pruned == Pruned::No; }
  // Whether a simulation has nothing to look for there while another move is left.
  constexpr bool pointless() const { return proof == Proof::Loss || pruned != Pruned::No; }

  friend constexpr bool operator==(const MoveState&, const MoveState&) = default;
};

// The same result for the other player.
constexpr Proof reversed(Proof proof) {
  switch (proof) {
    case Proof::Win: return Proof::Loss;
    case Proof::Loss: return Proof::Win;
    default: return proof;
  }
}

constexpr Proof proof_of(Outcome outcome, Colour player) {
  if (outcome == Outcome::Undecided) return Proof::Unknown;
  if (outcome == Outcome::Draw) return Proof::Draw;
  return outcome == win_for(player) ? Proof::Win : Proof::Loss;
}

// Of a result that is proven.
constexpr Outcome outcome_of(Proof proof, Colour player) {
  if (proof == Proof::Draw) return Outcome::Draw;
  return win_for(proof == Proof::Win ? player : opponent(player));
}

}  // namespace beeline
