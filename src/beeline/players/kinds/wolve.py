"""Alpha-beta search on resistance and virtual connections."""

from __future__ import annotations

import random as randomness
from dataclasses import dataclass
from math import exp, log

from beeline.checks import require
from beeline.players.base import Player
from beeline.players.minimax import MinimaxOptions, MinimaxPlayer
from beeline.search.analysis import Analysis, MoveAnalysis


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(MinimaxOptions):
    temperature: float = 0.0
    """Temperature of the draw of moves, by a softmax over log(I / I′); 0 takes the best. A proven win is
    always taken."""
    seed: int | None = None
    """Seed of the draws: equal seeds give equal games."""

    def __post_init__(self) -> None:
        # `super()` needs the class that slots=True replaced.
        MinimaxOptions.__post_init__(self)
        require(0 <= self.temperature < float("inf"), "temperature", "0 or more", self.temperature)


class Wolve(MinimaxPlayer):
    options: Options

    def __init__(self, options: Options) -> None:
        self.options = options
        self.exact = options.temperature > 0
        self._random = randomness.Random(options.seed)

    def pick(self, analysis: Analysis) -> MoveAnalysis:
        if self.options.temperature == 0:
            return analysis.best
        return self._draw([move for move in analysis.moves if move.visits] or [analysis.best])

    def _draw(self, moves: list[MoveAnalysis]) -> MoveAnalysis:
        """A move by softmax over the scores, log(I / I'), where a proven result outweighs every other."""
        proven_wins = [move for move in moves if move.proof == "win"]
        if proven_wins:
            return proven_wins[0]
        moves = [move for move in moves if move.proof is None] or moves[:1]
        shares = [min(max(move.value, 1e-12), 1 - 1e-12) for move in moves]
        scores = [log(share / (1 - share)) for share in shares]
        # The difference first: it is at most 0, and no temperature makes too large a number of it.
        weights = [exp((score - max(scores)) / self.options.temperature) for score in scores]
        return self._random.choices(moves, weights)[0]


def create(options: Options) -> Player:
    return Wolve(options)
