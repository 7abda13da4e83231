// What the solver remembers of positions: bounds of the proof, and enough to go on without looking at the
// position anew. The table is bounded; an entry that makes room for another costs time and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "base/cell_set.hpp"
#include "inferior/filled_position.hpp"
#include "rules/types.hpp"

namespace beeline {

// Proof number (phi) and disproof number (delta) from the view of the side to move: how many positions at
// least must still be decided to show that it wins, and that it loses.
struct Bounds {
  static constexpr std::uint32_t kInfinite = 1u << 30;

  std::uint32_t phi = 1, delta = 1;

  bool won() const { return phi == 0; }
  bool lost() const { return delta == 0; }
  bool decided() const { return won() || lost(); }
  static constexpr Bounds win() { return {0, kInfinite}; }
  static constexpr Bounds loss() { return {kInfinite, 0}; }
};

// A position with fill-in and the side to move; the position turned by 180 degrees has the same key. On boards
// of one word the key is the position itself, on larger ones 128 bits of hash.
template <int kWords>
struct ProofKey {
  std::uint64_t first, second;
  Colour to_move;
  bool turned;  // the key is that of the turned position: cells of the entry count from the other end

  ProofKey(const FilledPosition<kWords>& position, Colour to_move_);

  std::uint64_t hash() const {
    std::uint64_t state = first * 0x9e3779b97f4a7c15ULL ^ second ^ static_cast<std::uint64_t>(to_move) << 62;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebULL;
    return state ^ (state >> 31);
  }
};

// The cells as seen from the other side of the board.
template <int kWords>
CellSet<kWords> rotated(const CellSet<kWords>& cells, int board_cells);

// Of a decided position: `carrier` is a set of empty cells such that the winner wins even if all other empty
// cells are the loser's. Of an open one: the union of such sets for all moves that are refuted already.
template <int kWords>
struct ProofEntry {
  static constexpr int kMoves = 16;
  using Cell = std::conditional_t<kWords <= 4, std::uint8_t, std::uint16_t>;

  std::uint64_t first = 0, second = 0;
  Bounds bounds;
  std::uint32_t work = 0;  // positions looked at below; 0 marks a free place
  Colour to_move = Colour::None;
  std::uint8_t count = 0;        // of `moves`; 0 if they are not known
  std::uint16_t best = kNoMove;  // of a won position: a winning move
  CellSet<kWords> carrier;
  CellSet<kWords> open;            // moves not refuted
  std::array<Cell, kMoves> moves;  // of these, the most promising ones in order

  bool is_for(const ProofKey<kWords>& key) const {
    return work > 0 && first == key.first && second == key.second && to_move == key.to_move;
  }
};
static_assert(sizeof(ProofEntry<1>) == 64);

template <int kWords>
class ProofTable {
 public:
  // Rounded up to a power of two, at least one bucket.
  explicit ProofTable(std::size_t entries) {
    while (size_ < entries) size_ *= 2;
    clear();
  }

  const ProofEntry<kWords>* find(const ProofKey<kWords>& key) const {
    const ProofEntry<kWords>* bucket = entries_.get() + bucket_of(key);
    for (int i = 0; i < kBucket; ++i)
      if (bucket[i].is_for(key)) return bucket + i;
    return nullptr;
  }

  // The place for a position: its own if it has one, else that of the entry with the least work in it.
  ProofEntry<kWords>& place(const ProofKey<kWords>& key) {
    ProofEntry<kWords>* bucket = entries_.get() + bucket_of(key);
    ProofEntry<kWords>* cheapest = bucket;
    for (int i = 0; i < kBucket; ++i) {
      if (bucket[i].is_for(key)) return bucket[i];
      if (bucket[i].work < cheapest->work) cheapest = bucket + i;
    }
    *cheapest = {};
    cheapest->first = key.first;
    cheapest->second = key.second;
    cheapest->to_move = key.to_move;
    return *cheapest;
  }

  // Fresh memory is all zeros, which is free places, and costs nothing before it is used.
  void clear() {
    entries_.reset(static_cast<ProofEntry<kWords>*>(std::calloc(size_, sizeof(ProofEntry<kWords>))));
    if (!entries_) throw std::bad_alloc();
  }

 private:
  static constexpr int kBucket = 4;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::size_t bucket_of(const ProofKey<kWords>& key) const { return (key.hash() & (size_ / kBucket - 1)) * kBucket; }

  std::size_t size_ = kBucket;
  std::unique_ptr<ProofEntry<kWords>[], Free> entries_;
};

}  // namespace beeline
