// What virtual connections and inferior cells say about the moves in positions of Hex.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "search/move_knowledge.hpp"
#include "tracker/hex.hpp"

namespace beeline {

class HexKnowledge {
 public:
  HexKnowledge();
  ~HexKnowledge();
  HexKnowledge(HexKnowledge&&) noexcept;
  HexKnowledge& operator=(HexKnowledge&&) noexcept;

  void start(const HexTracker& game, bool goes_on);
  // Fills dead and captured cells of the real position, if that does not decide the game.
  void fill_in(HexTracker& game);
  // If the side to move wins, one move is marked Win; if it loses, all are marked Loss. Cells that hold stones stay
  // Open.
  std::span<const MoveStatus> assess(const HexTracker& game);

  // The analysis behind it, for boards of one number of cells per word size.
  class Analysis;

 private:
  Analysis& analysis_for(const HexTracker& game);

  std::unique_ptr<Analysis> analysis_;  // made when first asked for
  int rows_ = 0, cols_ = 0;
  bool knows_root_ = false;
  std::array<MoveStatus, kMaxCells> status_{};
};

static_assert(MoveKnowledge<HexKnowledge, HexTracker>);

}  // namespace beeline
