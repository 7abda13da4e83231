// Virtual connections of both colours by H-search, kept up to date while stones are played and taken back.
//
// A full connection joins two endpoints even if the opponent moves first inside its carrier, a
// semi-connection if its owner moves first, at the key. Endpoints of a colour are its two edges, its stone
// groups and the empty cells; an empty endpoint counts as already taken. Carriers hold empty cells only:
// never the endpoints, and the key in a semi's. Groups that touch an edge are part of that edge.
//
//   Connections<1> connections(5, 5);       // with_words_for(cells, ...) picks the number of words
//   connections.play(12, Colour::Black);
//   const auto must = connections.must_play(Colour::White);
//   connections.undo();
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/cell_set.hpp"
#include "connection/connection.hpp"
#include "rules/hex_board.hpp"
#include "rules/types.hpp"

namespace beeline {

// Cells are endpoints by their number (any stone of a group stands for the group), edges by the two below.
using Endpoint = std::uint16_t;
inline constexpr Endpoint kFirstEdge = 0xfffe;   // top for Black, left for White
inline constexpr Endpoint kSecondEdge = 0xffff;  // bottom for Black, right for White

template <int kWords>
class HSearch;  // the connections of one colour

template <int kWords>
class Connections {
 public:
  using Cells = CellSet<kWords>;
  using List = std::span<const Connection<kWords>>;  // smallest carrier first; valid until the next change

  // An empty board.
  Connections(int rows, int cols, const ConnectionLimits& limits = {});
  explicit Connections(const HexBoard& board, const ConnectionLimits& limits = {});
  ~Connections();

  int rows() const { return rows_; }
  int cols() const { return cols_; }

  // Changing the position. Every cell given is empty; each call is one ply to undo(). `build` starts anew,
  // with nothing to undo.
  void build(const Cells& black, const Cells& white);
  void play(Move cell, Colour colour);
  void place(const Cells& black, const Cells& white);  // a move with its fill-in, all at once
  void undo();

  const Cells& stones(Colour colour) const { return stones_[index_of(colour)]; }
  Cells empty_cells() const { return board_ - stones_[0] - stones_[1]; }

  // Connections from edge to edge. An empty carrier in `winning` means that the colour has won already.
  List winning(Colour colour) const { return full(colour, kFirstEdge, kSecondEdge); }
  List winning_semis(Colour colour) const { return semi(colour, kFirstEdge, kSecondEdge); }
  bool has_won(Colour colour) const { return !winning(colour).empty(); }  // even if the other is to move

  // The cells in which `to_move` must play or lose: those common to all the opponent's winning
  // semi-connections; all empty cells if there are none. When the opponent has a winning full connection,
  // every move loses and the result is empty.
  Cells must_play(Colour to_move) const;

  // The reply of `colour` that keeps the connection of a and b when the opponent plays `intrusion`: the key
  // of the smallest semi-connection that is left; kNoMove if none is known, or no reply is needed. Plays the
  // intrusion and takes it back, so lists in hand become invalid.
  Move reply(Colour colour, Endpoint a, Endpoint b, Move intrusion);

  // For a side that is lost against winning(opponent): the cell in most of those full connections; among
  // equals, in most of the semi-connections; then, the one that leaves the opponent the largest carrier.
  // kNoMove if the opponent has no winning full connection with a carrier to play in.
  Move most_obstructive(Colour to_move) const;

  // Any pair of endpoints.
  List full(Colour colour, Endpoint a, Endpoint b) const;
  List semi(Colour colour, Endpoint a, Endpoint b) const;
  // Endpoints as they are stored: the edge for a stone that touches it, else one stone for the whole group.
  Endpoint representative(Colour colour, Endpoint endpoint) const;

  // Every pair of representatives that a full connection joins, neighbours among them; each pair once.
  std::vector<std::pair<Endpoint, Endpoint>> joined_pairs(Colour colour) const;
  // The representatives: empty cells, groups and the edges.
  std::vector<Endpoint> endpoints(Colour colour) const;

 private:
  const HSearch<kWords>& side(Colour colour) const { return *sides_[index_of(colour)]; }
  int number_of(Colour colour, Endpoint endpoint) const;
  Endpoint name_of(int number) const;

  int rows_, cols_;
  Cells board_;
  std::array<Cells, 2> stones_;
  std::array<std::unique_ptr<HSearch<kWords>>, 2> sides_;
  std::vector<std::array<Cells, 2>> past_;
};

}  // namespace beeline
