// Static analysis of a position by connections and inferior cells: its winner where they decide it, else the
// candidates in the must-play region, best first.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "base/cell_set.hpp"
#include "connection/connections.hpp"
#include "inferior/filled_position.hpp"
#include "knowledge/move_order.hpp"
#include "network/network.hpp"
#include "rules/types.hpp"

namespace beeline {

template <int kWords>
struct StaticAnalysis {
  Colour winner = Colour::None;
  Move best = kNoMove;  // if the side to move wins: a winning move, or kNoMove where any will do
  // As in ProofEntry: where the winner needs to play, or what refutes the moves outside `open`.
  CellSet<kWords> carrier;
  CellSet<kWords> open;     // the must-play region
  std::vector<Move> moves;  // those in it that are worth a try, best first
};

template <int kWords>
class StaticAnalyser {
 public:
  using Cells = CellSet<kWords>;

  // A network, where there is one, has its say in the order of the candidates.
  explicit StaticAnalyser(const CapturePatterns& patterns, std::shared_ptr<Network> network = nullptr)
      : connections_(patterns.rows(), patterns.cols()), order_(patterns.rows(), patterns.cols(), std::move(network)) {}

  // The result is valid until the next call.
  const StaticAnalysis<kWords>& analyse(const FilledPosition<kWords>& position, Colour to_move);

 private:
  void move_connections_to(const FilledPosition<kWords>& position);

  Connections<kWords> connections_;
  int plies_ = 0;  // of connections_ that can be undone
  MoveOrder<kWords> order_;
  StaticAnalysis<kWords> result_;
};

}  // namespace beeline
