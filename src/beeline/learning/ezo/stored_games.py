"""Games of a store to learn from in place of one's own: of a match, or of the self-play of another system."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from beeline.arena.games import FORFEITS, GameResult
from beeline.arena.store import GameStore
from beeline.learning.ezo.self_play import PlayedGame
from beeline.learning.training_run import TrainingError
from beeline.rules.board import Board
from beeline.rules.cells import SPECIAL_MOVES


class StoredGames:
    """The games of a store on a square board, in the order of their keys, again and again.

    The store is open only while it is read, so that others may go on writing to it. Games with a swap, and
    those that a player forfeited, are left out.
    """

    def __init__(self, path: Path, *, side: int) -> None:
        """Raises ``StoreError``, and ``TrainingError`` if there are no such games."""
        self._path = path
        with GameStore(path, read_only=True) as store:
            self._keys = store.keys_on(side, side)
        if not self._keys:
            raise TrainingError(f"{path} has no game on {side}×{side}")

    def __len__(self) -> int:
        return len(self._keys)

    def played(self, *, first: int, count: int) -> list[PlayedGame]:
        """Games from that number on, ``count`` at most; after the last comes the first."""
        numbers = (number % len(self._keys) for number in range(first, first + count))
        with GameStore(self._path, read_only=True) as store:
            results = [store.result(self._keys[number]) for number in numbers]
        return [as_played(result) for result in results if result is not None and _teaches(result)]


def _teaches(result: GameResult) -> bool:
    return result.reason not in FORFEITS and not SPECIAL_MOVES & set(result.moves)


def as_played(result: GameResult) -> PlayedGame:
    """A game as self-play has it: what follows its opening, which may be random, is learned from."""
    board = Board(result.task.rows, result.task.cols)
    return PlayedGame(
        moves=tuple(board.cell_of(move) for move in result.moves),
        start=max(1, len(result.task.opening)),
        decided=-1,
        winner=1 if result.winner == "black" else 2,
        values=_search_values(result),
    )


def _search_values(result: GameResult) -> tuple[float | None, ...]:
    """The values that a search noted of the positions before each move; none in games of a match."""
    try:
        about: Any = json.loads(result.detail)
    except ValueError:  # a sentence, or nothing
        return ()
    if not isinstance(about, dict) or "targets" not in about:
        return ()
    return tuple(value for value, _ in json.loads(about["targets"]))
