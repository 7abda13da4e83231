#include "solver/strategy.hpp"

#include <unordered_map>
#include <utility>

#include "base/cell_set.hpp"
#include "base/stopwatch.hpp"

namespace beeline {

namespace {

// Solves position after position under limits for them all.
class Budget {
 public:
  Budget(Solver& solver, const SolveLimits& limits, std::int64_t& nodes)
      : solver_(solver), limits_(limits), nodes_(nodes) {}

  // Without a winner when a limit comes first.
  Solution solve(const HexBoard& board) {
    SolveLimits rest = limits_;
    rest.nodes -= spent_;
    rest.seconds -= watch_.seconds();
    if (rest.nodes <= 0 || rest.seconds <= 0) return {};
    Solution solution = solver_.solve(board, rest);
    spent_ += solution.nodes;
    nodes_ += solution.nodes;
    return solution;
  }

 private:
  Solver& solver_;
  const SolveLimits& limits_;
  std::int64_t& nodes_;
  std::int64_t spent_ = 0;
  Stopwatch watch_;
};

// The move below which most was searched; the first legal move if nothing was.
Move most_laborious(const Solver& solver, HexBoard& board, std::uint32_t& work) {
  Move best = kNoMove;
  work = 0;
  for (const Move move : board.legal_moves()) {
    board.play(move, board.to_move());
    const std::uint32_t here = solver.work(board);
    board.undo();
    if (best == kNoMove || here > work) best = move, work = here;
  }
  return best;
}

// Builds promises from the end of the game backwards: whatever the opponent takes, the solver knows the
// answer. Cells that the solver does not need are given to the opponent, which keeps the game small.
class Strategist {
 public:
  Strategist(Budget& budget, const HexBoard& board, Colour winner) : budget_(budget), board_(board) {
    certificate_.winner = winner;
  }

  std::optional<Certificate> write() {
    if (board_.winner() != Colour::None) return certificate_;
    if (board_.to_move() == certificate_.winner) {
      certificate_.first = budget_.solve(board_).move;
      if (certificate_.first == kNoMove) return {};
      board_.play(certificate_.first, certificate_.winner);
    }
    if (promise().first == kUnknown) return {};
    return certificate_;
  }

 private:
  using Cells = CellSet<6>;
  static constexpr std::uint32_t kUnknown = ~0u;

  // The number of a promise for the position, the opponent to move, and the cells that it needs.
  std::pair<std::uint32_t, Cells> promise() {
    if (board_.winner() != Colour::None) return {written({}), Cells()};
    const Solution solution = budget_.solve(board_);
    if (solution.winner == Colour::None) return {kUnknown, Cells()};
    const std::size_t steps = board_.history().size();
    for (const Move cell : board_.legal_moves())
      if (!solution.carrier.contains(cell)) board_.set_up(cell, opponent(certificate_.winner));
    const auto result = promise_within(solution.carrier);
    while (board_.history().size() > steps) board_.undo();
    return result;
  }

  // The same when exactly the cells of `carrier` are empty.
  std::pair<std::uint32_t, Cells> promise_within(const Cells& carrier) {
    if (const auto known = known_.find(board_.hash()); known != known_.end()) return known->second;
    std::vector<Certificate::Plan> plans;
    Cells needed, common = carrier;
    while (!common.empty()) {
      board_.play(static_cast<Move>(common.lowest()), opponent(certificate_.winner));
      const Move answer = budget_.solve(board_).move;
      if (answer == kNoMove) return {kUnknown, Cells()};
      board_.play(answer, certificate_.winner);
      auto [number, cells] = promise();
      if (number == kUnknown) return {kUnknown, Cells()};
      board_.undo();
      board_.undo();
      cells.insert(answer);
      plans.push_back({answer, number});
      needed |= cells;
      common &= cells;
    }
    return known_[board_.hash()] = {written(std::move(plans)), needed};
  }

  std::uint32_t written(std::vector<Certificate::Plan> plans) {
    // The first promise is the one kept already.
    if (plans.empty() && !certificate_.promises.empty()) return 0;
    certificate_.promises.push_back(std::move(plans));
    return static_cast<std::uint32_t>(certificate_.promises.size() - 1);
  }

  Budget& budget_;
  HexBoard board_;
  Certificate certificate_;
  std::unordered_map<std::uint64_t, std::pair<std::uint32_t, Cells>> known_;
};

}  // namespace

std::vector<Move> variation(Solver& solver, const HexBoard& board, const SolveLimits& limits, std::int64_t& nodes) {
  Budget budget(solver, limits, nodes);
  std::vector<Move> line;
  for (HexBoard here = board; here.winner() == Colour::None;) {
    const Solution solution = budget.solve(here);
    if (solution.winner == Colour::None) break;
    Move move = solution.move;
    if (solution.winner != here.to_move()) {
      std::uint32_t work = 0;
      move = most_laborious(solver, here, work);
      if (work == 0) break;
    }
    line.push_back(move);
    here.play(move, here.to_move());
  }
  return line;
}

std::optional<Certificate> certificate(Solver& solver, const HexBoard& board, const SolveLimits& limits,
                                       std::int64_t& nodes) {
  Budget budget(solver, limits, nodes);
  const Colour winner = board.winner() != Colour::None ? board.winner() : budget.solve(board).winner;
  if (winner == Colour::None) return {};
  return Strategist(budget, board, winner).write();
}

}  // namespace beeline
