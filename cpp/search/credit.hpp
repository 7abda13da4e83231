// Crediting: the value of a leaf on its way up the path of its simulation.
#pragma once

#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

#include "search/simulation.hpp"
#include "search/tree.hpp"
#include "tracker/game.hpp"

namespace beeline {

// Units of value that a colour gets of an outcome.
inline std::int32_t units_won(const Tree& tree, Outcome outcome, Colour colour) {
  const int units = tree.layout().units;
  return outcome == Outcome::Draw ? units / 2 : outcome == win_for(colour) ? units : 0;
}

// Credits a value in [0, 1] to the path; it is that of the leaf for its player to move.
inline void credit_value(Tree& tree, const Leaf& leaf, float value, bool shared) {
  const int units = tree.layout().units;
  const auto wins = static_cast<std::int32_t>(std::lround(value * static_cast<float>(units)));
  for (const Step& step : leaf.path) {
    const std::int32_t own = step.mover == leaf.to_move ? wins : units - wins;
    if (step.counting == Counting::Visit) tree.end_visit(step.child, own);
    else tree.add_visit(step.child, own, shared);
  }
}

// Simulations of a thread that all go down one path of busy children, ones that every thread visits all the time. Each
// write to such a child costs the other threads a line of their caches, and so does each look at it after theirs: a
// stay writes twice, and looks once. Its visits are counted when it begins, which sends the other threads elsewhere.
class Stay {
 public:
  bool lasts() const { return left_ > 0; }
  const Path& path() const { return path_; }

  void begin(Tree& tree, const Path& path, int simulations) {
    assert(!lasts() && path_.empty() && simulations > 0);
    path_ = path;
    left_ = simulations;
    wins_ = {};
    for (const Step& step : path_) tree.add_counts(step.child, counts_of(left_, 0), true);
  }
  // One simulation more has come to this.
  void add(Tree& tree, Outcome outcome) {
    assert(lasts());
    for (const Colour colour : {Colour::Black, Colour::White})
      wins_[static_cast<std::size_t>(index_of(colour))] += units_won(tree, outcome, colour);
    if (--left_ == 0) end(tree);
  }
  // Counts what its simulations have come to, and takes back the visits of those that were not made.
  void end(Tree& tree) {
    for (const Step& step : path_)
      tree.add_counts(step.child, counts_of(-left_, wins_[static_cast<std::size_t>(index_of(step.mover))]), true);
    path_.clear();
    left_ = 0;
  }

 private:
  Path path_;
  int left_ = 0;
  std::array<std::int32_t, 2> wins_{};  // by colour
};

// Credits the outcome of a game, which was played to its end or is proven.
template <Game G>
class OutcomeCredit {
 public:
  void to_path(Tree& tree, const Path& path, Outcome outcome, const G& game) {
    for (const Step& step : path) {
      const std::int32_t wins = units_won(tree, outcome, step.mover);
      switch (step.counting) {
        case Counting::Later: tree.add_visit(step.child, wins, false); break;
        case Counting::Visit: tree.end_visit(step.child, wins); break;
        case Counting::Stay: break;
      }
      if (step.amaf) to_siblings(tree, step, wins, game);
    }
  }

 private:
  // The AMAF update, in two passes, because a jump on whether a move was played would go wrong half the time.
  void to_siblings(Tree& tree, const Step& step, std::int32_t wins, const G& game) {
    const auto [first, count] = tree.node(step.node);
    played_.resize(count);
    std::size_t found = 0;
    for (ChildId child = first; child < first + count; ++child) {
      played_[found] = child;
      found += game.was_played(step.mover, tree.move(child));
    }
    tree.add_amaf_visits({played_.data(), found}, wins);
  }

  std::vector<ChildId> played_;  // scratch
};

}  // namespace beeline
