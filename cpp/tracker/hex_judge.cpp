#include "tracker/hex_judge.hpp"

#include <algorithm>
#include <cmath>

#include "circuit/current.hpp"
#include "inferior/filled_position.hpp"
#include "knowledge/expansion.hpp"
#include "knowledge/move_features.hpp"
#include "knowledge/move_weights.hpp"

namespace beeline {

namespace {

template <int kWords>
class Judge final : public HexJudge {
 public:
  using Cells = CellSet<kWords>;

  Judge(int rows, int cols)
      : surroundings_(rows, cols), expander_(surroundings_), order_(rows, cols), features_(rows, cols) {}

  void judge(const HexRows& empty, const HexRows& black, Colour to_move, std::span<MoveVerdict> verdicts) override {
    const auto [open, black_stones, white_stones] = position_of(empty, black);
    const FilledPosition<kWords> filled(surroundings_, black_stones, white_stones);
    const Expansion<kWords>& known = expander_.expand(filled, to_move);

    std::fill(verdicts.begin(), verdicts.end(), MoveVerdict::Open);
    const auto mark = [&](const Cells& cells, MoveVerdict verdict) {
      for (const int cell : cells) verdicts[cell] = verdict;
    };
    if (known.winner == to_move) {
      verdicts[known.best == kNoMove ? open.lowest() : known.best] = MoveVerdict::Win;
    } else if (known.winner != Colour::None) {
      mark(open, MoveVerdict::Loss);
    } else {
      mark(open, MoveVerdict::Inferior);
      mark(filled.empty_cells() - known.open, MoveVerdict::Loss);
      for (const Move move : known.moves) verdicts[move] = MoveVerdict::Open;
    }
  }

  Filled filled(const HexRows& empty, const HexRows& black) override {
    const auto [open, black_stones, white_stones] = position_of(empty, black);
    const FilledPosition<kWords> position(surroundings_, black_stones, white_stones);
    return {rows_of(position.empty_cells()), rows_of(position.stones(Colour::Black))};
  }

  std::span<const float> promise(const HexRows& empty, const HexRows& black, Colour to_move, Move last,
                                 Move before) override {
    const auto [open, black_stones, white_stones] = position_of(empty, black);
    stones_.assign(surroundings_.cells(), Colour::None);
    for (const int cell : black_stones) stones_[cell] = Colour::Black;
    for (const int cell : white_stones) stones_[cell] = Colour::White;
    const std::vector<float>& currents = order_.scores(black_stones, white_stones);
    const auto moves = features_.of({stones_, to_move, last, before, currents});
    const auto cells = features_.cells();

    promise_.assign(surroundings_.cells(), 0.0f);
    float most = -1e30f;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      float weight = 0.0f;
      for (const std::int32_t value : moves[i]) weight += weights_[value];
      promise_[cells[i]] = weight;
      most = std::max(most, weight);
    }
    for (const Move cell : cells) promise_[cell] = std::exp(promise_[cell] - most);
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

  Surroundings surroundings_;
  Expander<kWords> expander_;
  CurrentOrder<kWords> order_;
  MoveFeatures features_;
  const std::vector<float>& weights_ = move_weights();
  std::vector<Colour> stones_;
  std::vector<float> promise_;
};

}  // namespace

std::unique_ptr<HexJudge> make_hex_judge(int rows, int cols) {
  return with_words_for(rows * cols, [&]<int kWords>() -> std::unique_ptr<HexJudge> {
    return std::make_unique<Judge<kWords>>(rows, cols);
  });
}

}  // namespace beeline
