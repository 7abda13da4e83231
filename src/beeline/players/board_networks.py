"""Base of the players on networks: a network for each size of board."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from beeline.errors import PlayerError
from beeline.networks.network_files import TRAINED, NetworkFile
from beeline.rules.board import Board
from beeline.rules.game import Game

Network = TypeVar("Network")


class Load(Protocol):
    """Function from a name, and the side of the board where it matters, to a network; ValueError if there
    is none."""

    def __call__(self, name: str, side: int | None = None, /) -> NetworkFile: ...


class BoardNetworks(Generic[Network]):
    """The networks of a player by the side of the board, each made when it is first needed.

    A file that is no network is refused at once, not in the middle of a game.
    """

    def __init__(self, kind: str, weights: str, load: Load, make: Callable[[NetworkFile], Network]) -> None:
        self._kind, self._weights, self._load, self._make = kind, weights, load, make
        self._made: dict[int, Network] = {}
        if weights != TRAINED:
            load(weights)

    def check(self, board: Game, *, spec: str) -> None:
        """Raises PlayerError unless there is a network for this board."""
        assert isinstance(board, Board)
        self.on(board, spec=spec)

    def on(self, board: Board, *, spec: str) -> Network:
        """The network for this board; ``spec`` names the player in complaints."""
        if board.rows != board.cols:
            raise PlayerError(f"{self._kind} plays on square boards, not on {board.rows}×{board.cols}")
        if board.rows not in self._made:
            try:
                self._made[board.rows] = self._make(self._load(self._weights, board.rows))
            except ValueError as error:
                raise PlayerError(f"player {spec!r}: {error}") from None
        return self._made[board.rows]

    def version(self, program: str) -> str:
        """Version of the program, with the checksum of a network that is not the package's: a file may
        change."""
        if self._weights == TRAINED:
            return program
        checksum = hashlib.sha256(self._load(self._weights).path.read_bytes()).hexdigest()
        return f"{program}, network {checksum[:12]}"
