#include "tracker/hex_judge.hpp"

#include <algorithm>

#include "connection/connections.hpp"
#include "connection/current.hpp"
#include "connection/filled_position.hpp"

namespace beeline {

namespace {

template <int kWords>
class Judge final : public HexJudge {
 public:
  using Cells = CellSet<kWords>;

  Judge(int rows, int cols) : surroundings_(rows, cols), connections_(rows, cols), order_(rows, cols) {}

  void judge(const HexRows& empty, const HexRows& black, Colour to_move, std::span<MoveVerdict> verdicts) override {
    const auto [open, black_stones, white_stones] = position_of(empty, black);
    const FilledPosition<kWords> filled(surroundings_, black_stones, white_stones);
    connections_.build(filled.stones(Colour::Black), filled.stones(Colour::White));

    std::fill(verdicts.begin(), verdicts.end(), MoveVerdict::Open);
    const auto mark = [&](const Cells& cells, MoveVerdict verdict) {
      for (const int cell : cells) verdicts[cell] = verdict;
    };
    if (connections_.has_won(opponent(to_move))) return mark(open, MoveVerdict::Loss);
    if (const Move win = winning_move(to_move, open); win != kNoMove) {
      verdicts[win] = MoveVerdict::Win;
      return;
    }
    const Cells must_play = connections_.must_play(to_move);
    const WorthyMoves<kWords> worthy(filled, must_play, to_move);
    if (worthy.moves.empty()) return mark(open, MoveVerdict::Loss);
    mark(open - worthy.moves, MoveVerdict::Inferior);
    mark(filled.empty_cells() - must_play, MoveVerdict::Loss);
  }

  Filled filled(const HexRows& empty, const HexRows& black) override {
    const auto [open, black_stones, white_stones] = position_of(empty, black);
    const FilledPosition<kWords> position(surroundings_, black_stones, white_stones);
    return {rows_of(position.empty_cells()), rows_of(position.stones(Colour::Black))};
  }

  std::span<const float> promise(const HexRows& empty, const HexRows& black) override {
    const auto [open, black_stones, white_stones] = position_of(empty, black);
    const std::vector<float>& scores = order_.scores(black_stones, white_stones);
    promise_.assign(scores.size(), 0.0f);
    float most = 0.0f;
    for (const int cell : open) most = std::max(most, scores[cell]);
    for (const int cell : open) promise_[cell] = most > 0 ? scores[cell] / most : 0.0f;
    return promise_;
  }

 private:
  struct Position {
    Cells open, black, white;
  };

  Position position_of(const HexRows& empty, const HexRows& black) const {
    const Cells open = cells_of(empty), black_stones = cells_of(black);
    return {open, black_stones, Cells::first(surroundings_.cells()) - open - black_stones};
  }

  Cells cells_of(const HexRows& rows) const {
    Cells cells;
    for (int r = 0; r < surroundings_.rows(); ++r)
      for (std::uint32_t bits = rows[r + 1] >> 1; bits != 0; bits &= bits - 1) {
        const int col = std::countr_zero(bits);
        if (col < surroundings_.cols()) cells.insert(r * surroundings_.cols() + col);
      }
    return cells;
  }

  HexRows rows_of(const Cells& cells) const {
    HexRows rows{};
    for (const int cell : cells) {
      const int padded = padded_index(cell / surroundings_.cols(), cell % surroundings_.cols());
      rows[padded >> 5] |= 1u << (padded & 31);
    }
    return rows;
  }

  // Of a colour that wins with the move: the key of a semi-connection, a cell of a full one, or where the
  // fill-in has joined the edges already, any cell.
  Move winning_move(Colour to_move, const Cells& open) const {
    if (const auto semis = connections_.winning_semis(to_move); !semis.empty()) return semis.front().key;
    const auto fulls = connections_.winning(to_move);
    if (fulls.empty()) return kNoMove;
    const Cells& carrier = fulls.front().carrier;
    return static_cast<Move>((carrier.empty() ? open : carrier).lowest());
  }

  Surroundings surroundings_;
  Connections<kWords> connections_;
  CurrentOrder<kWords> order_;
  std::vector<float> promise_;
};

}  // namespace

std::unique_ptr<HexJudge> make_hex_judge(int rows, int cols) {
  return with_words_for(rows * cols, [&]<int kWords>() -> std::unique_ptr<HexJudge> {
    return std::make_unique<Judge<kWords>>(rows, cols);
  });
}

}  // namespace beeline
