// Knowledge by H-search.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "connection/connections.hpp"
#include "connection/knowledge.hpp"

namespace beeline {

namespace {

double tune(const char* name, double otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atof(text) : otherwise;
}
const double kBase = tune("LINK_BASE", 0.0), kScale = tune("LINK_SCALE", 1.0), kStone = tune("LINK_STONE", 1.0);
const int kCommon = static_cast<int>(tune("LINK_COMMON", 1));
const int kMode = static_cast<int>(tune("LINK_MODE", 0));

template <int kWords>
class ConnectionKnowledge : public Knowledge {
 public:
  void start(const HexBoard& board) override { connections_.emplace(board); }
  void play(Move cell, Colour colour) override { connections_->play(cell, colour); }
  void undo() override { connections_->undo(); }

  Verdict verdict(Colour to_move) const override {
    if (!connections_->winning(to_move).empty() || !connections_->winning_semis(to_move).empty())
      return Verdict::Win;
    return connections_->must_play(to_move).empty() ? Verdict::Loss : Verdict::Unknown;
  }

  Move decided_move(Colour to_move) override {
    if (verdict(to_move) == Verdict::Loss) return obstruction(to_move);
    if (const auto semis = connections_->winning_semis(to_move); !semis.empty()) return semis.front().key;
    return shortening_move(to_move);
  }

  std::vector<Move> candidates(Colour to_move) const override {
    std::vector<Move> moves;
    for (const int cell : connections_->must_play(to_move)) moves.push_back(static_cast<Move>(cell));
    return moves;
  }

  std::vector<Link> links(Colour colour) const override {
    std::vector<Link> links;
    for (const auto& [a, b] : connections_->joined_pairs(colour)) {
      const auto fulls = connections_->full(colour, a, b);
      if (fulls.front().size == 0) continue;  // neighbours, which the circuit joins anyway
      links.push_back({end_of(a), end_of(b), resistance(colour, a, b, fulls)});
    }
    return links;
  }

 private:
  using Cells = CellSet<kWords>;

  double resistance(Colour colour, Endpoint a, Endpoint b, typename Connections<kWords>::List fulls) const {
    int size = fulls.front().size;
    if (kCommon) {
      Cells common = fulls.front().carrier;
      for (const auto& full : fulls) common &= full.carrier;
      size = common.size();
    }
    const double ends = r(colour, a) + r(colour, b);
    if (kMode == 0) return kBase + kScale * size * (ends > 0 ? ends : kStone);
    return kBase + kScale * size;
  }
  double r(Colour colour, Endpoint a) const {
    return a >= kFirstEdge || connections_->stones(colour).contains(a) ? 0.0 : 1.0;
  }

  int end_of(Endpoint endpoint) const {
    const int cells = connections_->rows() * connections_->cols();
    return endpoint == kFirstEdge ? cells : endpoint == kSecondEdge ? cells + 1 : endpoint;
  }

  // For a side that is lost: where the opponent's connections are thinnest.
  Move obstruction(Colour to_move) const {
    if (const Move move = connections_->most_obstructive(to_move); move != kNoMove) return move;
    // No single full connection was found, but the semi-connections have no cell in common.
    Move best = kNoMove;
    std::ptrdiff_t most = -1;
    const auto semis = connections_->winning_semis(opponent(to_move));
    for (const int cell : connections_->empty_cells()) {
      const auto hit = std::count_if(semis.begin(), semis.end(), [&](auto& semi) { return semi.carrier.contains(cell); });
      if (hit > most) most = hit, best = static_cast<Move>(cell);
    }
    return best;
  }

  // For a side with a winning connection and the move besides: what leaves the smallest carrier.
  Move shortening_move(Colour to_move) {
    const Cells carrier = connections_->winning(to_move).front().carrier;
    Move best = kNoMove;
    int smallest = kMaxCells;
    for (const int cell : carrier) {
      connections_->play(static_cast<Move>(cell), to_move);
      const int size = connections_->winning(to_move).front().size;
      connections_->undo();
      if (size < smallest) smallest = size, best = static_cast<Move>(cell);
    }
    return best;
  }

  std::optional<Connections<kWords>> connections_;
};

}  // namespace

std::unique_ptr<Knowledge> make_connection_knowledge(int cells) {
  return with_words_for(cells, []<int kWords>() -> std::unique_ptr<Knowledge> {
    return std::make_unique<ConnectionKnowledge<kWords>>();
  });
}

}  // namespace beeline
