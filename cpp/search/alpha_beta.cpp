#include "search/alpha_beta.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/require.hpp"

namespace beeline {

namespace {

// Longer than any game, so that proven scores stay beyond kProven whatever the ply.
constexpr int kLongestGame = kMaxCells + 1;

double won_at(int ply) { return kProven + kLongestGame - ply; }

// Scores that are not proven stay well below: a side may be cut off without a verdict.
double unproven(double score) { return std::clamp(score, -kProven / 2, kProven / 2); }

bool proven_loss(double score) { return score <= -kProven; }

bool better(const ValuedMove& a, const ValuedMove& b) { return a.score > b.score; }

constexpr int kMostPly = 100;

constexpr double kBeyond = 10 * kProven;  // a window that everything is inside

}  // namespace

AlphaBetaReport AlphaBeta::run(const HexBoard& board, const AlphaBetaSettings& settings) {
  assert(board.winner() == Colour::None);
  require_within("ply", settings.ply, 1, kMostPly);
  require_within("width", settings.width, 1, std::numeric_limits<int>::max());
  settings_ = settings;
  board_ = board;
  knowledge_->start(board);
  table_.assign(kTableSize, Entry{});
  ply_ = 0;
  positions_ = 0;
  deadline_ = Deadline(settings.seconds, settings.interrupted);
  stop_.reset();
  AlphaBetaReport report;
  if (const Verdict verdict = knowledge_->verdict(mover()); verdict != Verdict::Unknown)
    report_verdict(verdict, report);
  else deepen(report);
  add_other_moves(report);
  report.positions = positions_;
  report.seconds = deadline_.seconds();
  return report;
}

// A move for a position that is decided. Where the knowledge has none at hand, the best by evaluation that
// keeps a win; with the connections that decide, the circuits would be closed.
void AlphaBeta::report_verdict(Verdict verdict, AlphaBetaReport& report) {
  const bool won = verdict == Verdict::Win;
  Move move = knowledge_->decided_move(mover());
  if (move == kNoMove) {
    const auto bridges = make_bridge_knowledge();
    bridges->start(board_);
    const std::vector<ValuedMove> moves = ordered(board_.legal_moves(), *bridges);
    const auto keeps = [&](const ValuedMove& valued) {
      return !won || score_after(valued, 1, -kBeyond, kBeyond) >= kProven;
    };
    const auto kept = std::find_if(moves.begin(), moves.end(), keeps);
    move = (kept == moves.end() ? moves.begin() : kept)->move;
  }
  ++positions_;
  report.moves.push_back({move, won ? won_at(0) : -won_at(0), positions_});
  report.variation = {move};
  report.stopped = StopReason::Proven;
}

void AlphaBeta::deepen(AlphaBetaReport& report) {
  report.moves = ordered_candidates();
  for (int depth = 1; depth <= settings_.ply; ++depth) {
    if (!search_root(depth, report)) {
      report.stopped = *stop_;
      break;
    }
    report.depth = depth;
    if (std::abs(report.moves[0].score) >= kProven) {
      report.stopped = StopReason::Proven;
      break;
    }
  }
  report.variation = best_line(report.moves[0].move);
}

// Scores the moves anew and puts them in their order; false, and nothing changed, if the search was stopped
// before the end. The moves within the width are those that were best one ply before.
bool AlphaBeta::search_root(int depth, AlphaBetaReport& report) {
  std::vector<ValuedMove> moves = report.moves;
  double best = -kBeyond;
  std::size_t searched = 0;
  for (ValuedMove& valued : moves) {
    if (searched >= static_cast<std::size_t>(settings_.width) && !proven_loss(best)) break;
    const std::int64_t before = positions_;
    valued.score = score_after(valued, depth, settings_.exact ? -kBeyond : best, kBeyond);
    if (stop_) return false;
    valued.positions += positions_ - before;
    best = std::max(best, valued.score);
    ++searched;
    if (best >= kProven) break;
  }
  // A move that is no better than the best so far has a bound for its score, so equals keep their order.
  std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(searched), better);
  report.moves = std::move(moves);
  return true;
}

double AlphaBeta::score_after(const ValuedMove& valued, int depth, double alpha, double beta) {
  const Colour colour = mover();
  board_.play(valued.move, colour);
  knowledge_->play(valued.move, colour);
  ++ply_;
  const double score = -search(depth - 1, -beta, -alpha, -valued.score);
  --ply_;
  knowledge_->undo();
  board_.undo();
  return score;
}

// The score of the position for the side to move; outside the window a bound for it. Once `stop_` is set,
// the results of all searches under way mean nothing.
double AlphaBeta::search(int depth, double alpha, double beta, double predicted) {
  ++positions_;
  if (must_stop()) return 0.0;
  if (const Verdict verdict = knowledge_->verdict(mover()); verdict != Verdict::Unknown)
    return verdict == Verdict::Win ? won_at(ply_) : -won_at(ply_);
  if (depth == 0) return unproven(evaluator_->score(board_, *knowledge_, predicted));
  Entry& entry = entry_here();
  if (entry.hash == board_.hash() && entry.depth == depth) {
    if (entry.bound == Bound::Exact) return entry.score;
    if (entry.bound == Bound::AtLeast && entry.score >= beta) return entry.score;
    if (entry.bound == Bound::AtMost && entry.score <= alpha) return entry.score;
  }
  return search_moves(depth, alpha, beta, entry);
}

double AlphaBeta::search_moves(int depth, double alpha, double beta, Entry& entry) {
  std::vector<ValuedMove> moves = ordered_candidates();
  if (entry.hash == board_.hash()) {
    const auto is_best = [&](const ValuedMove& valued) { return valued.move == entry.best; };
    const auto known = std::find_if(moves.begin(), moves.end(), is_best);
    if (known != moves.end()) std::rotate(moves.begin(), known, known + 1);
  }
  double best = -kBeyond;
  Move best_move = kNoMove;
  int searched = 0;
  for (const ValuedMove& candidate : moves) {
    if (searched++ >= settings_.width && !proven_loss(best)) break;
    const double score = score_after(candidate, depth, std::max(alpha, best), beta);
    if (stop_) return 0.0;
    if (score > best) {
      best = score;
      best_move = candidate.move;
    }
    if (best >= beta) break;
  }
  const Bound bound = best >= beta ? Bound::AtLeast : best > alpha ? Bound::Exact : Bound::AtMost;
  entry = {board_.hash(), best, best_move, static_cast<std::int8_t>(depth), bound};
  return best;
}

// Best first by what is predicted after each, which is also their score until they are searched.
std::vector<ValuedMove> AlphaBeta::ordered(const std::vector<Move>& cells, const Knowledge& knowledge) {
  const std::vector<double> scores = evaluator_->predict(board_, knowledge, cells);
  std::vector<ValuedMove> moves;
  for (std::size_t i = 0; i < cells.size(); ++i) moves.push_back({cells[i], unproven(scores[i]), 0});
  std::stable_sort(moves.begin(), moves.end(), better);
  return moves;
}

// The legal moves that were no candidates, as losses that nobody looked at.
void AlphaBeta::add_other_moves(AlphaBetaReport& report) const {
  const auto listed = [&](Move cell) {
    return std::any_of(report.moves.begin(), report.moves.end(), [&](auto& m) { return m.move == cell; });
  };
  std::vector<ValuedMove> others;
  for (const Move cell : board_.legal_moves())
    if (!listed(cell)) others.push_back({cell, -kProven / 2, 0});
  report.moves.insert(report.moves.end(), others.begin(), others.end());
}

std::vector<Move> AlphaBeta::best_line(Move first) {
  std::vector<Move> line;
  for (Move move = first; move != kNoMove && board_.winner() == Colour::None;) {
    board_.play(move, mover());
    line.push_back(move);
    const Entry& entry = entry_here();
    move = entry.hash == board_.hash() ? entry.best : kNoMove;
  }
  for (std::size_t i = 0; i < line.size(); ++i) board_.undo();
  return line;
}

}  // namespace beeline
