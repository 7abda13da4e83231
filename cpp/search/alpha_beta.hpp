// Alpha-beta search of Hex after Wolve (Arneson, Hayward and Henderson): a few plies, the best moves by an
// evaluator at each position, cut short wherever virtual connections decide.
//
// Search deepens ply by ply. At a position:
//   1. A verdict of the knowledge (a winning connection) ends the line.
//   2. At the last ply the evaluator scores the position.
//   3. The moves to consider come from the knowledge (the must-play region), ordered by the scores that the
//      evaluator predicts after each, the move of the transposition table first.
//   4. The first `width` of them are searched; more only while all of them lose, so that a loss is proven.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/deadline.hpp"
#include "knowledge/knowledge.hpp"
#include "rules/hex_board.hpp"
#include "search/board_evaluator.hpp"

namespace beeline {

struct AlphaBetaSettings {
  int ply = 1;
  int width = 1;  // moves searched at a position
  // The score of every searched move at the root, rather than a bound for those that are not the best.
  bool exact = false;
  double seconds = kNoLimit;
  Interrupted interrupted;
};

struct ValuedMove {
  Move move;
  // Of the evaluator at the end of the line, for the player who moves; beyond ±kProven if proven.
  double score;
  std::int64_t positions;  // searched below the move; 0 if the score is only predicted, without a search
};

struct AlphaBetaReport {
  std::vector<ValuedMove> moves;  // every legal move, best first
  std::vector<Move> variation;
  int depth = 0;  // the last ply that was searched to its end; 0 when the position was decided at once
  std::int64_t positions = 0;
  double seconds = 0.0;
  StopReason stopped = StopReason::Ply;
};

// Scores from here on are proven: the greater, the sooner it is won.
inline constexpr double kProven = 1000.0;

class AlphaBeta {
 public:
  explicit AlphaBeta(std::unique_ptr<Knowledge> knowledge,
                     std::unique_ptr<BoardEvaluator> evaluator = make_resistance_evaluator())
      : knowledge_(std::move(knowledge)), evaluator_(std::move(evaluator)) {}

  // Searches a position that is not won; std::invalid_argument for settings out of their range. What was found is
  // forgotten at the start of the next search, so that a search depends on its position only.
  AlphaBetaReport run(const HexBoard& board, const AlphaBetaSettings& settings);

 private:
  enum class Bound : std::uint8_t { None, Exact, AtLeast, AtMost };
  struct Entry {
    std::uint64_t hash = 0;
    double score = 0.0;
    Move best = kNoMove;
    std::int8_t depth = -1;
    Bound bound = Bound::None;
  };
  static constexpr std::size_t kTableSize = 1 << 16;

  void report_verdict(Verdict verdict, AlphaBetaReport& report);
  void deepen(AlphaBetaReport& report);
  bool search_root(int depth, AlphaBetaReport& report);
  double search(int depth, double alpha, double beta, double predicted);
  double search_moves(int depth, double alpha, double beta, Entry& entry);
  std::vector<ValuedMove> ordered(const std::vector<Move>& moves, const Knowledge& knowledge);
  std::vector<ValuedMove> ordered_candidates() { return ordered(knowledge_->candidates(mover()), *knowledge_); }
  void add_other_moves(AlphaBetaReport& report) const;
  std::vector<Move> best_line(Move first);
  bool must_stop() {
    if (!stop_) stop_ = deadline_.passed();
    return stop_.has_value();
  }

  Entry& entry_here() { return table_[board_.hash() % kTableSize]; }
  double score_after(const ValuedMove& valued, int depth, double alpha, double beta);
  Colour mover() const { return board_.to_move(); }

  std::unique_ptr<Knowledge> knowledge_;
  std::unique_ptr<BoardEvaluator> evaluator_;
  AlphaBetaSettings settings_;
  HexBoard board_{1, 1};
  int ply_ = 0;  // from the root
  std::vector<Entry> table_;
  std::int64_t positions_ = 0;
  Deadline deadline_;
  std::optional<StopReason> stop_;  // once the search has to end before its last ply
};

}  // namespace beeline
