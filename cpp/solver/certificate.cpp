#include "solver/certificate.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace beeline {

namespace {

class Checker {
 public:
  Checker(const Certificate& certificate, const HexBoard& board) : certificate_(certificate), board_(board) {}

  void check() {
    const auto& [winner, first, promises] = certificate_;
    if (winner == Colour::None) throw std::invalid_argument("there is no winner");
    if (board_.winner() != Colour::None) return require(board_.winner() == winner, "the game is over, and lost");
    require(!promises.empty(), "there is no promise");
    require((first != kNoMove) == (board_.to_move() == winner), "it is not for the side to move");
    if (first != kNoMove) take(first);
    keep(static_cast<std::uint32_t>(promises.size() - 1));
  }

 private:
  using Cells = std::vector<bool>;

  static void require(bool condition, const char* complaint) {
    if (!condition) throw std::invalid_argument(complaint);
  }

  void take(Move cell) {
    require(cell < board_.cells() && board_.at(cell) == Colour::None, "a plan takes a cell that is not empty");
    board_.set_up(cell, certificate_.winner);
    stones_.insert(cell);
  }

  // Checks the promise with the stones taken so far and returns the cells that it needs.
  Cells keep(std::uint32_t number) {
    if (const auto known = kept_.find({number, stones_}); known != kept_.end()) return known->second;
    const auto& plans = certificate_.promises[number];
    Cells needed(board_.cells(), false);
    if (plans.empty()) {
      require(board_.winner() == certificate_.winner, "a promise is not kept: the sides are not joined");
      return needed;
    }
    Cells common(board_.cells(), true);
    for (const auto& [cell, promise] : plans) {
      require(promise < number, "a plan builds on a promise that comes later");
      take(cell);
      Cells cells = keep(promise);
      board_.undo();
      stones_.erase(cell);
      cells[cell] = true;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        needed[i] = needed[i] || cells[i];
        common[i] = common[i] && cells[i];
      }
    }
    require(std::find(common.begin(), common.end(), true) == common.end(), "one cell spoils all plans of a promise");
    kept_.emplace(std::pair(number, stones_), needed);
    return needed;
  }

  const Certificate& certificate_;
  HexBoard board_;
  std::set<Move> stones_;  // taken by the plans on the way to the promise in hand
  std::map<std::pair<std::uint32_t, std::set<Move>>, Cells> kept_;
};

}  // namespace

std::string flaw(const Certificate& certificate, const HexBoard& board) {
  try {
    Checker(certificate, board).check();
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

}  // namespace beeline
