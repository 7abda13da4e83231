// What a search wants to know of the positions it walks through, whoever finds it out.
#pragma once

#include <memory>
#include <vector>

#include "connection/resistance.hpp"

namespace beeline {

enum class Verdict : std::uint8_t { Unknown, Win, Loss };

class Knowledge {
 public:
  virtual ~Knowledge() = default;

  // The position changes: anew, by a move, and back.
  virtual void start(const HexBoard& board) = 0;
  virtual void play(Move cell, Colour colour) = 0;
  virtual void undo() = 0;

  // Whether the player to move is known to win or to lose. A verdict is proven.
  virtual Verdict verdict(Colour to_move) const = 0;
  // With a verdict: the move that makes progress with the win, or that defers the loss longest.
  virtual Move decided_move(Colour to_move) = 0;
  // Without: the moves to consider. Every other move is proven to lose, or to be no better than one of these.
  virtual std::vector<Move> candidates(Colour to_move) const = 0;
  // The connections of a colour, for its circuit.
  virtual std::vector<Link> links(Colour colour) const = 0;
};

// The rules and the bridges, and nothing else.
std::unique_ptr<Knowledge> make_bridge_knowledge();
// Virtual connections by H-search, for boards of this many cells.
std::unique_ptr<Knowledge> make_connection_knowledge(int cells);

}  // namespace beeline
