// Knowledge by H-search on positions whose dead and captured cells are filled in.
#include "circuit/connection_links.hpp"
#include "connection/connections.hpp"
#include "inferior/filled_position.hpp"
#include "knowledge/knowledge.hpp"
#include "rules/hex_geometry.hpp"

namespace beeline {

namespace {

template <int kWords>
class ConnectionKnowledge : public Knowledge {
 public:
  ConnectionKnowledge(int rows, int cols, const LinkModel& model, const ConnectionLimits& limits)
      : patterns_(rows, cols), model_(model), connections_(rows, cols, limits), plain_(rows, cols) {}

  void start(const HexBoard& board) override {
    const auto [black, white] = stones_of<kWords>(board);
    plain_.build(black, white);
    positions_.assign(1, FilledPosition<kWords>(patterns_, black, white));
    connections_.build(positions_[0].stones(Colour::Black), positions_[0].stones(Colour::White));
    filled_ = HexBoard(board.rows(), board.cols());
    for (const Colour colour : {Colour::Black, Colour::White}) put(positions_[0].stones(colour), colour);
  }

  void play(Move cell, Colour colour) override {
    const FilledPosition<kWords> before = positions_.back();
    positions_.push_back(before);
    FilledPosition<kWords>& after = positions_.back();
    after.play(cell, colour);
    const Cells black = after.stones(Colour::Black) - before.stones(Colour::Black);
    const Cells white = after.stones(Colour::White) - before.stones(Colour::White);
    connections_.place(black, white);
    put(black, Colour::Black);
    put(white, Colour::White);
  }

  void undo() override {
    const Cells now = positions_.back().empty_cells();
    positions_.pop_back();
    for (int added = (positions_.back().empty_cells() - now).size(); added > 0; --added) filled_.undo();
    connections_.undo();
  }

  Verdict verdict(Colour to_move) const override {
    if (!connections_.winning(to_move).empty() || !connections_.winning_semis(to_move).empty()) return Verdict::Win;
    return candidate_cells(to_move).empty() ? Verdict::Loss : Verdict::Unknown;
  }

  std::vector<Move> candidates(Colour to_move) const override {
    std::vector<Move> moves;
    for (const int cell : candidate_cells(to_move)) moves.push_back(static_cast<Move>(cell));
    return moves;
  }

  // Fill-in tells who wins but not always how, so the way is sought without it.
  Move decided_move(Colour to_move) override {
    if (const auto semis = plain_.winning_semis(to_move); !semis.empty()) return semis.front().key;
    if (plain_.has_won(to_move)) return shortening_move(to_move);
    if (const auto semis = connections_.winning_semis(to_move); !semis.empty()) return semis.front().key;
    return plain_.most_obstructive(to_move);
  }

  const HexBoard& filled() const override { return filled_; }

  std::vector<Link> links(Colour colour) const override { return connection_links(connections_, colour, model_); }

 private:
  using Cells = CellSet<kWords>;

  Cells candidate_cells(Colour to_move) const {
    const Cells must = connections_.must_play(to_move);
    return must.empty() ? must : InferiorCells<kWords>(positions_.back(), must, to_move).candidates;
  }

  void put(const Cells& cells, Colour colour) {
    for (const int cell : cells) filled_.set_up(static_cast<Move>(cell), colour);
  }

  // For a side with a winning connection and the move besides: what leaves the smallest carrier.
  Move shortening_move(Colour to_move) {
    const Cells carrier = plain_.winning(to_move).front().carrier;
    Move best = kNoMove;
    int smallest = kMaxCells;
    for (const int cell : carrier) {
      plain_.play(static_cast<Move>(cell), to_move);
      const int size = plain_.winning(to_move).front().size;
      plain_.undo();
      if (size < smallest) smallest = size, best = static_cast<Move>(cell);
    }
    return best;
  }

  const CapturePatterns patterns_;
  const LinkModel model_;
  Connections<kWords> connections_;  // with fill-in
  Connections<kWords> plain_;        // of the position of `start`, without
  std::vector<FilledPosition<kWords>> positions_;
  HexBoard filled_{1, 1};
};

}  // namespace

std::unique_ptr<Knowledge> make_connection_knowledge(int rows, int cols, const LinkModel& model,
                                                     const ConnectionLimits& limits) {
  return with_words_for(rows * cols, [&]<int kWords>() -> std::unique_ptr<Knowledge> {
    return std::make_unique<ConnectionKnowledge<kWords>>(rows, cols, model, limits);
  });
}

}  // namespace beeline
