#include "circuit/bridges.hpp"
#include "knowledge/knowledge.hpp"

namespace beeline {

namespace {

class BridgeKnowledge : public Knowledge {
 public:
  void start(const HexBoard& board) override { board_ = board; }
  void play(Move cell, Colour colour) override { board_.play(cell, colour); }
  void undo() override { board_.undo(); }

  Verdict verdict(Colour to_move) const override {
    if (board_.winner() == Colour::None) return Verdict::Unknown;
    return board_.winner() == to_move ? Verdict::Win : Verdict::Loss;
  }
  Move decided_move(Colour) override { return kNoMove; }  // the game is over
  std::vector<Move> candidates(Colour) const override { return board_.legal_moves(); }
  const HexBoard& filled() const override { return board_; }
  std::vector<Link> links(Colour colour) const override { return bridge_links(board_, colour); }

 private:
  HexBoard board_{1, 1};
};

}  // namespace

std::unique_ptr<Knowledge> make_bridge_knowledge() { return std::make_unique<BridgeKnowledge>(); }

}  // namespace beeline
