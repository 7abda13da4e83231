"""Alpha-beta search on twelve characteristics of the board as a network (EZO before EZO-CNN)."""

from __future__ import annotations

from dataclasses import dataclass, field

from beeline.networks.oldezo.characteristics import LEARNED, load_weights
from beeline.players.base import Player
from beeline.players.minimax import MinimaxOptions, MinimaxPlayer
from beeline.rules.board import Board
from beeline.search.alpha_beta import Weights


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(MinimaxOptions):
    weights: str = field(default=LEARNED, metadata={"file": True})
    """A file of weights that ``beeline train oldezo`` made, a name in the package (``learned-7``,
    ``learned-9``, ``learned-11``), or ``learned`` for the package's own for the size nearest to the board."""


class OldEzo(MinimaxPlayer):
    def __init__(self, options: Options) -> None:
        self.options = options
        self._file = None if options.weights == LEARNED else load_weights(options.weights)

    def evaluator(self, board: Board) -> Weights:
        return [*(self._file or load_weights(LEARNED, board.rows)).weights]


def create(options: Options) -> Player:
    return OldEzo(options)
