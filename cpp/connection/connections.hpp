// Virtual connections of both colours by H-search, kept up to date while stones are played and taken back.
//
// A full connection joins two endpoints even if the opponent moves first inside its carrier, a semi-connection
// if its owner moves first, at the key. Endpoints of a colour are its two edges, its stone groups and the empty
// cells; an empty endpoint counts as already taken. Carriers hold empty cells only: never the endpoints, and the
// key in a semi's. Groups that touch an edge are part of that edge.
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
#include <vector>

#include "base/cell_set.hpp"
#include "rules/hex_board.hpp"
#include "rules/types.hpp"

namespace beeline {

template <int kWords>
struct Connection {
  CellSet<kWords> carrier;
  Move key = kNoMove;  // of a semi-connection: the cell its owner plays first; kNoMove in a full one

  friend bool operator==(const Connection&, const Connection&) = default;
};

// Cells are endpoints by their number (any stone of a group stands for the group), edges by the two below.
using Endpoint = std::uint16_t;
inline constexpr Endpoint kFirstEdge = 0xfffe;   // top for Black, left for White
inline constexpr Endpoint kSecondEdge = 0xffff;  // bottom for Black, right for White

// How much is kept and tried. More finds more connections and takes more time.
struct ConnectionLimits {
  int fulls = 8;         // full connections kept for a pair of endpoints
  int semis = 16;        // semi-connections kept for a pair
  int or_width = 4;      // semi-connections combined in one application of the OR rule
  bool over_edges = false;  // AND rule also with an edge in the middle
};

template <int kWords>
class ColourConnections;  // the connections of one colour

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

  // Changing the position. Every cell given is empty; each call is one ply to undo(). `build` starts anew, with
  // nothing to undo.
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
  // semi-connections; all empty cells if there are none. When the opponent has a winning full connection, every
  // move loses and the result is empty.
  Cells must_play(Colour to_move) const;

  // The reply of `colour` that keeps the connection of a and b when the opponent plays `intrusion`: the key of
  // its smallest semi-connection clear of it; kNoMove if there is none, or none is needed.
  Move reply(Colour colour, Endpoint a, Endpoint b, Move intrusion) const;

  // For a side that is lost against winning(opponent): the cell that lies in most of the opponent's winning
  // connections, full ones counting more, and then leaves the longest way; kNoMove if nothing is lost.
  Move most_obstructive(Colour to_move) const;

  // Any pair of endpoints.
  List full(Colour colour, Endpoint a, Endpoint b) const;
  List semi(Colour colour, Endpoint a, Endpoint b) const;
  // Endpoints as they are stored: the edge for a stone that touches it, else one stone for the whole group.
  Endpoint representative(Colour colour, Endpoint endpoint) const;

  // Calls visit(a, b) for every pair of representatives that a full connection joins, each pair once.
  template <class Visit>
  void for_each_joined_pair(Colour colour, Visit visit) const {
    for (const auto& [a, b] : joined_pairs(colour)) visit(a, b);
  }
  std::vector<std::pair<Endpoint, Endpoint>> joined_pairs(Colour colour) const;

 private:
  int rows_, cols_;
  Cells board_;
  std::array<Cells, 2> stones_;
  std::array<std::unique_ptr<ColourConnections<kWords>>, 2> sides_;
  std::vector<std::array<Cells, 2>> past_;
};

}  // namespace beeline
