#include "connection/h_search.hpp"

#include <algorithm>

#include "connection/h_search_rules.hpp"
#include "rules/hex_geometry.hpp"

namespace beeline {

template <int kWords>
HSearch<kWords>::HSearch(int rows, int cols, Colour colour, const ConnectionLimits& limits)
    : cells_(rows * cols),
      board_(Cells::first(cells_)),
      limits_(limits),
      neighbours_(cells_),
      table_(cells_ + 2),
      joined_(cells_ + 2),
      touching_(cells_ + 2),
      captured_(cells_ + 2),
      endpoint_(cells_) {
  const HexShape shape{rows, cols};
  for (int cell = 0; cell < rows * cols; ++cell) {
    const HexPlace place = shape.place_of(cell);
    for (const HexPlace step : kHexNeighbours)
      if (shape.contains(place + step)) neighbours_[cell].insert(shape.cell_at(place + step));
    const int line = colour == Colour::Black ? place.row : place.col;
    if (line == 0) edge_cells_[0].insert(cell);
    if (line == (colour == Colour::Black ? rows : cols) - 1) edge_cells_[1].insert(cell);
  }
}

template <int kWords>
void HSearch<kWords>::build(const Cells& own, const Cells& opponent) {
  table_.clear();
  std::fill(joined_.begin(), joined_.end(), Cells());
  std::fill(touching_.begin(), touching_.end(), Cells());
  plies_ = 0;
  own_ = own;
  blocked_ = opponent;
  group_stones();
  find_captured();
  const auto join = [&](int a, int b) {
    if (a != b) add_full(a, b, Cells(), 0);
  };
  for (const int cell : board_ - blocked_) {
    for (const int next : neighbours_[cell] - blocked_)
      if (next < cell) join(endpoint_[cell], endpoint_[next]);
    for (int edge = 0; edge < 2; ++edge)
      if (edge_cells_[edge].contains(cell)) join(endpoint_[cell], first_edge() + edge);
  }
  search();
}

template <int kWords>
void HSearch<kWords>::place(const Cells& own, const Cells& opponent) {
  if (past_.size() == plies_) past_.emplace_back();
  Saved& saved = past_[plies_++];
  saved.own = own_;
  saved.blocked = blocked_;
  saved.endpoint = endpoint_;
  saved.endpoints = endpoints_;
  saved.joined = joined_;
  saved.touching = touching_;
  saved.unfinished = unfinished_;
  table_.begin_version();
  const std::vector<std::uint16_t>& before = saved.endpoints;

  if (!opponent.empty()) {
    blocked_ |= opponent;
    for (std::size_t i = 1; i < before.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) meet_opponent(before[i], before[j], opponent);
  }
  own_ |= own;
  group_stones();
  find_captured();
  if (!own.empty()) {
    for (std::size_t i = 1; i < before.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) meet_own(before[i], before[j], own);
    Cells grown;
    for (const int stone : own) {
      const int endpoint = endpoint_[stone];
      if (endpoint < cells_) grown.insert(endpoint);
      else if (can_go_over(endpoint)) go_over(endpoint);
    }
    for (const int endpoint : grown) go_over(endpoint);
  }
  if (unfinished_)
    for (std::size_t i = 1; i < endpoints_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) resume(endpoints_[i], endpoints_[j]);
  search();
}

template <int kWords>
void HSearch<kWords>::undo() {
  table_.revert_version();
  Saved& saved = past_[--plies_];
  own_ = saved.own;
  blocked_ = saved.blocked;
  std::swap(endpoint_, saved.endpoint);
  std::swap(endpoints_, saved.endpoints);
  std::swap(joined_, saved.joined);
  std::swap(touching_, saved.touching);
  find_captured();
  unfinished_ = saved.unfinished;
}

// Finds the endpoint of every cell: an edge for the stones that touch it, the lowest stone for another group.
template <int kWords>
void HSearch<kWords>::group_stones() {
  for (int cell = 0; cell < cells_; ++cell) endpoint_[cell] = static_cast<std::uint16_t>(cell);
  Cells rest = own_;
  while (!rest.empty()) {
    Cells group;
    const std::uint16_t endpoint = flood(rest.lowest(), group);
    for (const int stone : group) endpoint_[stone] = endpoint;
    rest -= group;
  }
  endpoints_.clear();
  for (const int cell : board_ - blocked_)
    if (endpoint_[cell] == cell) endpoints_.push_back(static_cast<std::uint16_t>(cell));
  endpoints_.push_back(static_cast<std::uint16_t>(first_edge()));
  endpoints_.push_back(static_cast<std::uint16_t>(second_edge()));
}

// Where one of the two cells is an own stone already, the other is captured alone. More stones never capture more, so
// that nothing has to be combined anew.
template <int kWords>
void HSearch<kWords>::find_captured() {
  if (!limits_.captured) return;
  for (int cell = 0; cell < cells_; ++cell) {
    captured_[cell] = Cells();
    if (own_.contains(cell) || blocked_.contains(cell)) continue;
    for (const Cells& edge : edge_cells_) {
      const Cells between = neighbours_[cell] & edge;
      if (edge.contains(cell) || between.size() < 2 || between.meets(blocked_)) continue;
      captured_[cell] |= between - own_;
    }
  }
}

// A group that touches both edges counts as the first one's; the edges' own pair then says that the game is
// won.
template <int kWords>
std::uint16_t HSearch<kWords>::flood(int stone, Cells& group) const {
  Cells frontier = Cells::of(stone);
  while (!frontier.empty()) {
    group |= frontier;
    Cells next;
    for (const int cell : frontier) next |= neighbours_[cell];
    frontier = (next & own_) - group;
  }
  for (int edge = 0; edge < 2; ++edge)
    if (group.meets(edge_cells_[edge])) return static_cast<std::uint16_t>(first_edge() + edge);
  return static_cast<std::uint16_t>(stone);
}

template <int kWords>
void HSearch<kWords>::clear(int a, int b) {
  const int pair = table_.index(a, b);
  if (table_[pair].fulls.count == 0 && table_[pair].semis.count == 0) return;
  auto& record = table_.edit(pair);
  record.fulls.count = record.semis.count = 0;
  record.reach = Cells();
  record.or_due = record.or_anew = false;
  note_fulls(a, b);
}

template <int kWords>
void HSearch<kWords>::meet_opponent(int a, int b, const Cells& stones) {
  if ((a < cells_ && stones.contains(a)) || (b < cells_ && stones.contains(b))) return clear(a, b);
  const int pair = table_.index(a, b);
  if (!table_[pair].reach.meets(stones)) return;
  auto& record = table_.edit(pair);
  const auto blocked = [&](const VirtualConnection& link) { return link.carrier.meets(stones); };
  table_.remove_if(record.semis, blocked);
  if (table_.remove_if(record.fulls, blocked)) {
    note_fulls(a, b);
    record.or_anew = true;
    want_or(a, b);
  }
  table_.refresh_reach(record);
}

// Bits of Connection::combined after the ends of a pair have new numbers.
static std::uint8_t renamed(std::uint8_t combined, bool in_order, bool now_in_order) {
  if (in_order == now_in_order) return combined;
  return static_cast<std::uint8_t>((combined & 1) << 1 | combined >> 1);
}

// Moves the connections of a pair to where its endpoints now are, without the cells that have become stones.
template <int kWords>
void HSearch<kWords>::meet_own(int a, int b, const Cells& stones) {
  const int pair = table_.index(a, b);
  if (table_[pair].fulls.count == 0 && table_[pair].semis.count == 0) return;
  const int new_a = a < cells_ ? endpoint_[a] : a, new_b = b < cells_ ? endpoint_[b] : b;
  if (new_a == new_b) return clear(a, b);
  const bool moved = new_a != a || new_b != b;
  if (!moved && !table_[pair].reach.meets(stones)) return;
  const auto affected = [&](const VirtualConnection& link) { return moved || link.carrier.meets(stones); };
  scratch_.clear();
  for (const auto links : {fulls(a, b), semis(a, b)})
    std::copy_if(links.begin(), links.end(), std::back_inserter(scratch_), affected);
  if (moved) {
    clear(a, b);
  } else {
    auto& record = table_.edit(pair);
    table_.remove_if(record.fulls, affected);
    table_.remove_if(record.semis, affected);
    table_.refresh_reach(record);
    note_fulls(a, b);
  }
  for (const VirtualConnection& link : scratch_) {
    const Cells carrier = link.carrier - stones;
    const int size = carrier.size();
    const bool shrunk = size < link.size;
    if (link.key == kNoMove)
      add_full(new_a, new_b, carrier, size, shrunk ? 0 : renamed(link.combined, a < b, new_a < new_b));
    else if (stones.contains(link.key)) add_full(new_a, new_b, carrier, size);
    else add_semi(new_a, new_b, carrier, size, link.key);
  }
}

// An endpoint whose stones have changed: all its full connections wait to be combined over it.
template <int kWords>
void HSearch<kWords>::go_over(int endpoint) {
  for (const int other : endpoints_) {
    if (other == endpoint) continue;
    const int pair = table_.index(endpoint, other);
    if (table_[pair].fulls.count == 0) continue;
    auto& list = table_.edit(pair).fulls;
    table_.own(list);
    const std::uint8_t over = end_bit(endpoint, other);
    for (VirtualConnection& link : table_.writable(list)) {
      link.combined &= static_cast<std::uint8_t>(~over);
      want_and(endpoint, other, link.carrier, over);
    }
  }
}

// Puts in the queues what an earlier search left when the colour had won.
template <int kWords>
void HSearch<kWords>::resume(int a, int b) {
  const int pair = table_.index(a, b);
  const std::uint8_t ends = ends_to_go_over(a, b);
  for (const VirtualConnection& link : fulls(a, b))
    want_and(a, b, link.carrier, static_cast<std::uint8_t>(ends & ~link.combined));
  if (table_[pair].or_due) {
    table_.edit(pair).or_due = false;
    want_or(a, b);
  }
}

template class HSearch<1>;
template class HSearch<2>;
template class HSearch<3>;
template class HSearch<6>;

}  // namespace beeline
