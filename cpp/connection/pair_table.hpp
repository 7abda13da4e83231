// The connections of every pair of endpoints, in lists that remember what they were.
//
// Each ply of play starts a new version. A pair's record is put in a log the first time a version changes it,
// and its lists are copied to the top of one pool before they are written to, so that going back is: put the
// logged records back and lower the top. Nothing is allocated for a single connection.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "connection/connection.hpp"

namespace beeline {

template <int kWords>
class PairTable {
 public:
  using Cells = CellSet<kWords>;
  using VirtualConnection = Connection<kWords>;

  struct List {
    std::uint32_t start = 0;
    std::uint16_t count = 0;
    std::uint16_t room = 0;  // 0: the entries belong to an earlier version
    Cells common;            // in every carrier of the list; meaningless when it is empty
  };

  struct Pair {
    List fulls, semis;
    Cells reach;  // no carrier goes beyond it
    std::uint32_t version = 0;
    bool or_due = false;   // waits for the OR rule
    bool or_anew = false;  // full connections are gone: what the OR rule found useless before may be of use
  };

  explicit PairTable(int endpoints) : pairs_(endpoints * (endpoints - 1) / 2) {}

  static int index(int a, int b) { return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a; }

  const Pair& operator[](int pair) const { return pairs_[pair]; }
  std::span<const VirtualConnection> view(const List& list) const { return {pool_.data() + list.start, list.count}; }
  // The entries of a list that `edit` has made writable.
  std::span<VirtualConnection> writable(const List& list) { return {pool_.data() + list.start, list.count}; }

  // The record, ready to be changed; its lists too once `own` has been called on them.
  Pair& edit(int pair) {
    Pair& record = pairs_[pair];
    if (record.version != version_) {
      log_.push_back({pair, record});
      record.version = version_;
      record.fulls.room = record.semis.room = 0;
    }
    return record;
  }

  void own(List& list) {
    if (list.room == 0) move_to_top(list, list.count + kSpare);
  }

  // Puts a link behind those that are not larger.
  void insert(Pair& record, List& list, const VirtualConnection& link) {
    if (list.count == 0) list.common = link.carrier;
    list.common &= link.carrier;
    record.reach |= link.carrier;
    if (list.count >= list.room) move_to_top(list, list.room == 0 ? list.count + kSpare : 2 * list.count);
    VirtualConnection* entries = pool_.data() + list.start;
    int at = list.count++;
    for (; at > 0 && entries[at - 1].size > link.size; --at) entries[at] = entries[at - 1];
    entries[at] = link;
  }

  // Takes out the links of a list for which `unwanted` holds; true if there were any.
  template <class Unwanted>
  bool remove_if(List& list, Unwanted unwanted) {
    const auto before = view(list);
    const auto first = std::find_if(before.begin(), before.end(), unwanted);
    if (first == before.end()) return false;
    const auto kept = first - before.begin();
    own(list);
    const auto entries = writable(list);
    const auto end = std::remove_if(entries.begin() + kept, entries.end(), unwanted);
    list.count = static_cast<std::uint16_t>(end - entries.begin());
    refresh_common(list);
    return true;
  }

  void refresh_common(List& list) {
    if (list.count == 0) return;
    const auto entries = view(list);
    list.common = entries[0].carrier;
    for (const VirtualConnection& link : entries.subspan(1)) list.common &= link.carrier;
  }

  void refresh_reach(Pair& record) {
    record.reach = Cells();
    for (const List* list : {&record.fulls, &record.semis})
      for (const VirtualConnection& link : view(*list)) record.reach |= link.carrier;
  }

  // Versions
  void clear() {
    std::fill(pairs_.begin(), pairs_.end(), Pair{});
    log_.clear();
    marks_.clear();
    top_ = version_ = 0;
  }

  void begin_version() {
    marks_.push_back({log_.size(), top_});
    ++version_;
  }

  void revert_version() {
    const Mark mark = marks_.back();
    marks_.pop_back();
    while (log_.size() > mark.logged) {
      pairs_[log_.back().pair] = log_.back().record;
      log_.pop_back();
    }
    top_ = mark.top;
    --version_;
  }

 private:
  static constexpr int kSpare = 4;

  struct Logged {
    int pair;
    Pair record;
  };
  struct Mark {
    std::size_t logged;
    std::uint32_t top;
  };

  void move_to_top(List& list, int room) {
    if (top_ + room > pool_.size()) pool_.resize(std::max<std::size_t>(2 * pool_.size(), top_ + room + 1024));
    std::copy_n(pool_.begin() + list.start, list.count, pool_.begin() + top_);
    list.start = top_;
    list.room = static_cast<std::uint16_t>(room);
    top_ += room;
  }

  std::vector<Pair> pairs_;
  std::vector<VirtualConnection> pool_;
  std::uint32_t top_ = 0;
  std::uint32_t version_ = 0;
  std::vector<Logged> log_;
  std::vector<Mark> marks_;
};

}  // namespace beeline
