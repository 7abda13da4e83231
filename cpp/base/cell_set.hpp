// A set of board cells, as bits: cell row * cols + col is bit (index % 64) of word (index / 64).
//
// Code that works on sets is templated on the number of words and instantiated for the four sizes below;
// the choice is made once, where a board comes in.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace beeline {

template <int kWords>
class CellSet {
 public:
  static constexpr int kCapacity = kWords * 64;

  constexpr CellSet() = default;

  static constexpr CellSet of(int cell) {
    CellSet set;
    set.insert(cell);
    return set;
  }

  // The cells 0 .. count - 1.
  static constexpr CellSet first(int count) {
    CellSet set;
    for (int cell = 0; cell < count; ++cell) set.insert(cell);
    return set;
  }

  constexpr bool contains(int cell) const { return words_[word(cell)] >> (cell & 63) & 1; }
  constexpr void insert(int cell) { words_[word(cell)] |= std::uint64_t{1} << (cell & 63); }
  constexpr void erase(int cell) { words_[word(cell)] &= ~(std::uint64_t{1} << (cell & 63)); }

  constexpr bool empty() const {
    std::uint64_t any = 0;
    for (int i = 0; i < kWords; ++i) any |= words_[i];
    return any == 0;
  }

  constexpr int size() const {
    int count = 0;
    for (int i = 0; i < kWords; ++i) count += std::popcount(words_[i]);
    return count;
  }

  // The lowest cell; the set is not empty.
  constexpr int lowest() const {
    int i = 0;
    if constexpr (kWords > 1)
      while (words_[i] == 0) ++i;
    return i * 64 + std::countr_zero(words_[i]);
  }

  constexpr bool meets(const CellSet& other) const {
    std::uint64_t common = 0;
    for (int i = 0; i < kWords; ++i) common |= words_[i] & other.words_[i];
    return common != 0;
  }

  // Whether every member is in `other`.
  constexpr bool inside(const CellSet& other) const {
    std::uint64_t outside = 0;
    for (int i = 0; i < kWords; ++i) outside |= words_[i] & ~other.words_[i];
    return outside == 0;
  }

  constexpr CellSet& operator|=(const CellSet& other) {
    for (int i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& other) {
    for (int i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  // The members that are not in `other`.
  constexpr CellSet& operator-=(const CellSet& other) {
    for (int i = 0; i < kWords; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend constexpr CellSet operator-(CellSet a, const CellSet& b) { return a -= b; }
  friend constexpr bool operator==(const CellSet&, const CellSet&) = default;

  // The same cells in a set of more words.
  template <int kWide>
  constexpr CellSet<kWide> widened() const {
    CellSet<kWide> set;
    for (int i = 0; i < kWords; ++i) set.set_bits(i, words_[i]);
    return set;
  }

  constexpr std::uint64_t bits(int word) const { return words_[word]; }
  constexpr void set_bits(int word, std::uint64_t bits) { words_[word] = bits; }

  // Members in ascending order: for (int cell : set).
  class Iterator {
   public:
    constexpr explicit Iterator(const CellSet& rest) : rest_(rest) {}
    constexpr int operator*() const { return rest_.lowest(); }
    constexpr Iterator& operator++() {
      rest_.drop_lowest();
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const { return rest_ != other.rest_; }

   private:
    CellSet rest_;
  };
  constexpr Iterator begin() const { return Iterator(*this); }
  constexpr Iterator end() const { return Iterator(CellSet()); }

 private:
  static constexpr int word(int cell) { return kWords == 1 ? 0 : cell >> 6; }

  constexpr void drop_lowest() {
    int i = 0;
    if constexpr (kWords > 1)
      while (words_[i] == 0) ++i;
    words_[i] &= words_[i] - 1;
  }

  std::array<std::uint64_t, kWords> words_{};
};

// Words that hold the cells of any board.
inline constexpr int kMostWords = 6;

// Calls action.template operator()<kWords>() with the smallest number of words that holds `cells` cells, up
// to 384: the largest board has 19 × 19.
template <class Action>
decltype(auto) with_words_for(int cells, Action&& action) {
  if (cells <= 64) return std::forward<Action>(action).template operator()<1>();
  if (cells <= 128) return std::forward<Action>(action).template operator()<2>();
  if (cells <= 192) return std::forward<Action>(action).template operator()<3>();
  return std::forward<Action>(action).template operator()<kMostWords>();
}

}  // namespace beeline
