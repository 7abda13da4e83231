"""Games of self-play with networks, played by the core (``cpp/selfplay/self_play.hpp``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.knowledge.solver import Solver
from beeline.networks.ezo.onnx_network import value_network
from beeline.networks.features import Planes
from beeline.networks.network_files import NetworkSession
from beeline.rules.board import Board
from beeline.rules.game import Colour

_NUMBER: Final[dict[Colour | None, int]] = {None: 0, "black": 1, "white": 2}
_TABLE: Final = 1 << 16  # positions that a solver remembers, far more than the games of a task have


@dataclass(frozen=True, kw_only=True)
class SelfPlayTask:
    """Some games of an epoch, for a worker."""

    number: int
    side: int
    games: int
    latest_start: int
    ply: int
    noise: float
    play_out: bool
    solver_nodes: int
    """Of the search for the winner of each position; 0 is no search."""
    seed: int
    networks: tuple[bytes, ...]
    """As ONNX models, the latest first."""


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """One game. Its positions are numbered by the moves made before them."""

    moves: tuple[int, ...]
    start: int
    """The first position to learn from; the game may have ended before."""
    decided: int
    """The first position from there on that virtual connections decide, or -1."""
    winner: int
    """1 Black, 2 White: by the last stone, or else by virtual connections."""
    proven: tuple[int, ...] = ()
    """With a solver: who wins each position with best play, from the one after the first move on; 0 if it was
    not found out."""


@dataclass(frozen=True, kw_only=True)
class SelfPlayResult:
    number: int
    games: tuple[PlayedGame, ...]
    positions: int
    """That networks valued."""
    seconds: tuple[float, float, float]
    """Of processor time: all, that of the networks, and that of the solver."""


class _TimedNetwork:
    """A network of triples, and the processor seconds that it has taken."""

    def __init__(self, model: bytes) -> None:
        self._session = NetworkSession(model)
        self.seconds = 0.0
        self.native = value_network(self._chances)

    def _chances(self, planes: Planes) -> NDArray[np.float32]:
        before = process_time()
        chances = self._session.run(planes)
        self.seconds += process_time() - before
        return chances


def play_games(task: SelfPlayTask) -> SelfPlayResult:
    """Plays the games of a task to their ends; a worker's work."""
    begun = process_time()
    networks = [_TimedNetwork(model) for model in task.networks]
    play = _core.SelfPlay(
        [network.native for network in networks],
        side=task.side,
        games=task.games,
        latest_start=task.latest_start,
        ply=task.ply,
        noise=task.noise,
        play_out=task.play_out,
        seed=task.seed,
    )
    play.play(None)
    before = process_time()
    games = [
        PlayedGame(moves=tuple(game.moves), start=game.start, decided=game.decided, winner=game.winner)
        for game in play.games()
    ]
    if task.solver_nodes:
        games = solved(games, side=task.side, nodes=task.solver_nodes)
    now = process_time()
    return SelfPlayResult(
        number=task.number,
        games=tuple(games),
        positions=play.evaluations,
        seconds=(now - begun, sum(network.seconds for network in networks), now - before),
    )


def solved(games: Sequence[PlayedGame], *, side: int, nodes: int) -> list[PlayedGame]:
    """The games with the winners of those positions that a search of so many nodes proves.

    Each game is gone through from its end, so that what was found later helps before.
    """
    solver = Solver(side, side, table_entries=_TABLE)
    found = []
    for game in games:
        board = Board(side)
        for move in game.moves:
            board.play(board.name_of(move))
        proven = []
        for _ in game.moves:
            winner = board.winner or solver.solve(board, variation=False, nodes=nodes).winner
            proven.append(_NUMBER[winner])
            board.undo()
        found.append(replace(game, proven=tuple(reversed(proven))))
    return found
