"""Monte-Carlo tree search with unlearned playouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from beeline.errors import PlayerError
from beeline.knowledge.solver import Answer, Solver
from beeline.players.base import Decision, Player, swap_or
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Game
from beeline.search.analysis import Analysis, MoveAnalysis
from beeline.search.games import Weights
from beeline.search.settings import SearchSettings, check_limits, require
from beeline.search.tree import TreeSearch

_SOLVER_SHARE: Final = 0.6
_SOLVE_FIRST: Final = 1 / 3
"""The part of the solver's time that goes to the position itself, before the tree search."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(SearchSettings):
    simulations: int | None = None
    """Simulations a move; 10,000 when seconds are not given either."""
    seconds: float | None = None
    """Seconds a move."""
    decided: bool = False
    """Stop early once no simulation left could change the move."""
    reuse: bool = True
    """Keep the tree below the moves played."""
    solve: float | None = None
    """The share of the seconds that goes to the exact solver, in positions of Hex near enough to their end: a
    third of it to the position before the tree search, and the rest to the moves that the tree search likes
    best; 0.6 with ``knowledge``, else 0."""

    def __post_init__(self) -> None:
        # `super()` needs the class that slots=True replaced.
        SearchSettings.__post_init__(self)
        check_limits(self.simulations, self.seconds)
        require(0 <= (self.solve or 0) < 1, "solve", "at least 0 and below 1", self.solve)
        if self.continuation == "patterns":
            raise PlayerError("continuation=patterns needs a learned policy: that is the player hivemind")


class Mcts(Player):
    """``weights`` are those of a learned policy, for the playouts."""

    def __init__(self, options: Options, *, weights: Weights | None = None) -> None:
        self.options = options
        self._search = TreeSearch(options, weights=weights)
        share = options.solve
        self._solver_share = (_SOLVER_SHARE if options.knowledge else 0.0) if share is None else share
        self._solver: Solver | None = None

    def choose(
        self,
        board: Game,
        *,
        seconds: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Decision:
        options = self.options
        if not options.reuse:
            self._search.reset()
        limits = [limit for limit in (options.seconds, seconds) if limit is not None]
        simulations = options.simulations
        if simulations is None and not limits:
            simulations = 10_000
        time_left = min(limits, default=None)
        to_check = 0.0  # seconds
        lost = False
        solvable = self._solvable(board)
        if time_left is not None and solvable is not None:
            to_solve = _SOLVE_FIRST * self._solver_share * time_left
            answer = self._solve(solvable, to_solve, should_stop)
            if answer.winner == board.to_move and answer.winning_moves:
                return Decision(answer.winning_moves[0], 1.0, _solved(solvable, answer))
            lost = answer.winner is not None
            if not lost:
                to_check = self._solver_share * time_left - to_solve
            time_left -= min(answer.seconds, to_solve) + to_check
        analysis = self._search.run(
            board,
            simulations=simulations,
            seconds=time_left,
            when_decided=options.decided and simulations is not None,
            should_stop=should_stop,
        )
        if to_check and solvable is not None:
            analysis = self._check(solvable, analysis, to_check, should_stop)
        best = analysis.best
        return swap_or(best.move, board, 0.0 if lost else best.value, analysis)

    def _solvable(self, board: Game) -> Board | None:
        """The board, if the solver is to look at it."""
        if not self._solver_share or not isinstance(board, Board):
            return None
        return board if len(board) >= _stones_to_solve(board.rows * board.cols) else None

    def _solve(self, board: Board, seconds: float, should_stop: Callable[[], bool] | None) -> Answer:
        """What the solver finds out in this time; it remembers from move to move."""
        if self._solver is None or (self._solver.rows, self._solver.cols) != (board.rows, board.cols):
            self._solver = Solver(board.rows, board.cols)
        return self._solver.solve(board, seconds=seconds, variation=False, should_stop=should_stop)

    def _check(
        self, board: Board, analysis: Analysis, seconds: float, should_stop: Callable[[], bool] | None
    ) -> Analysis:
        """The analysis without a best move that the solver refutes in this time.

        Where it refutes all that the search has visited, the search's choice stands: it is hardest to refute.
        """
        checked = analysis
        while checked.best.proof is None and seconds > 0:
            move = checked.best.move
            if not checked.best.visits:
                return analysis
            after = board.copy()
            after.play(move)
            answer = self._solve(after, seconds, should_stop)
            if answer.winner is None:
                return checked
            checked = checked.with_proof(move, "win" if answer.winner == board.to_move else "loss")
            seconds -= answer.seconds
        return analysis if checked.best.proof == "loss" else checked


def _stones_to_solve(cells: int) -> int:
    """How many stones lie on the board before solving is tried.

    On 9×9, where that is 8, half the positions after 15 moves are solved in 0.3 s. On 11×11, where it is 24,
    half the positions after 30 moves are solved in 3 s.
    """
    return max(0, 2 * (cells - 60) // 5)


def _solved(board: Board, answer: Answer) -> Analysis:
    """A won position as a search would report it that needed no simulation."""
    win, *_ = answer.winning_moves or ()
    others = [move for move in board.legal_moves if move not in (win, SWAP_PIECES)]
    return Analysis(
        to_move=board.to_move,
        moves=[
            MoveAnalysis(win, 0, 1.0, 0, 0.5, "win"),
            *(MoveAnalysis(move, 0, 0.5, 0, 0.5, None) for move in others),
        ],
        variation=[win],
        simulations=0,
        seconds=answer.seconds,
        nodes=answer.nodes,
        tree_full=False,
        stopped="proven",
    )


def create(options: Options) -> Player:
    return Mcts(options)
