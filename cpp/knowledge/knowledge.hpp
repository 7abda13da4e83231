// Static knowledge about a position of Hex, as searches ask for it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "circuit/connection_links.hpp"
#include "circuit/resistance.hpp"

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
  // Without a verdict: the moves to consider, one of which wins if any move does.
  virtual std::vector<Move> candidates(Colour to_move) const = 0;
  // With a verdict in the position of `start`: the move that makes progress with the win, or that defers the
  // loss; kNoMove if it knows none, though there is one.
  virtual Move decided_move(Colour to_move) = 0;

  // For the circuits: the stones, with those that fill-in adds, and the connections of a colour.
  virtual const HexBoard& filled() const = 0;
  virtual std::vector<Link> links(Colour colour) const = 0;
};

// The rules and the bridges, and nothing else.
std::unique_ptr<Knowledge> make_bridge_knowledge();

// Virtual connections by H-search within these limits, and inferior cells, for boards of these sides.
std::unique_ptr<Knowledge> make_connection_knowledge(int rows, int cols, const LinkModel& model = {},
                                                     const ConnectionLimits& limits = {});

// Of the player `wolve`, whose circuits live on connections; and for one that would rather find more than be fast.
inline constexpr ConnectionLimits kWolveLimits{.captured = true};
inline constexpr ConnectionLimits kThoroughLimits{
    .fulls = 10, .semis = 64, .or_width = 3, .over_edges = true, .captured = true};

}  // namespace beeline
