"""Alpha-beta search on resistance and virtual connections."""

from __future__ import annotations

import random as randomness
from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log

from beeline.errors import PlayerError
from beeline.players.base import Decision, Player
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Game
from beeline.search.alpha_beta import AlphaBetaSettings, alpha_beta
from beeline.search.analysis import MoveAnalysis
from beeline.search.settings import check_limits, require


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(AlphaBetaSettings):
    seconds: float | None = None
    """Seconds a move."""
    temperature: float = 0.0
    """Above 0, moves are drawn with probabilities that are a softmax over their scores divided by this."""
    seed: int | None = None
    """For the draws: equal seeds give equal games."""

    def __post_init__(self) -> None:
        # `super()` needs the class that slots=True replaced.
        AlphaBetaSettings.__post_init__(self)
        check_limits(None, self.seconds)
        require(0 <= self.temperature < float("inf"), "temperature", "0 or more", self.temperature)


class Wolve(Player):
    def __init__(self, options: Options) -> None:
        self.options = options
        self._random = randomness.Random(options.seed)

    def choose(
        self,
        board: Game,
        *,
        seconds: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Decision:
        if not isinstance(board, Board):
            raise PlayerError(f"wolve plays Hex, not {type(board).__name__}")
        options = self.options
        limits = [limit for limit in (options.seconds, seconds) if limit is not None]
        analysis = alpha_beta(
            board,
            options,
            exact=options.temperature > 0,
            seconds=min(limits, default=None),
            should_stop=should_stop,
        )
        best = analysis.best
        if best.value < 0.5 and SWAP_PIECES in board.legal_moves:
            return Decision(SWAP_PIECES, 1 - best.value, analysis)
        if options.temperature > 0:
            best = self._draw([move for move in analysis.moves if move.visits] or [best])
        return Decision(best.move, best.value, analysis)

    def _draw(self, moves: list[MoveAnalysis]) -> MoveAnalysis:
        """A move by softmax over the scores, log(I / I'), where a proven result outweighs every other."""
        proven_wins = [move for move in moves if move.proof == "win"]
        if proven_wins:
            return proven_wins[0]
        moves = [move for move in moves if move.proof is None] or moves[:1]
        shares = [min(max(move.value, 1e-12), 1 - 1e-12) for move in moves]
        scores = [log(share / (1 - share)) / self.options.temperature for share in shares]
        weights = [exp(score - max(scores)) for score in scores]
        return self._random.choices(moves, weights)[0]


def create(options: Options) -> Player:
    return Wolve(options)
