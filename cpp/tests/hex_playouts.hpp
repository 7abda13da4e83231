// The continuation policies of Hex written down as the paper tells them, and the chance of every playout.
#pragma once

#include <cmath>
#include <map>

#include "check.hpp"
#include "hex_referee.hpp"
#include "tracker/continuation.hpp"

inline constexpr int kCodes = 4096;  // patterns a colour

// Every way to fill the board that a policy has, with its probability.
class ExactPlayouts {
 public:
  using Splits = std::map<unsigned, double>;  // the cells that Black gets, as bits

  ExactPlayouts(const HexBoard& board, const Continuation& continuation)
      : continuation_(continuation), referee_(referee_of(board)) {
    const bool moved = !board.history().empty() && board.history().back().kind == HexStep::Kind::Stone;
    play_on(board.to_move(), moved ? board.history().back().cell : -1, 1);
  }

  const Splits& splits() const { return splits_; }

 private:
  std::map<int, double> around(int last, Colour colour) const {
    std::map<int, double> weights;
    if (last < 0) return weights;
    for (const int cell : referee_.neighbours(last)) {
      if (referee_.cells[cell] != kNone) continue;
      const int code = referee_.pattern_code(cell) | (colour == kBlack ? kCodes : 0);
      const bool weighted = continuation_.kind == ContinuationKind::Patterns;
      const double weight = weighted ? (*continuation_.weights)[code] : 1;
      if (weight > 0) weights[cell] = weight;
    }
    return weights;
  }

  static void add(std::map<int, double>& sum, const std::map<int, double>& weights, double share) {
    double total = 0;
    for (const auto& [cell, weight] : weights) total += weight;
    for (const auto& [cell, weight] : weights) sum[cell] += share * weight / total;
  }

  std::map<int, double> choices(int last, Colour colour) const {
    std::map<int, double> everywhere, result;
    for (std::size_t cell = 0; cell < referee_.cells.size(); ++cell)
      if (referee_.cells[cell] == kNone) everywhere[static_cast<int>(cell)] = 1;
    const std::map<int, double> near = around(last, colour);
    const bool tenuki = continuation_.kind == ContinuationKind::Tenuki;
    const double local = continuation_.kind == ContinuationKind::Default || near.empty() ? 0 : tenuki ? 5.0 / 6 : 1;
    if (local > 0) add(result, near, local);
    if (local < 1) add(result, everywhere, 1 - local);
    return result;
  }

  void play_on(Colour colour, int last, double probability) {
    unsigned black = 0;
    bool full = true;
    for (std::size_t cell = 0; cell < referee_.cells.size(); ++cell) {
      full &= referee_.cells[cell] != kNone;
      if (referee_.cells[cell] == kBlack) black |= 1u << cell;
    }
    if (full) splits_[black] += probability;
    for (const auto& [cell, share] : full ? std::map<int, double>{} : choices(last, colour)) {
      referee_.cells[cell] = colour;
      play_on(opponent(colour), cell, probability * share);
      referee_.cells[cell] = kNone;
    }
  }

  Continuation continuation_;
  Referee referee_;
  Splits splits_;
};

// Pearson's statistic within five standard deviations of its mean, and nothing that cannot happen. Cells of
// small expectation are taken together.
inline void check_distribution(const ExactPlayouts::Splits& exact, const std::map<unsigned, int>& seen, int draws) {
  double chi_square = 0, rare_expected = 0, rare_seen = 0;
  int classes = 0;
  const auto add_class = [&](double expected, double observed) {
    chi_square += (observed - expected) * (observed - expected) / expected;
    ++classes;
  };
  for (const auto& [split, probability] : exact) {
    const double expected = probability * draws;
    const auto found = seen.find(split);
    const double observed = found == seen.end() ? 0 : found->second;
    if (expected >= 8) {
      add_class(expected, observed);
    } else {
      rare_expected += expected;
      rare_seen += observed;
    }
  }
  if (rare_expected >= 8) add_class(rare_expected, rare_seen);
  for (const auto& [split, times] : seen) CHECK(exact.contains(split));
  CHECK(chi_square <= classes + 5 * std::sqrt(2.0 * classes));
}
