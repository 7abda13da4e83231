// The two rules of H-search (Anshelevich 2002) and their closure, for the connections of one colour.
//
//   AND  full x–m and full m–y with disjoint carriers, neither holding the other's far end, give x–y: a full
//        connection if m is a stone group, a semi-connection with key m if m is an empty cell.
//   OR   semi-connections x–y whose carriers have no cell in common give a full one, with their union.
//
// Of two connections of a pair, one whose carrier contains the other's is dropped. Beyond a few, a full
// connection is kept only if it leaves out a cell that all the others of its pair need, since that is what
// lets the AND rule use it where the others fail, and the OR rule looks only for such ones (after Pawlewicz,
// Hayward, Henderson and Arneson, "Stronger virtual connections in Hex", 2015).
#pragma once

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
class AndOrRules {
 public:
  using Cells = CellSet<kWords>;
  using Link = Connection<kWords>;

  int first_edge() const { return cells_; }
  int second_edge() const { return cells_ + 1; }
  bool is_empty_cell(int endpoint) const { return endpoint < cells_ && !own_.contains(endpoint); }
  std::span<const Link> fulls(int a, int b) const { return table_.view(table_[table_.index(a, b)].fulls); }
  std::span<const Link> semis(int a, int b) const { return table_.view(table_[table_.index(a, b)].semis); }
  bool won() const { return table_[table_.index(first_edge(), second_edge())].fulls.count > 0; }

 protected:
  AndOrRules(int cells, const ConnectionLimits& limits);

  // Applies the rules until there is nothing new, or the colour has won.
  void search();
  // Offer a connection to a pair; it waits for the rules if it is new.
  void add_full(int a, int b, const Cells& carrier, int size, std::uint8_t combined = 0);
  void add_semi(int a, int b, const Cells& carrier, int size, Move key);
  // Let the rules look once more: at a full connection over some of its ends, at the semi-connections of a
  // pair.
  void want_and(int a, int b, const Cells& carrier, std::uint8_t over);
  void want_or(int a, int b);
  // Keeps `joined` and `touching` in step with the full connections of a pair.
  void note_fulls(int a, int b);

  // Which end of the pair {a, b} an endpoint is, as a bit of Connection::combined.
  static std::uint8_t end_bit(int endpoint, int other) { return endpoint < other ? 1 : 2; }
  bool can_go_over(int endpoint) const { return endpoint < cells_ || limits_.over_edges; }
  std::uint8_t ends_to_go_over(int a, int b) const {
    const int over_a = can_go_over(a) ? end_bit(a, b) : 0, over_b = can_go_over(b) ? end_bit(b, a) : 0;
    return static_cast<std::uint8_t>(over_a | over_b);
  }

  const int cells_;
  const Cells board_;  // all the cells
  const ConnectionLimits limits_;
  Cells own_;  // the stones of the colour
  PairTable<kWords> table_;
  std::vector<Cells> joined_;    // for each endpoint, the cells that a full connection joins it to
  std::vector<Cells> touching_;  // those joined with an empty carrier
  bool unfinished_ = false;      // the search ended with something left in the queues

 private:
  struct Waiting {  // a full connection that the AND rule has yet to use over the ends in `over`
    std::uint16_t a, b;
    std::uint8_t over;
    Cells carrier;
  };

  void and_rule(const Waiting& full);
  void and_over(int middle, int end, const Link& full);
  void and_with(int end, int middle, int other, const Link& full);
  void or_rule(int a, int b);
  Cells mark_tried(typename PairTable<kWords>::List& semis);
  bool small_union(std::span<const Link> semis, const Cells& without, Cells& result);
  void extend_union(std::span<const Link> semis, const Cells& without, const Cells& common, const Cells& all,
                    int width);
  // The endpoint as a set: what a carrier must not hold.
  Cells as_cell(int endpoint) const { return endpoint < cells_ ? Cells::of(endpoint) : Cells(); }

  std::vector<Waiting> waiting_;
  std::size_t next_waiting_ = 0;
  std::vector<std::pair<std::uint16_t, std::uint16_t>> or_waiting_;
  // The best union so far in the OR rule.
  Cells best_union_;
  int best_size_ = 0;
};

}  // namespace beeline
