// A game written in Python on the native search (see beeline.search.Game for what it must offer).
//
// Moves are Python strings; each gets a number the first time it is seen. All of it runs under the
// interpreter lock, so such a search has one thread.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tracker/game.hpp"

namespace beeline {

class PythonTracker {
 public:
  // The numbering outlives a search, so that a tree can be reused.
  struct MoveNames {
    std::unordered_map<std::string, Move> number;
    std::vector<std::string> name;

    Move number_of(const std::string& move) {
      const auto [entry, is_new] = number.try_emplace(move, static_cast<Move>(name.size()));
      if (is_new) name.push_back(move);
      return entry->second;
    }
  };

  PythonTracker(nanobind::object root, std::shared_ptr<MoveNames> names)
      : root_(std::move(root)), names_(std::move(names)) {
    restart();
  }

  // The simulated game, and what its moves are called.
  nanobind::object copy() const { return now_.attr("copy")(); }
  const std::string& name_of(Move move) const { return names_->name[move]; }

  int move_count() const {
    read_legal();
    return static_cast<int>(names_->name.size());
  }
  Colour to_move() const {
    return nanobind::cast<std::string>(now_.attr("to_move")) == "black" ? Colour::Black : Colour::White;
  }
  bool legal(Move move) const { return move < is_legal_.size() && is_legal_[move]; }
  Outcome winner() const {
    const nanobind::object winner = now_.attr("winner");
    if (winner.is_none()) return Outcome::Undecided;
    const auto name = nanobind::cast<std::string>(winner);
    return name == "draw" ? Outcome::Draw : name == "black" ? Outcome::Black : Outcome::White;
  }
  void play(Move move) {
    if (first_to_play_.size() <= move) first_to_play_.resize(move + 1, Colour::None);
    if (first_to_play_[move] == Colour::None) first_to_play_[move] = to_move();
    now_.attr("play")(names_->name[move]);
  }
  void restart() {
    now_ = root_.attr("copy")();
    first_to_play_.clear();
  }
  Outcome playout(Random& random) {
    for (;;) {
      if (const Outcome outcome = winner(); outcome != Outcome::Undecided) return outcome;
      read_legal();
      play(legal_[random.below(static_cast<std::uint32_t>(legal_.size()))]);
    }
  }
  bool was_played(Colour colour, Move move) const {
    return move < first_to_play_.size() && first_to_play_[move] == colour;
  }

 private:
  void read_legal() const {
    legal_.clear();
    for (const nanobind::handle move : now_.attr("legal_moves"))
      legal_.push_back(names_->number_of(nanobind::cast<std::string>(move)));
    if (legal_.empty()) throw nanobind::value_error("the game has no winner and no legal move");
    is_legal_.assign(names_->name.size(), false);
    for (const Move move : legal_) is_legal_[move] = true;
  }

  nanobind::object root_, now_;
  std::shared_ptr<MoveNames> names_;
  std::vector<Colour> first_to_play_;
  // The legal moves of the position when `move_count` was last asked.
  mutable std::vector<Move> legal_;
  mutable std::vector<bool> is_legal_;
};

static_assert(Game<PythonTracker>);

}  // namespace beeline
