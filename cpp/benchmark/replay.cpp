#include "benchmark/replay.hpp"

#include <array>

#include "connection/connections.hpp"

namespace beeline {

namespace {

template <int kWords>
void add_lists(const Connections<kWords>& connections, ReplayCount& total) {
  for (const Colour colour : {Colour::Black, Colour::White}) {
    const auto ends = connections.endpoints(colour);
    for (std::size_t i = 1; i < ends.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        total.fulls += static_cast<std::int64_t>(connections.full(colour, ends[i], ends[j]).size());
        total.semis += static_cast<std::int64_t>(connections.semi(colour, ends[i], ends[j]).size());
      }
  }
}

}  // namespace

ReplayCount replay_connections(int rows, int cols, const std::vector<Move>& moves, bool from_scratch, bool count) {
  return with_words_for(rows * cols, [&]<int kWords>() {
    ReplayCount total;
    Connections<kWords> connections(rows, cols, {.stop_at_win = false});
    std::array<CellSet<kWords>, 2> stones;
    Colour turn = Colour::Black;
    for (const Move move : moves) {
      stones[index_of(turn)].insert(move);
      if (from_scratch) connections.build(stones[0], stones[1]);
      else connections.play(move, turn);
      turn = opponent(turn);
      ++total.positions;
      if (count) add_lists(connections, total);
    }
    return total;
  });
}

}  // namespace beeline
