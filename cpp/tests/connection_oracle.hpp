// Whether a claimed connection holds, by exhaustive play inside its carrier.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <unordered_map>
#include <vector>

#include "base/cell_set.hpp"
#include "hex_referee.hpp"

// One claim: `own` are the owner's stones and the ends that are cells, `open` is the carrier, of at most 64
// cells. An end that is an edge is given by the cells along it.
template <int kWords>
class ConnectionOracle {
 public:
  using Cells = CellSet<kWords>;

  ConnectionOracle(int rows, int cols) : neighbours_(rows * cols) {
    const Referee board(rows, cols);
    for (int cell = 0; cell < rows * cols; ++cell)
      for (const int next : board.neighbours(cell)) neighbours_[cell].insert(next);
  }

  // A way may also go along an edge of the owner: what touches it there is joined.
  ConnectionOracle(int rows, int cols, std::initializer_list<Cells> edges) : ConnectionOracle(rows, cols) {
    for (const Cells& edge : edges)
      for (const int cell : edge) neighbours_[cell] |= edge - Cells::of(cell);
  }

  // The opponent moves first, inside `open`.
  bool holds(const Cells& own, const Cells& open, const Cells& from, const Cells& to) {
    const Cells first = joined(own, from & own), second = joined(own, to & own);
    if (first.meets(to)) return true;
    number(open);
    start_ = numbers_of((from | around(first)) & open);
    goal_ = numbers_of((to | around(second)) & open);
    link(own, open);
    known_ = {};
    return keeps(Numbers(), Numbers::first(open.size())).holds;
  }

 private:
  // The open cells, counted from 0: all that is played on, however large the board.
  using Numbers = CellSet<1>;

  struct Answer {
    bool holds;
    Numbers needed;  // what the strategy of the side that gets its way uses, whatever happens elsewhere
  };
  struct Key {
    Numbers own, open;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const std::uint64_t hash = (key.own.bits(0) * 0x9e3779b97f4a7c15ULL ^ key.open.bits(0)) * 0xe7037ed1a0b428dbULL;
      return hash ^ hash >> 32;
    }
  };

  void number(const Cells& open) {
    std::uint8_t next = 0;
    for (const int cell : open) number_[cell] = next++;
  }

  Numbers numbers_of(const Cells& cells) const {
    Numbers numbers;
    for (const int cell : cells) numbers.insert(number_[cell]);
    return numbers;
  }

  // Open cells are neighbours if they touch, or touch the same group of stones.
  void link(const Cells& own, const Cells& open) {
    for (const int cell : open) linked_[number_[cell]] = numbers_of(neighbours_[cell] & open);
    for (Cells stones = own & around(open); !stones.empty();) {
      const Cells group = joined(own, Cells::of(stones.lowest()));
      const Numbers touching = numbers_of(around(group) & open);
      for (const int number : touching) linked_[number] |= touching;
      stones -= group;
    }
  }

  Cells around(const Cells& cells) const {
    Cells found;
    for (const int cell : cells) found |= neighbours_[cell];
    return found;
  }

  // The stones that are joined to some of them.
  Cells joined(const Cells& stones, const Cells& some) const {
    Cells reached = some;
    for (Cells fresh = some; !fresh.empty(); reached |= fresh) fresh = (around(fresh) & stones) - reached;
    return reached;
  }

  // A move outside what the other side's strategy needs is answered by that strategy, so that only moves
  // inside all the strategies found so far are left to try.
  Answer keeps(const Numbers& own, const Numbers& open) {
    if (connected(own)) return {true, Numbers()};
    if (!connected(own | open)) return {false, Numbers()};
    const auto found = known_.find({own, open});
    if (found != known_.end()) return found->second;
    Answer answer{true, Numbers()};
    for (Numbers left = open; !left.empty();) {
      const int intrusion = left.lowest();
      const Answer after = replies(own, open - Numbers::of(intrusion), intrusion);
      if (!after.holds) {
        answer = {false, after.needed | Numbers::of(intrusion)};
        break;
      }
      left &= after.needed;
      answer.needed |= after.needed;
    }
    known_.emplace(Key{own, open}, answer);
    return answer;
  }

  // Replies in the order of how near they bring the ends: good guesses first, for speed alone.
  Answer replies(const Numbers& own, const Numbers& open, int intrusion) {
    std::array<std::uint8_t, Numbers::kCapacity> rank;
    for (const int cell : open) {
      const int missing = stones_missing(own | Numbers::of(cell), open - Numbers::of(cell));
      rank[cell] = static_cast<std::uint8_t>(2 * missing + !linked_[intrusion].contains(cell));
    }
    Answer answer{false, Numbers()};
    for (Numbers left = open; !left.empty();) {
      int best = left.lowest();
      for (const int cell : left)
        if (rank[cell] < rank[best]) best = cell;
      const Answer after = keeps(own | Numbers::of(best), open - Numbers::of(best));
      if (after.holds) return {true, after.needed | Numbers::of(best)};
      left &= after.needed;
      answer.needed |= after.needed;
    }
    return answer;
  }

  // How many more stones it takes to join the ends if two free cells in common count as a link; 9 for too
  // many.
  int stones_missing(const Numbers& own, const Numbers& open) const {
    Numbers stones = own, reached = own & start_, around = start_;
    const auto take = [&](const Numbers& cells) {
      reached |= cells;
      for (const int cell : cells) around |= linked_[cell];
    };
    take(reached);
    for (int missing = 0; missing < 9; ++missing) {
      for (bool grown = true; grown;) {
        const Numbers target = goal_ & around & (open | stones);
        if (reached.meets(goal_) || target.meets(stones) || target.size() >= 2) return missing;
        Numbers linked;
        for (const int cell : stones - reached)
          if (around.contains(cell) || (around & linked_[cell] & open).size() >= 2) linked.insert(cell);
        take(linked);
        grown = !linked.empty();
      }
      Numbers next;
      for (const int cell : open - stones)
        if (around.contains(cell) || (around & linked_[cell] & open).size() >= 2) next.insert(cell);
      stones |= next;
      take(next);
    }
    return 9;
  }

  bool connected(const Numbers& own) const {
    Numbers reached, frontier = own & start_;
    while (!frontier.empty()) {
      if (frontier.meets(goal_)) return true;
      reached |= frontier;
      Numbers next;
      for (const int cell : frontier) next |= linked_[cell];
      frontier = (next & own) - reached;
    }
    return false;
  }

  std::vector<Cells> neighbours_;
  std::array<std::uint8_t, Cells::kCapacity> number_;
  // Of the claim in hand: the neighbours of each open cell, and the open cells that touch either end.
  std::array<Numbers, Numbers::kCapacity> linked_;
  Numbers start_, goal_;
  std::unordered_map<Key, Answer, Hash> known_;
};
