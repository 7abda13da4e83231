// Depth-first proof-number search (Nagai's df-pn) for Hex.
//
// The tree is searched as if best first, by thresholds on proof and disproof numbers, so that memory is the
// bounded table and one line of play. On top of that:
// - Every position is filled in (inferior/filled_position.hpp) before it is looked up.
// - H-search decides positions early and limits moves to the must-play region (knowledge/static_analysis.hpp).
// - Wins that are known from elsewhere decide a position or limit its moves (solver/known_wins.hpp).
// - A refuted move yields the set of cells that its refutation needs. It refutes every move outside that set.
// - Only the best moves are searched at a time (focused df-pn; Arneson, Hayward and Henderson 2010).
// - A disproof number is the largest of the children's and the number of the others, not their sum, which counts
//   positions that are reached in several ways as often (weak proof-number search; Ueda and others 2008).
// - A move that refuted one move is tried first against the next.
// - A child is left only when it is worse than its rival by a quarter (the 1 + ε trick; Pawlewicz and Lew
//   2006).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/deadline.hpp"
#include "inferior/filled_position.hpp"
#include "knowledge/static_analysis.hpp"
#include "solver/known_wins.hpp"
#include "solver/proof_table.hpp"
#include "solver/solver.hpp"

namespace beeline {

template <int kWords>
class ProofSearch final : public Solver {
 public:
  ProofSearch(int rows, int cols, const SolverSettings& settings);

  Solution solve(const HexBoard& board, const SolveLimits& limits) override;
  std::uint32_t work(const HexBoard& board) const override;
  void forget() override;

 private:
  using Cells = CellSet<kWords>;
  using Position = FilledPosition<kWords>;

  struct Child {
    Move move;
    bool looked_up = false;
    Bounds bounds;  // from the view of the opponent, who is to move there
  };

  // One position of the line being searched.
  struct Node {
    Position position;
    Colour to_move;
    ProofKey<kWords> key;
    Bounds bounds;
    Move best = kNoMove;
    Move reply = kNoMove;       // refuted a sibling, and is tried first here
    Move refutation = kNoMove;  // the same for the children
    Cells carrier, open;
    std::vector<Child> children;  // those to try, best first; refuted ones go
    std::uint32_t work = 0;
    bool known = false;  // decided by the table or by a known win

    Node(const Position& position_, Colour mover) : position(position_), to_move(mover), key(position_, mover) {}
  };

  void search(Node& node, const Bounds& threshold);
  bool recall(Node& node);
  void look_at(Node& node);
  bool consult(Node& node, const typename KnownWins<kWords>::Advice& advice);
  void expand(Node& node);
  std::size_t width(const Node& node) const;
  std::uint32_t alternatives(const Node& node) const;
  void look_up(Node& node);
  void settle_child(Node& node, std::size_t index, const Node& child);
  void refute(Node& node, const Cells& needed);
  void lose(Node& node);
  void remember(const Node& node);

  Position position_of(const HexBoard& board) const;
  Cells unturned(const Cells& cells, bool turned) const;
  int unturned(int cell, bool turned) const { return turned ? patterns_.cells() - 1 - cell : cell; }

  SolverSettings settings_;
  CapturePatterns patterns_;
  ProofTable<kWords> table_;
  StaticAnalyser<kWords> analyser_;
  KnownWins<kWords> wins_;

  Deadline deadline_;
  std::int64_t most_nodes_ = 0;
  std::int64_t nodes_ = 0;
  std::optional<StopReason> stopped_;  // once a limit has ended the search
};

}  // namespace beeline
