#include "knowledge/static_analysis.hpp"

#include <algorithm>

namespace beeline {

template <int kWords>
const StaticAnalysis<kWords>& StaticAnalyser<kWords>::analyse(const FilledPosition<kWords>& position, Colour to_move) {
  move_connections_to(position);
  result_.winner = Colour::None;
  result_.best = kNoMove;
  result_.carrier = result_.open = {};
  result_.moves.clear();

  const Colour other = opponent(to_move);
  if (const auto full = connections_.winning(other); !full.empty()) {
    result_.winner = other;
    result_.carrier = full.front().carrier;
    return result_;
  }
  if (const auto full = connections_.winning(to_move); !full.empty()) {
    result_.winner = to_move;
    result_.carrier = full.front().carrier;
    if (!result_.carrier.empty()) result_.best = static_cast<Move>(result_.carrier.lowest());
    return result_;
  }
  if (const auto semi = connections_.winning_semis(to_move); !semi.empty()) {
    result_.winner = to_move;
    result_.carrier = semi.front().carrier;
    result_.best = semi.front().key;
    return result_;
  }

  result_.open = position.empty_cells();
  for (const auto& semi : connections_.winning_semis(other)) {
    if (result_.open.inside(semi.carrier)) continue;
    result_.open &= semi.carrier;
    result_.carrier |= semi.carrier;
  }
  const InferiorCells<kWords> inferior(position, result_.open, to_move);
  if (inferior.candidates.empty()) {
    result_.winner = other;
    return result_;
  }
  const std::vector<float>& scores =
      order_.scores(position.stones(Colour::Black), position.stones(Colour::White), to_move);
  for (const int cell : inferior.candidates) result_.moves.push_back(static_cast<Move>(cell));
  std::sort(result_.moves.begin(), result_.moves.end(),
            [&](Move a, Move b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  return result_;
}

// Back to the last position on the way here that has no other stones, and on from there in one step.
template <int kWords>
void StaticAnalyser<kWords>::move_connections_to(const FilledPosition<kWords>& position) {
  const Cells &black = position.stones(Colour::Black), &white = position.stones(Colour::White);
  const auto on_the_way = [&] {
    return connections_.stones(Colour::Black).inside(black) && connections_.stones(Colour::White).inside(white);
  };
  while (!on_the_way() && plies_ > 0) connections_.undo(), --plies_;
  if (!on_the_way()) return connections_.build(black, white);
  const Cells new_black = black - connections_.stones(Colour::Black);
  const Cells new_white = white - connections_.stones(Colour::White);
  if (new_black.empty() && new_white.empty()) return;
  connections_.place(new_black, new_white);
  ++plies_;
}

template class StaticAnalyser<1>;
template class StaticAnalyser<2>;
template class StaticAnalyser<3>;
template class StaticAnalyser<6>;

}  // namespace beeline
