// Holds the claims of H-search against exhaustive play.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <iostream>
#include <string>
#include <unordered_set>

#include "check.hpp"
#include "connection/connections.hpp"
#include "connection_oracle.hpp"
#include "hex_referee.hpp"

// Checks all the claims of a position, each only once over the life of the checker.
template <int kWords>
class ClaimChecker {
 public:
  using Cells = CellSet<kWords>;

  // Claims with more than `most_open` cells to play in are only checked for their form: on larger boards they
  // outgrow exhaustive play. Connections of a search with these limits may go along edges of their colour only if the
  // limits say so.
  ClaimChecker(int rows, int cols, const ConnectionLimits& limits, int most_open = Cells::kCapacity)
      : rows_(rows), cols_(cols), most_open_(most_open) {
    for (const Colour colour : kColours)
      oracles_[index_of(colour)] =
          limits.captured || limits.over_edges
              ? ConnectionOracle<kWords>(rows, cols,
                                         {cells_of(colour, kFirstEdge, true), cells_of(colour, kSecondEdge, true)})
              : ConnectionOracle<kWords>(rows, cols);
  }

  void check(const Connections<kWords>& connections) {
    for (const Colour colour : kColours) {
      const auto ends = connections.endpoints(colour);
      for (const Endpoint a : ends)
        for (const Endpoint b : ends)
          if (a < b) check_pair(connections, colour, a, b);
    }
  }

  void report(const std::string& what) const {
    CHECK(played_out_ > 0);
    CHECK_EQUAL(wrong_, 0);
    if (check::full)
      std::cout << what << ": " << played_out_ << " claims played out, " << too_large_ << " too large, " << wrong_
                << " wrong" << std::endl;
  }

 private:
  void check_pair(const Connections<kWords>& connections, Colour colour, Endpoint a, Endpoint b) {
    const Cells own = connections.stones(colour) | cells_of(colour, a, false) | cells_of(colour, b, false);
    const auto verify = [&](const Connection<kWords>& link, const Cells& stones, const Cells& open) {
      if (!is_new(colour, a, b, stones, open)) return;
      const bool key_inside = link.key == kNoMove || link.carrier.contains(link.key);
      const bool clean = link.carrier.inside(connections.empty_cells()) && !link.carrier.meets(own) &&
                         link.size == link.carrier.size() && key_inside;
      wrong_ += !(clean && holds(colour, stones, open, cells_of(colour, a, true), cells_of(colour, b, true)));
    };
    for (const auto& link : connections.full(colour, a, b)) verify(link, own, link.carrier);
    for (const auto& link : connections.semi(colour, a, b)) {
      CHECK(link.key != kNoMove);
      verify(link, own | Cells::of(link.key), link.carrier - Cells::of(link.key));
    }
  }

  bool holds(Colour colour, const Cells& stones, const Cells& open, const Cells& from, const Cells& to) {
    const bool too_large = open.size() > most_open_;
    ++(too_large ? too_large_ : played_out_);
    return too_large || oracles_[index_of(colour)].holds(stones, open, from, to);
  }

  // An edge has no cell of its own to count as taken; those along it are where a way ends.
  Cells cells_of(Colour colour, Endpoint end, bool along_edge) const {
    if (end < rows_ * cols_) return Cells::of(end);
    Cells edge;
    if (!along_edge) return edge;
    const bool first = end == kFirstEdge;
    if (colour == kBlack)
      for (int col = 0; col < cols_; ++col) edge.insert(first ? col : (rows_ - 1) * cols_ + col);
    else
      for (int row = 0; row < rows_; ++row) edge.insert(row * cols_ + (first ? 0 : cols_ - 1));
    return edge;
  }

  // Opposing stones do not enter into a claim, so that many positions share one.
  bool is_new(Colour colour, Endpoint a, Endpoint b, const Cells& own, const Cells& open) {
    if (seen_.size() > 40'000'000) seen_.clear();
    std::uint64_t hash = static_cast<std::uint64_t>(colour) << 32 | static_cast<std::uint64_t>(a) << 16 | b;
    for (int word = 0; word < kWords; ++word)
      for (const std::uint64_t part : {own.bits(word), open.bits(word)})
        hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL, hash ^= hash >> 29;
    return seen_.insert(hash).second;
  }

  int rows_, cols_, most_open_;
  std::array<ConnectionOracle<kWords>, 2> oracles_{ConnectionOracle<kWords>(1, 1), ConnectionOracle<kWords>(1, 1)};
  std::unordered_set<std::uint64_t> seen_;
  long long played_out_ = 0, too_large_ = 0, wrong_ = 0;
};
