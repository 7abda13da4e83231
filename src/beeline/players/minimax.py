"""Base of the players on alpha-beta search."""

from __future__ import annotations

from dataclasses import dataclass

from beeline import _core
from beeline.players.base import Decision, Player
from beeline.rules.board import Board
from beeline.rules.game import Game
from beeline.search.alpha_beta import AlphaBetaSettings, Weights, alpha_beta
from beeline.search.analysis import Analysis, MoveAnalysis
from beeline.search.limit import Limit, check_limits


@dataclass(frozen=True, kw_only=True, slots=True)
class MinimaxOptions(AlphaBetaSettings):
    seconds: float | None = None
    """Seconds per move; the deepest search that was finished in time counts."""

    def __post_init__(self) -> None:
        # `super()` needs the class that slots=True replaced.
        AlphaBetaSettings.__post_init__(self)
        check_limits(None, self.seconds)


class MinimaxPlayer(Player):
    """Plays the best move of the search, by the evaluator of its kind."""

    games = (Board,)
    options: MinimaxOptions
    exact = False
    """Whether every move is to be valued, not only the best."""

    def evaluator(self, board: Board) -> _core.Network | Weights | None:
        """Evaluator for boards of this size; None for resistance."""
        return None

    def pick(self, analysis: Analysis) -> MoveAnalysis:
        """The move to play."""
        return analysis.best

    def decide(self, board: Game, limit: Limit) -> Decision:
        assert isinstance(board, Board)
        limit = limit.within(seconds=self.options.seconds)
        analysis = alpha_beta(
            board,
            self.options,
            evaluator=self.evaluator(board),
            exact=self.exact,
            limit=limit,
        )
        best = analysis.best
        decision = Decision.move_or_swap(best.move, board, best.value, analysis)
        if decision.move != best.move:
            return decision
        move = self.pick(analysis)
        return Decision(move.move, move.value, analysis)
