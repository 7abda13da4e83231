// The virtual connections of one colour while stones come and go.
//
// A stone of the opponent leaves exactly those connections whose carrier it is not in: what can be derived
// after it could be derived before, and a carrier holds every cell that its derivation used. An own stone
// leaves the carriers it was in, makes semi-connections keyed at it full, joins endpoints, and is a stone to
// go over; the search goes on from what that changes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "connection/and_or_rules.hpp"

namespace beeline {

template <int kWords>
class HSearch : public AndOrRules<kWords> {
 public:
  using Rules = AndOrRules<kWords>;
  using Cells = CellSet<kWords>;
  using Link = Connection<kWords>;
  using Rules::first_edge;
  using Rules::second_edge;

  HSearch(int rows, int cols, Colour colour, const ConnectionLimits& limits);

  void build(const Cells& own, const Cells& opponent);
  void place(const Cells& own, const Cells& opponent);
  void undo();

  // The endpoint that a cell is part of; the cell holds no opposing stone.
  int endpoint_of(int cell) const { return endpoint_[cell]; }
  // All endpoints, cells in ascending order and then the edges.
  const std::vector<std::uint16_t>& endpoints() const { return endpoints_; }

 private:
  // What changes with the stones besides the table. It is small and is saved whole.
  struct Saved {
    Cells own, blocked;
    std::vector<std::uint16_t> endpoint, endpoints;
    std::vector<Cells> joined, touching;
    bool unfinished;
  };

  void group_stones();
  std::uint16_t flood(int stone, Cells& group) const;
  void meet_opponent(int a, int b, const Cells& stones);
  void meet_own(int a, int b, const Cells& stones);
  void clear(int a, int b);
  void resume(int a, int b);
  void go_over(int endpoint);

  using Rules::add_full;
  using Rules::add_semi;
  using Rules::board_;
  using Rules::can_go_over;
  using Rules::cells_;
  using Rules::end_bit;
  using Rules::ends_to_go_over;
  using Rules::joined_;
  using Rules::note_fulls;
  using Rules::own_;
  using Rules::search;
  using Rules::table_;
  using Rules::touching_;
  using Rules::unfinished_;
  using Rules::want_and;
  using Rules::want_or;

  std::vector<Cells> neighbours_;
  std::array<Cells, 2> edge_cells_;
  Cells blocked_;                        // the opponent's stones
  std::vector<std::uint16_t> endpoint_;  // of each cell
  std::vector<std::uint16_t> endpoints_;
  std::vector<Saved> past_;
  std::size_t plies_ = 0;
  std::vector<Link> scratch_;
};

}  // namespace beeline
