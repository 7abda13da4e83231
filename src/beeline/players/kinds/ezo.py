"""Alpha-beta search on a neural network that learned to value positions by self-play (EZO-CNN)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from beeline import _core
from beeline.checks import require, require_types
from beeline.networks.ezo.onnx_network import NETWORKS, Evaluator, value_network
from beeline.networks.network_files import TRAINED
from beeline.players.base import Player
from beeline.players.board_networks import BoardNetworks
from beeline.players.minimax import MinimaxOptions, MinimaxPlayer
from beeline.rules.board import Board
from beeline.rules.game import Game


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(MinimaxOptions):
    weights: str = field(default=TRAINED, metadata={"file": True})
    """A network: a file that ``beeline train ezo`` made, a name in the package, or ``trained`` for the
    package's own for the size of the board."""
    threads: int = 1
    """Threads of the network."""

    def __post_init__(self) -> None:
        require_types(self)
        # `super()` needs the class that slots=True replaced.
        MinimaxOptions.__post_init__(self)
        require(1 <= self.threads <= 256, "threads", "from 1 to 256", self.threads)


class Ezo(MinimaxPlayer):
    """The positions after all moves of one position are valued at once."""

    def __init__(self, options: Options) -> None:
        self.options = options
        make = partial(Evaluator, threads=options.threads)
        self._networks = BoardNetworks("ezo", options.weights, NETWORKS.load, make)

    def check_board(self, board: Game) -> None:
        self._networks.check(board, spec=self.spec)

    def version(self) -> str:
        return self._networks.version(super().version())

    def evaluator(self, board: Board) -> _core.Network:
        return value_network(self._networks.on(board, spec=self.spec).of_planes)


def create(options: Options) -> Player:
    return Ezo(options)
