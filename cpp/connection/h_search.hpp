// The virtual connections of one colour by H-search (Anshelevich 2002), while stones come and go.
//
// Two rules are applied until they give nothing new:
//   AND  full x–m and full m–y with disjoint carriers, neither holding the other's far end, give x–y: a full
//        connection if m is a stone group, a semi-connection with key m if m is an empty cell.
//   OR   semi-connections x–y whose carriers have no cell in common give a full one, with their union.
//
// A stone on the second line has captured the two cells between it and the edge if both are empty: a stone of the
// opponent on one of them is dead once the other is taken. With `captured`, carriers in the AND and OR rules may share
// such cells of their ends and of the middle, which all belong to the new carrier then (after Pawlewicz and others, as
// below).
//
// Of two connections of a pair, one whose carrier contains the other's is dropped. Beyond a few, a full connection is
// kept only if it leaves out a cell that all the others of its pair need, since that is what lets the AND rule use it
// where the others fail, and the OR rule looks only for such ones (after Pawlewicz, Hayward, Henderson and Arneson,
// "Stronger virtual connections in Hex", 2015).
//
// A stone of the opponent leaves exactly those connections whose carrier it is not in: what can be derived after it
// could be derived before, and a carrier holds every cell that its derivation used. An own stone leaves the carriers it
// was in, makes semi-connections keyed at it full, joins endpoints, and is a stone to go over; the search goes on from
// what that changes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/cell_set.hpp"
#include "connection/connection.hpp"
#include "connection/pair_table.hpp"
#include "rules/types.hpp"

namespace beeline {

// Endpoints are numbers: a cell's own, then the colour's two edges.
template <int kWords>
class HSearch {
 public:
  using Cells = CellSet<kWords>;
  using VirtualConnection = Connection<kWords>;

  HSearch(int rows, int cols, Colour colour, const ConnectionLimits& limits);

  void build(const Cells& own, const Cells& opponent);
  void place(const Cells& own, const Cells& opponent);
  void undo();

  int first_edge() const { return cells_; }
  int second_edge() const { return cells_ + 1; }
  bool is_empty_cell(int endpoint) const { return endpoint < cells_ && !own_.contains(endpoint); }
  // The endpoint that a cell is part of; the cell holds no opposing stone.
  int endpoint_of(int cell) const { return endpoint_[cell]; }
  // All endpoints, cells in ascending order and then the edges.
  const std::vector<std::uint16_t>& endpoints() const { return endpoints_; }

  std::span<const VirtualConnection> fulls(int a, int b) const { return table_.view(table_[table_.index(a, b)].fulls); }
  std::span<const VirtualConnection> semis(int a, int b) const { return table_.view(table_[table_.index(a, b)].semis); }
  bool won() const { return table_[table_.index(first_edge(), second_edge())].fulls.count > 0; }

 private:
  // What changes with the stones besides the table. It is small and is saved whole.
  struct Saved {
    Cells own, blocked;
    std::vector<std::uint16_t> endpoint, endpoints;
    std::vector<Cells> joined, touching;
    bool unfinished;
  };
  struct Waiting {  // a full connection that the AND rule has yet to use over the ends in `over`
    std::uint16_t a, b;
    std::uint8_t over;
    Cells carrier;
  };

  // Stones.
  void group_stones();
  std::uint16_t flood(int stone, Cells& group) const;
  void meet_opponent(int a, int b, const Cells& stones);
  void meet_own(int a, int b, const Cells& stones);
  void clear(int a, int b);
  void resume(int a, int b);
  void go_over(int endpoint);
  void find_captured();

  // Rules (connection/h_search_rules.hpp). `search` applies them until there is nothing new, or the colour has won.
  void search();
  void and_rule(const Waiting& full);
  void and_over(int middle, int end, const VirtualConnection& full);
  void and_with(int end, int middle, int other, const VirtualConnection& full);
  void or_rule(int a, int b);
  Cells mark_tried(typename PairTable<kWords>::List& semis);
  bool small_union(std::span<const VirtualConnection> semis, const Cells& without, const Cells& captured,
                   Cells& result);
  void extend_union(std::span<const VirtualConnection> semis, const Cells& without, const Cells& captured,
                    const Cells& common, const Cells& all, int width);
  // Offer a connection to a pair; it waits for the rules if it is new.
  void add_full(int a, int b, const Cells& carrier, int size, std::uint8_t combined = 0);
  void add_semi(int a, int b, const Cells& carrier, int size, Move key);
  // Let the rules look once more: at a full connection over some of its ends, at the semi-connections of a pair.
  void want_and(int a, int b, const Cells& carrier, std::uint8_t over);
  void want_or(int a, int b);
  // What stones on all these endpoints capture, besides the endpoints themselves.
  template <class... Endpoints>
  Cells captured_by(Endpoints... endpoints) const {
    if (!limits_.captured) return Cells();
    return ((captured_[endpoints] | ...) - ... - as_cell(endpoints));
  }
  // Keeps `joined` and `touching` in step with the full connections of a pair.
  void note_fulls(int a, int b);

  // Which end of the pair {a, b} an endpoint is, as a bit of Connection::combined.
  static std::uint8_t end_bit(int endpoint, int other) { return endpoint < other ? 1 : 2; }
  bool can_go_over(int endpoint) const { return endpoint < cells_ || limits_.over_edges; }
  std::uint8_t ends_to_go_over(int a, int b) const {
    const int over_a = can_go_over(a) ? end_bit(a, b) : 0, over_b = can_go_over(b) ? end_bit(b, a) : 0;
    return static_cast<std::uint8_t>(over_a | over_b);
  }
  // The endpoint as a set: what a carrier must not hold.
  Cells as_cell(int endpoint) const { return endpoint < cells_ ? Cells::of(endpoint) : Cells(); }

  const int cells_;
  const Cells board_;  // all the cells
  const ConnectionLimits limits_;
  std::vector<Cells> neighbours_;
  std::array<Cells, 2> edge_cells_;
  Cells own_, blocked_;  // the stones of the colour and the opponent's
  PairTable<kWords> table_;
  std::vector<Cells> joined_;            // for each endpoint, the cells that a full connection joins it to
  std::vector<Cells> touching_;          // those joined with an empty carrier
  std::vector<Cells> captured_;          // for each endpoint, what a stone on it captures if it is an empty cell
  std::vector<std::uint16_t> endpoint_;  // of each cell
  std::vector<std::uint16_t> endpoints_;
  bool unfinished_ = false;  // the search ended with something left in the queues
  std::vector<Saved> past_;
  std::size_t plies_ = 0;
  std::vector<VirtualConnection> scratch_;

  std::vector<Waiting> waiting_;
  std::size_t next_waiting_ = 0;
  std::vector<std::pair<std::uint16_t, std::uint16_t>> or_waiting_;
  // The best union so far in the OR rule.
  Cells best_union_;
  int best_size_ = 0;
};

}  // namespace beeline
