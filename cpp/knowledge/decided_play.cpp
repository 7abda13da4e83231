#include "knowledge/decided_play.hpp"

#include <algorithm>

#include "base/cell_set.hpp"
#include "rules/hex_geometry.hpp"

namespace beeline {

namespace {

bool open(Move move, const Knowledge& knowledge) { return knowledge.filled().at(move) == Colour::None; }

// Whether the opponent is known to be lost after a move outside the fill-in.
bool keeps(Colour mover, Move move, Knowledge& knowledge) {
  knowledge.play(move, mover);
  const bool kept = knowledge.verdict(opponent(mover)) == Verdict::Loss;
  knowledge.undo();
  return kept;
}

}  // namespace

Move DecidedPlay::move(const HexBoard& board, Verdict verdict, Knowledge& knowledge) {
  const std::vector<Move> moves = ordered(board);
  if (verdict == Verdict::Win) return winning_move(board, moves, knowledge);
  const auto found = std::find_if(moves.begin(), moves.end(), [&](Move move) { return open(move, knowledge); });
  return found == moves.end() ? moves.front() : *found;
}

// By what the game's knowledge sees, or else by what is seen from the new position alone.
Move DecidedPlay::winning_move(const HexBoard& board, const std::vector<Move>& moves, Knowledge& knowledge) {
  const auto kept = [&](Move move) { return open(move, knowledge) && keeps(board.to_move(), move, knowledge); };
  auto found = std::find_if(moves.begin(), moves.end(), kept);
  if (found != moves.end()) return *found;
  found = std::find_if(moves.begin(), moves.end(), [&](Move move) { return keeps_anew(board, move); });
  return found == moves.end() ? moves.front() : *found;
}

bool DecidedPlay::keeps_anew(HexBoard board, Move move) {
  board.play(move, board.to_move());
  fresh_->start(board);
  return fresh_->verdict(board.to_move()) == Verdict::Loss;
}

std::vector<Move> DecidedPlay::ordered(const HexBoard& board) {
  const auto [black, white] = stones_of<kMostWords>(board);
  const std::vector<float>& scores = order_.scores(black, white);
  std::vector<Move> moves = board.legal_moves();
  std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return scores[a] > scores[b]; });
  fresh_->start(board);
  const auto proposed = std::find(moves.begin(), moves.end(), fresh_->decided_move(board.to_move()));
  if (proposed != moves.end()) std::rotate(moves.begin(), proposed, proposed + 1);
  return moves;
}

void follow(const HexBoard& board, Move move, Knowledge& knowledge) {
  if (open(move, knowledge)) knowledge.play(move, board.at(move));
  else knowledge.start(board);
}

}  // namespace beeline
