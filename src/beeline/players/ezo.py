"""Alpha-beta search on a neural network that learned to value positions by self-play (EZO-CNN)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from beeline.errors import PlayerError
from beeline.learning.ezo.gauge import evaluation_by
from beeline.learning.ezo.networks import NETWORKS, Evaluator
from beeline.learning.network_files import TRAINED
from beeline.players.base import Player
from beeline.players.minimax import MinimaxOptions, MinimaxPlayer
from beeline.rules.board import Board
from beeline.search.alpha_beta import Evaluate
from beeline.search.settings import require


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(MinimaxOptions):
    weights: str = field(default=TRAINED, metadata={"file": True})
    """A network: a file, a name in the package, or trained for the package's own for the board."""
    threads: int = 1
    """Threads of the network."""

    def __post_init__(self) -> None:
        # `super()` needs the class that slots=True replaced.
        MinimaxOptions.__post_init__(self)
        require(1 <= self.threads <= 256, "threads", "from 1 to 256", self.threads)


class Ezo(MinimaxPlayer):
    """The positions after all moves of one position are valued at once."""

    kind = "ezo"

    def __init__(self, options: Options) -> None:
        self.options = options
        self._threads, self._weights = options.threads, options.weights
        self._evaluators: dict[int, Evaluator] = {}
        if options.weights != TRAINED:
            NETWORKS.load(options.weights)  # complains now, not in the middle of a game

    def version(self) -> str:
        """With the checksum of a network that is not the package's: a file may change."""
        if self._weights == TRAINED:
            return super().version()
        checksum = hashlib.sha256(NETWORKS.path(self._weights).read_bytes()).hexdigest()
        return f"{super().version()}, network {checksum[:12]}"

    def evaluation(self, board: Board) -> Evaluate:
        return evaluation_by(self._evaluator(board).of_planes)

    def _evaluator(self, board: Board) -> Evaluator:
        if board.rows != board.cols:
            raise PlayerError(f"ezo plays on square boards, not on {board.rows}×{board.cols}")
        if board.rows not in self._evaluators:
            try:
                network = NETWORKS.load(self._weights, board.rows)
                self._evaluators[board.rows] = Evaluator(network, threads=self._threads)
            except ValueError as error:
                raise PlayerError(f"player {self.spec!r}: {error}") from None
        return self._evaluators[board.rows]


def create(options: Options) -> Player:
    return Ezo(options)
