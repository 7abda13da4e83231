"""The move that a small network trained by temporal differences values most (the neurodynamic study)."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from beeline.networks.action_values import Evaluator
from beeline.networks.network_files import TRAINED, NetworkFile
from beeline.networks.neurodynamic.onnx_network import NETWORKS, is_recurrent
from beeline.networks.positions import positions_of
from beeline.networks.valued_moves import analysis_by_values
from beeline.players.base import Decision, Player
from beeline.players.board_networks import BoardNetworks
from beeline.rules.board import Board
from beeline.rules.game import Game
from beeline.search.analysis import Analysis
from beeline.search.limit import Limit


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    weights: str = field(default=TRAINED, metadata={"file": True})
    """A network: a file that ``beeline train neurodynamic`` made, a name in the package, or ``trained``
    for the package's own for the size of the board."""


class Neurodynamic(Player):
    """Deterministic, without search. Its chance to win is (1 + v) / 2 of the best after-state."""

    games = (Board,)

    def __init__(self, options: Options) -> None:
        self.options = options
        self._networks = BoardNetworks("neurodynamic", options.weights, NETWORKS.load, _ready)

    def decide(self, board: Game, limit: Limit) -> Decision:
        assert isinstance(board, Board)
        analysis = self._analysis(board)
        return Decision.move_or_swap(analysis.best.move, board, analysis.best.value, analysis)

    def check_board(self, board: Game) -> None:
        self._networks.check(board, spec=self.spec)

    def version(self) -> str:
        return self._networks.version(super().version())

    def _analysis(self, board: Board) -> Analysis:
        start = time.perf_counter()
        evaluator, recurrent = self._networks.on(board, spec=self.spec)
        boards = _game_of(board) if recurrent else [board]
        values = evaluator.values(positions_of(boards))[-1]
        return analysis_by_values(board, values, seconds=time.perf_counter() - start)


def _ready(network: NetworkFile) -> tuple[Evaluator, bool]:
    """The network that values positions, and whether it wants all of a game."""
    return Evaluator(network), is_recurrent(network)


def _game_of(board: Board) -> list[Board]:
    """The positions that led here, the first and this one included."""
    past = board.copy()
    boards = [board]
    for _ in board.moves:
        past.undo()
        boards.append(past.copy())
    return boards[::-1]


def create(options: Options) -> Player:
    return Neurodynamic(options)
