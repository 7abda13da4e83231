// Whether a claimed connection holds, by exhaustive play inside its carrier.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/cell_set.hpp"
#include "hex_referee.hpp"

// One claim: `joined` are the owner's stones and the ends that are cells, `open` is the carrier. An end that
// is an edge is given by the cells along it.
template <int kWords>
class ConnectionOracle {
 public:
  using Cells = CellSet<kWords>;

  ConnectionOracle(int rows, int cols) : neighbours_(rows * cols) {
    const Referee board(rows, cols);
    for (int cell = 0; cell < rows * cols; ++cell)
      for (const int next : board.neighbours(cell)) neighbours_[cell].insert(next);
  }

  // The opponent moves first, inside `open`.
  bool holds(const Cells& own, const Cells& open, const Cells& from, const Cells& to) {
    // A new map is cheaper than clearing one that has grown once.
    if (from != from_ || to != to_ || known_.size() > 1'000'000) known_ = {};
    from_ = from;
    to_ = to;
    return keeps(own, open).holds;
  }

 private:
  struct Answer {
    bool holds;
    Cells needed;  // the cells that the strategy of the side that gets its way uses, whatever happens elsewhere
  };
  struct Key {
    Cells own, open;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t hash = 0;
      for (int i = 0; i < kWords; ++i)
        hash = ((hash ^ key.own.bits(i)) * 0x9e3779b97f4a7c15ULL ^ key.open.bits(i)) * 0xe7037ed1a0b428dbULL;
      return hash ^ hash >> 32;
    }
  };

  // A move outside what the other side's strategy needs is answered by that strategy, so that only moves
  // inside all the strategies found so far are left to try.
  Answer keeps(const Cells& own, const Cells& open) {
    if (connected(own)) return {true, Cells()};
    if (!connected(own | open)) return {false, Cells()};
    const auto found = known_.find({own, open});
    if (found != known_.end()) return found->second;
    Answer answer{true, Cells()};
    for (Cells left = open; !left.empty();) {
      const int intrusion = left.lowest();
      const Answer after = replies(own, open - Cells::of(intrusion), intrusion);
      if (!after.holds) {
        answer = {false, after.needed | Cells::of(intrusion)};
        break;
      }
      left &= after.needed;
      answer.needed |= after.needed;
    }
    known_.emplace(Key{own, open}, answer);
    return answer;
  }

  // Replies in the order of how near they bring the ends: good guesses first, for speed alone.
  Answer replies(const Cells& own, const Cells& open, int intrusion) {
    std::array<std::uint8_t, Cells::kCapacity> rank;
    for (const int cell : open)
      rank[cell] = static_cast<std::uint8_t>(2 * stones_missing(own | Cells::of(cell), open - Cells::of(cell)) +
                                             !neighbours_[intrusion].contains(cell));
    Answer answer{false, Cells()};
    for (Cells left = open; !left.empty();) {
      int best = left.lowest();
      for (const int cell : left)
        if (rank[cell] < rank[best]) best = cell;
      const Answer after = keeps(own | Cells::of(best), open - Cells::of(best));
      if (after.holds) return {true, after.needed | Cells::of(best)};
      left &= after.needed;
      answer.needed |= after.needed;
    }
    return answer;
  }

  // How many more stones it takes to join the ends if two free cells in common count as a link; 9 for too
  // many.
  int stones_missing(const Cells& own, const Cells& open) const {
    Cells stones = own, reached = own & from_, around = from_;
    const auto take = [&](const Cells& cells) {
      reached |= cells;
      for (const int cell : cells) around |= neighbours_[cell];
    };
    take(reached);
    for (int missing = 0; missing < 9; ++missing) {
      for (bool grown = true; grown;) {
        const Cells target = to_ & around & (open | stones);
        if (reached.meets(to_) || target.meets(stones) || target.size() >= 2) return missing;
        Cells linked;
        for (const int cell : stones - reached)
          if (around.contains(cell) || (around & neighbours_[cell] & open).size() >= 2) linked.insert(cell);
        take(linked);
        grown = !linked.empty();
      }
      Cells next;
      for (const int cell : open - stones)
        if (around.contains(cell) || (around & neighbours_[cell] & open).size() >= 2) next.insert(cell);
      stones |= next;
      take(next);
    }
    return 9;
  }

  bool connected(const Cells& own) const {
    Cells reached, frontier = own & from_;
    while (!frontier.empty()) {
      if (frontier.meets(to_)) return true;
      reached |= frontier;
      Cells next;
      for (const int cell : frontier) next |= neighbours_[cell];
      frontier = (next & own) - reached;
    }
    return false;
  }

  std::vector<Cells> neighbours_;
    Cells from_, to_;
  std::unordered_map<Key, Answer, Hash> known_;
};
