#include "search/hex_knowledge.hpp"

#include <algorithm>
#include <bit>

#include "inferior/filled_position.hpp"
#include "knowledge/static_analysis.hpp"

namespace beeline {

class HexKnowledge::Analysis {
 public:
  virtual ~Analysis() = default;
  virtual void assess(const HexPosition& position, std::span<MoveStatus> status) = 0;
  // The position with its dead and captured cells filled in, which leaves the winner what it was.
  virtual HexPosition filled(const HexPosition& position) = 0;
};

namespace {

template <int kWords>
class WordsAnalysis final : public HexKnowledge::Analysis {
 public:
  using Cells = CellSet<kWords>;

  WordsAnalysis(int rows, int cols) : patterns_(rows, cols), analyser_(patterns_) {}

  void assess(const HexPosition& position, std::span<MoveStatus> status) override {
    const Cells open = cells_of(position.empty);
    const FilledPosition<kWords> filled = filled_in(position, FillIn::Local);
    const StaticAnalysis<kWords>& known = analyser_.analyse(filled, position.to_move);

    std::fill(status.begin(), status.end(), MoveStatus::Open);
    const auto mark = [&](const Cells& cells, MoveStatus as) {
      for (const int cell : cells) status[cell] = as;
    };
    if (known.winner == position.to_move) {
      status[known.best == kNoMove ? open.lowest() : known.best] = MoveStatus::Win;
    } else if (known.winner != Colour::None) {
      mark(open, MoveStatus::Loss);
    } else {
      mark(open, MoveStatus::Inferior);
      mark(filled.empty_cells() - known.open, MoveStatus::Loss);
      for (const Move move : known.moves) status[move] = MoveStatus::Open;
    }
  }

  HexPosition filled(const HexPosition& position) override {
    const FilledPosition<kWords> filled = filled_in(position, FillIn::Groups);
    HexPosition result = position;
    result.empty = rows_of(filled.empty_cells());
    result.black = rows_of(filled.stones(Colour::Black));
    return result;
  }

 private:
  // Fill-in through groups is for the real position, once: in the tree it costs a tenth of a simulation.
  FilledPosition<kWords> filled_in(const HexPosition& position, FillIn fill_in) const {
    const Cells black = cells_of(position.black);
    const Cells white = Cells::first(patterns_.cells()) - cells_of(position.empty) - black;
    return FilledPosition<kWords>(patterns_, black, white, fill_in);
  }

  Cells cells_of(const HexRows& rows) const {
    Cells cells;
    for (int r = 0; r < patterns_.rows(); ++r)
      for (std::uint32_t bits = rows[r + 1] >> 1; bits != 0; bits &= bits - 1) {
        const int col = std::countr_zero(bits);
        if (col < patterns_.cols()) cells.insert(r * patterns_.cols() + col);
      }
    return cells;
  }

  HexRows rows_of(const Cells& cells) const {
    HexRows rows{};
    for (const int cell : cells) {
      const int padded = padded_index(cell / patterns_.cols(), cell % patterns_.cols());
      rows[padded >> 5] |= 1u << (padded & 31);
    }
    return rows;
  }

  CapturePatterns patterns_;
  StaticAnalyser<kWords> analyser_;
};

}  // namespace

HexKnowledge::HexKnowledge() = default;
HexKnowledge::~HexKnowledge() = default;
HexKnowledge::HexKnowledge(HexKnowledge&&) noexcept = default;
HexKnowledge& HexKnowledge::operator=(HexKnowledge&&) noexcept = default;

// Connections depend on how they were found: a search that starts anew finds them anew.
void HexKnowledge::start(const HexTracker&, bool goes_on) {
  if (!goes_on) analysis_.reset();
  knows_root_ = false;
}

HexKnowledge::Analysis& HexKnowledge::analysis_for(const HexTracker& game) {
  if (!analysis_ || game.rows() != rows_ || game.cols() != cols_) {
    rows_ = game.rows();
    cols_ = game.cols();
    analysis_ = with_words_for(rows_ * cols_, [&]<int kWords>() -> std::unique_ptr<Analysis> {
      return std::make_unique<WordsAnalysis<kWords>>(rows_, cols_);
    });
  }
  return *analysis_;
}

void HexKnowledge::fill_in(HexTracker& game) { game.set_root(analysis_for(game).filled(game.root())); }

// The connections of the real position are found first, and those of all others from them by increments.
std::span<const MoveStatus> HexKnowledge::assess(const HexTracker& game) {
  const std::span status(status_.data(), game.move_count());
  Analysis& analysis = analysis_for(game);
  if (!knows_root_) {
    analysis.assess(game.root(), status);
    knows_root_ = true;
  }
  analysis.assess(game.position(), status);
  return status;
}

}  // namespace beeline
