// The child-selection policy: which child of a node a simulation steps into.
//
// The priority of a child with v visits of mean value q, below a parent with N visits, is value + bonus, where
//   value = (1 - b) q + b a    a: mean of the child's all-moves-as-first (AMAF) visits
//     b = 0                    no blending (path-only updates)
//     b = amaf                 a constant: alpha-AMAF (Helmbold and Parker-Wood, 2009)
//     b = sqrt(k / (3 v + k))  RAVE with equivalence parameter k (Gelly and Silver, 2007)
//   Under blending the value has besides
//     B sqrt(p / v)            p: the prior of the move (progressive bias)
//   bonus = C sqrt(ln N / v)                                                 UCT (Kocsis and Szepesvari, 2006)
//         = C sqrt(ln N / v * min(1/4, value (1 - value) + sqrt(2 ln N / v)))   with the variance term
//                                                    (UCB1-tuned; Gelly and Wang, 2006)
//         = C p sqrt(N) / (1 + v)                    PUCT (Rosin, 2011; Silver et al., 2017)
// All of them are value + C * scale(N) * explore(v), so one vectorised loop serves them all.
//
// A child with no visits is worth `first_play`. Under blending it is worth what AMAF says instead (1/2 if nothing),
// with v = 1 in the bonus. Under PUCT it is worth what its node was made with: the value that the evaluator predicts
// of the move, or that of the position less `first_play`.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

namespace beeline {

enum class Bonus : std::uint8_t { Uct, Tuned, Puct };

struct Selection {
  Bonus bonus = Bonus::Uct;
  float exploration = 0;  // C
  float amaf = 0;         // a constant weight of AMAF, in [0, 1]
  float rave = 0;         // equivalence parameter k; takes the place of `amaf` when positive
  float first_play = 0;   // 1e6, say: every child once before any child twice

  bool blends() const { return amaf > 0 || rave > 0; }
  bool uses_priors() const { return bonus == Bonus::Puct; }
  // b of a child with so many visits.
  float blend(float visits) const {
    if (visits == 0) return 1;
    return rave > 0 ? std::sqrt(rave / (3 * visits + rave)) : amaf;
  }
};

// Visits of a child, and wins in units of value (Tree) for the player who moves into it: two halves of one word, so
// that one addition counts both.
using Counts = std::int64_t;

constexpr Counts counts_of(std::int32_t visits, std::int32_t wins) {
  return (static_cast<Counts>(wins) << 32) + visits;
}
constexpr std::int32_t visits_in(Counts counts) { return static_cast<std::int32_t>(counts & 0xffffffff); }
constexpr std::int32_t wins_in(Counts counts) { return static_cast<std::int32_t>(counts >> 32); }

// A child. Beside the counts stand the two numbers that selection wants of them. All lie on one cache line, which is
// what a visit costs the other threads.
struct alignas(16) ChildRecord {
  float value;    // far below 0 for padding and for a pointless move
  float explore;  // UCT: 1 / sqrt(v), for an unvisited child 0, under blending 1; PUCT: p / (1 + v)
  Counts counts;
};

// What selection reads: the children of a node, whose number is a multiple of four: the last may be padding whose
// value is too low to be chosen. Other threads may write meanwhile; a child is judged on whichever numbers are read,
// as in every lock-free tree search.
using ChildRecords = std::span<const ChildRecord>;

// The index of the child of highest priority, the first of equals.
int select_child(ChildRecords children, std::int32_t parent_visits, const Selection& selection);

}  // namespace beeline
