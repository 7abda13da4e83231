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

_SOLVER_SHARE: Final = 0.3
_SOLVABLE: Final = 72
"""Empty cells up to which solving is tried: on 9×9 half the positions after 15 moves are solved in 0.3 s."""


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
    """The share of the seconds that goes to the exact solver first, in positions of Hex near enough to their
    end; 0.3 with ``knowledge``, else 0."""

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
        if time_left is not None and self._solver_share and isinstance(board, Board):
            answer = self._solve(board, self._solver_share * time_left, should_stop)
            if answer is not None and answer.winner == board.to_move and answer.winning_moves:
                return Decision(answer.winning_moves[0], 1.0, _solved(board, answer))
            time_left -= 0.0 if answer is None else min(answer.seconds, self._solver_share * time_left)
        analysis = self._search.run(
            board,
            simulations=simulations,
            seconds=time_left,
            when_decided=options.decided and simulations is not None,
            should_stop=should_stop,
        )
        best = analysis.best
        return swap_or(best.move, board, best.value, analysis)

    def _solve(self, board: Board, seconds: float, should_stop: Callable[[], bool] | None) -> Answer | None:
        """What the solver finds out in this time, if it has a chance to; it remembers from move to move."""
        if len(board.legal_moves) > _SOLVABLE:
            return None
        if self._solver is None or (self._solver.rows, self._solver.cols) != (board.rows, board.cols):
            self._solver = Solver(board.rows, board.cols)
        return self._solver.solve(board, seconds=seconds, variation=False, should_stop=should_stop)


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
