// The rules of H-search and their closure: members of HSearch that h_search.cpp compiles.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "connection/h_search.hpp"

namespace beeline {

// The AND rule has precedence: the OR rule then sees all the semi-connections of a pair at once.
template <int kWords>
void HSearch<kWords>::search() {
  while (!(limits_.stop_at_win && won())) {
    if (next_waiting_ < waiting_.size()) {
      const Waiting full = waiting_[next_waiting_++];
      and_rule(full);
    } else if (!or_waiting_.empty()) {
      const auto [a, b] = or_waiting_.back();
      or_waiting_.pop_back();
      or_rule(a, b);
    } else {
      break;
    }
    if (next_waiting_ == waiting_.size()) waiting_.clear(), next_waiting_ = 0;
  }
  unfinished_ = next_waiting_ < waiting_.size() || !or_waiting_.empty();
  waiting_.clear();
  next_waiting_ = 0;
  or_waiting_.clear();
}

template <int kWords>
void HSearch<kWords>::and_rule(const Waiting& full) {
  const int pair = table_.index(full.a, full.b);
  const auto links = table_.view(table_[pair].fulls);
  const auto found = std::find_if(links.begin(), links.end(),
                                  [&](const VirtualConnection& link) { return link.carrier == full.carrier; });
  if (found == links.end() || (found->combined & full.over) == full.over) return;
  const auto position = found - links.begin();
  auto& list = table_.edit(pair).fulls;
  table_.own(list);
  VirtualConnection& marked = table_.writable(list)[position];
  const auto over = static_cast<std::uint8_t>(full.over & ~marked.combined);
  marked.combined |= over;
  const VirtualConnection link = marked;
  if (over & end_bit(full.a, full.b)) and_over(full.a, full.b, link);
  if (over & end_bit(full.b, full.a)) and_over(full.b, full.a, link);
}

// Combines a full connection middle–end with all those at the middle that have been through here already.
template <int kWords>
void HSearch<kWords>::and_over(int middle, int end, const VirtualConnection& full) {
  const Cells others = joined_[middle] - full.carrier - touching_[end] - as_cell(end);
  for (const int other : others) and_with(end, middle, other, full);
  for (const int edge : {first_edge(), second_edge()})
    if (edge != end && edge != middle) and_with(end, middle, edge, full);
}

// The carriers have no cell in common, or only such as stones on the ends and in the middle have captured, which then
// all are part of the new carrier.
template <int kWords>
void HSearch<kWords>::and_with(int end, int middle, int other, const VirtualConnection& full) {
  const int pair = table_.index(middle, other);
  if (table_[pair].fulls.count == 0) return;
  const Cells captured = captured_by(end, middle, other);
  const bool may_share = limits_.captured && !captured.empty();
  const auto too_much = [&](const Cells& shared) { return !may_share || !shared.inside(captured); };
  const Cells& common = table_[pair].fulls.common;
  if (common.meets(full.carrier) && too_much(common & full.carrier)) return;
  const bool stone = !is_empty_cell(middle);
  const std::uint8_t done = end_bit(middle, other);
  const Cells middle_cell = stone ? Cells() : as_cell(middle);
  const Cells taken = full.carrier | as_cell(end);
  for (int i = 0; i < table_[pair].fulls.count; ++i) {
    const VirtualConnection& partner = table_.view(table_[pair].fulls)[i];
    const bool apart = !partner.carrier.meets(taken);
    if (!(partner.combined & done) || (!apart && too_much(partner.carrier & taken))) continue;
    const Cells carrier = apart ? full.carrier | partner.carrier : full.carrier | partner.carrier | captured;
    const int size = apart ? full.size + partner.size : carrier.size();
    if (stone) add_full(end, other, carrier, size);
    else add_semi(end, other, carrier | middle_cell, size + 1, static_cast<Move>(middle));
  }
}

// Looks for full connections that leave out a cell which all the full ones of the pair have so far. A cell
// that is in all the new semi-connections has been tried without them.
template <int kWords>
void HSearch<kWords>::or_rule(int a, int b) {
  const int pair = table_.index(a, b);
  auto& record = table_.edit(pair);
  const Cells in_all_new = record.or_anew ? Cells() : mark_tried(record.semis);
  record.or_due = record.or_anew = false;
  const Cells captured = captured_by(a, b);
  if (record.semis.count < 2 || !record.semis.common.inside(captured)) return;
  Cells found;
  if (record.fulls.count == 0) {
    if (!small_union(table_.view(record.semis), Cells(), captured, found)) return;
    add_full(a, b, found, found.size());
  }
  for (Cells untried = record.fulls.common - in_all_new; !untried.empty();) {
    const Cells without = Cells::of(untried.lowest());
    untried -= without;
    if (!small_union(table_.view(record.semis), without, captured, found)) continue;
    add_full(a, b, found, found.size());
    untried &= record.fulls.common;
  }
}

// Marks the semi-connections of a list as seen by the OR rule; the cells common to those that were new.
template <int kWords>
auto HSearch<kWords>::mark_tried(typename PairTable<kWords>::List& semis) -> Cells {
  Cells common = board_;
  table_.own(semis);
  for (VirtualConnection& link : table_.writable(semis)) {
    if (link.combined == 0) common &= link.carrier;
    link.combined = 1;
  }
  return common;
}

// A union of carriers that have no cell in common, or only captured ones, and all avoid `without`: the smallest of at
// most or_width ones, else that of the first ones that each take something away from what is common. Captured cells are
// part of it if they are needed.
template <int kWords>
bool HSearch<kWords>::small_union(std::span<const VirtualConnection> semis, const Cells& without, const Cells& captured,
                                  Cells& result) {
  const Cells shared = captured.meets(without) ? Cells() : captured;
  Cells common = board_, all;
  for (const VirtualConnection& semi : semis) {
    if (semi.carrier.meets(without) || common.inside(semi.carrier)) continue;
    common &= semi.carrier;
    all |= semi.carrier;
    if (common.inside(shared)) break;
  }
  if (!common.inside(shared)) return false;
  if (!common.empty()) all |= shared;
  best_union_ = all;
  best_size_ = all.size();
  for (std::size_t i = 0; i + 1 < semis.size(); ++i)
    if (!semis[i].carrier.meets(without))
      extend_union(semis.subspan(i + 1), without, shared, semis[i].carrier, semis[i].carrier, limits_.or_width - 1);
  result = best_union_;
  return true;
}

template <int kWords>
void HSearch<kWords>::extend_union(std::span<const VirtualConnection> semis, const Cells& without,
                                   const Cells& captured, const Cells& common, const Cells& all, int width) {
  for (std::size_t i = 0; i < semis.size(); ++i) {
    if (semis[i].size >= best_size_) return;  // and so are the rest
    const Cells rest = common & semis[i].carrier;
    if (width == 0 || rest == common || semis[i].carrier.meets(without)) continue;
    Cells larger = all | semis[i].carrier;
    const bool done = rest.inside(captured);
    if (!done && width == 1) continue;
    if (done && !rest.empty()) larger |= captured;
    const int size = larger.size();
    if (size >= best_size_) continue;
    if (done) {
      best_union_ = larger;
      best_size_ = size;
    } else {
      extend_union(semis.subspan(i + 1), without, captured, rest, larger, width - 1);
    }
  }
}

template <int kWords>
void HSearch<kWords>::add_full(int a, int b, const Cells& carrier, int size, std::uint8_t combined) {
  const int pair = table_.index(a, b);
  {
    const auto& fulls = table_[pair].fulls;
    for (const VirtualConnection& link : table_.view(fulls)) {
      if (link.size > size) break;
      if (link.carrier.inside(carrier)) return;
    }
  }
  auto& record = table_.edit(pair);
  const auto larger = [&](const VirtualConnection& link) { return link.size >= size && carrier.inside(link.carrier); };
  const bool replaces = table_.remove_if(record.fulls, larger);
  if (!replaces && record.fulls.count >= limits_.fulls && record.fulls.common.inside(carrier)) return;
  table_.remove_if(record.semis, larger);
  table_.insert(record, record.fulls, {carrier, kNoMove, static_cast<std::uint16_t>(size), combined});
  note_fulls(a, b);
  want_and(a, b, carrier, static_cast<std::uint8_t>(ends_to_go_over(a, b) & ~combined));
}

template <int kWords>
void HSearch<kWords>::add_semi(int a, int b, const Cells& carrier, int size, Move key) {
  const int pair = table_.index(a, b);
  {
    const auto& old = table_[pair];
    for (const VirtualConnection& link : table_.view(old.fulls)) {
      if (link.size > size) break;
      if (link.carrier.inside(carrier)) return;
    }
    const auto semis = table_.view(old.semis);
    for (const VirtualConnection& link : semis) {
      if (link.size > size) break;
      if (link.carrier.inside(carrier)) return;
    }
    const bool crowded = old.semis.count >= limits_.semis && semis.back().size <= size;
    if (crowded && old.semis.common.inside(carrier)) return;
  }
  auto& record = table_.edit(pair);
  auto& semis = record.semis;
  const auto larger = [&](const VirtualConnection& link) { return link.size >= size && carrier.inside(link.carrier); };
  table_.remove_if(semis, larger);
  if (semis.count >= limits_.semis) {
    table_.own(semis);
    --semis.count;
    table_.refresh_common(semis);
  }
  table_.insert(record, semis, {carrier, key, static_cast<std::uint16_t>(size), 0});
  want_or(a, b);
}

template <int kWords>
void HSearch<kWords>::want_or(int a, int b) {
  const int pair = table_.index(a, b);
  const auto& record = table_[pair];
  if (record.or_due || record.semis.count < 2 || !record.semis.common.inside(captured_by(a, b))) return;
  if (record.fulls.count > 0 && record.fulls.common.empty()) return;
  table_.edit(pair).or_due = true;
  or_waiting_.emplace_back(static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b));
}

template <int kWords>
void HSearch<kWords>::want_and(int a, int b, const Cells& carrier, std::uint8_t over) {
  if (over == 0) return;
  waiting_.push_back({static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), over, carrier});
}

template <int kWords>
void HSearch<kWords>::note_fulls(int a, int b) {
  const auto& fulls = table_[table_.index(a, b)].fulls;
  const bool joined = fulls.count > 0, touching = joined && table_.view(fulls)[0].size == 0;
  const auto note = [](std::vector<Cells>& sets, int at, int cell, bool in) {
    if (in) sets[at].insert(cell);
    else sets[at].erase(cell);
  };
  for (const auto& [at, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (other >= cells_) continue;
    note(joined_, at, other, joined);
    note(touching_, at, other, touching);
  }
}

}  // namespace beeline
