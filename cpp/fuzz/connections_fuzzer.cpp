// Connections kept up to date move by move: taking back restores all of them, and what they claim of the winner is
// true, as is what connections found from scratch claim.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <vector>

#include "connection/connections.hpp"
#include "tests/exact_hex.hpp"

namespace {

using namespace beeline;

constexpr int kMostRows = 4, kMostCols = 4;
constexpr std::array kColours = {Colour::Black, Colour::White};

void require(bool condition) {
  if (!condition) std::abort();
}

using Claims = std::vector<std::tuple<Colour, Endpoint, Endpoint, Move, std::uint64_t>>;

Claims claims_of(const Connections<1>& connections) {
  Claims claims;
  for (const Colour colour : kColours)
    for (const Endpoint a : connections.endpoints(colour))
      for (const Endpoint b : connections.endpoints(colour))
        for (const auto& list : {connections.full(colour, a, b), connections.semi(colour, a, b)})
          for (const auto& link : list) claims.emplace_back(colour, a, b, link.key, link.carrier.bits(0));
  return claims;
}

// One per shape: its table of results is what takes the time.
ExactHex& exact_for(int rows, int cols) {
  static std::array<std::unique_ptr<ExactHex>, (kMostRows + 1) * (kMostCols + 1)> all;
  auto& exact = all[static_cast<std::size_t>(rows * (kMostCols + 1) + cols)];
  if (!exact) exact = std::make_unique<ExactHex>(rows, cols);
  return *exact;
}

void check_truth(const Connections<1>& connections, ExactHex& exact) {
  const auto black = static_cast<ExactHex::Mask>(connections.stones(Colour::Black).bits(0));
  const auto white = static_cast<ExactHex::Mask>(connections.stones(Colour::White).bits(0));
  for (const Colour colour : kColours) {
    if (connections.has_won(colour)) require(exact.winner(black, white, opponent(colour)) == colour);
    if (!connections.winning_semis(colour).empty()) require(exact.winner(black, white, colour) == colour);
    const auto must_play = connections.must_play(colour);
    for (const int cell : connections.empty_cells())
      if (!must_play.contains(cell)) require(exact.winner_after(black, white, cell, colour) != colour);
  }
}

// With stones of both, the last of which may end the game: such a position is no longer looked at.
bool goes_on(const Connections<1>& connections, const ExactHex& exact) {
  for (const Colour colour : kColours)
    if (exact.joins(static_cast<ExactHex::Mask>(connections.stones(colour).bits(0)), colour)) return false;
  return !connections.empty_cells().empty();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const int rows = 1 + data[0] % kMostRows, cols = 1 + data[0] / 16 % kMostCols;
  ExactHex& exact = exact_for(rows, cols);
  const ConnectionLimits limits{.captured = (data[1] & 2) != 0, .stop_at_win = (data[1] & 1) != 0};
  Connections<1> connections(rows, cols, limits);
  std::vector<Claims> past;
  for (std::size_t i = 2; i < size; ++i) {
    if (data[i] >= 192) {
      if (past.empty()) continue;
      connections.undo();
      require(claims_of(connections) == past.back());
      past.pop_back();
      continue;
    }
    const int cell = data[i] % (rows * cols);
    if (!goes_on(connections, exact) || !connections.empty_cells().contains(cell)) continue;
    past.push_back(claims_of(connections));
    const auto stone = CellSet<1>::of(cell);
    if (data[i] & 64) connections.place(stone, {});
    else connections.place({}, stone);
    check_truth(connections, exact);
    Connections<1> afresh(rows, cols, limits);
    afresh.build(connections.stones(Colour::Black), connections.stones(Colour::White));
    check_truth(afresh, exact);
  }
  for (; !past.empty(); past.pop_back()) {
    connections.undo();
    require(claims_of(connections) == past.back());
  }
  return 0;
}
