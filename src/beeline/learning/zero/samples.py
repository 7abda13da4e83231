"""Positions to learn from, with what is known of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from beeline.networks.zero.views import Views

MOST_MOVES: Final = 12
"""Moves of a position that are kept at most."""

NO_MOVE: Final = -1


@dataclass(frozen=True, kw_only=True)
class Samples:
    """Positions of one shape, as their players to move see them; every array has a row per position."""

    stones: NDArray[np.uint8]
    """``[count, rows, cols]``: 0 empty, 1 own, 2 opposing."""
    last: NDArray[np.int32]
    """The cell of the last move, or -1."""
    moves: NDArray[np.int16]
    """``[count, 12]``: the moves that a search visited, the most visited first, then -1."""
    visits: NDArray[np.float32]
    """``[count, 12]``: their shares of the visits, which add up to 1, or to 0 where there are no moves."""
    move_values: NDArray[np.float32]
    """``[count, 12]``: the chance to win after each, as the search had it; NaN where it had none."""
    outcome: NDArray[np.float32]
    """Outcome: 1 if the player to move won the game, else 0."""
    value: NDArray[np.float32]
    """The chance to win, as the search had it."""
    winning: NDArray[np.uint8]
    """``[count, rows, cols]``: 1 on the cells of the connection that won, and 0 where it is not known."""

    def __len__(self) -> int:
        return len(self.stones)

    def __getitem__(self, index: NDArray[np.int64] | slice) -> Samples:
        return Samples(**{field.name: getattr(self, field.name)[index] for field in fields(self)})

    @property
    def side(self) -> int:
        return int(self.stones.shape[1])

    @property
    def views(self) -> Views:
        return Views(self.stones, self.last)

    def half_turned(self, turned: NDArray[np.bool_]) -> Samples:
        """Samples, those for which ``turned`` holds turned by 180°: the same players, the same values."""
        most = self.stones.shape[1] * self.stones.shape[2] - 1
        stones, winning = (
            np.where(turned[:, None, None], cells[:, ::-1, ::-1], cells)
            for cells in (self.stones, self.winning)
        )
        last = np.where(turned & (self.last >= 0), most - self.last, self.last)
        moves = np.where(turned[:, None] & (self.moves >= 0), most - self.moves, self.moves)
        return replace(self, stones=stones, last=last, moves=moves, winning=winning)

    def policy(self, *, temperature: float = 1) -> NDArray[np.float32]:
        """``[count, cells]``: shares in proportion to visits ^ (1 / temperature).

        A position without moves to learn has zeros.
        """
        shares = np.where(self.moves >= 0, self.visits, 0) ** (1 / temperature)
        return self._spread(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-9))

    def action_values(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """``[count, cells]`` twice: the values of moves, and 1 where one is known, else 0."""
        known = (self.moves >= 0) & ~np.isnan(self.move_values)
        return self._spread(np.where(known, self.move_values, 0)), self._spread(known)

    def connections(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """``[count, 2, cells]``, ``[count]``: the cells of the winner's connection, and 1 where it is known.

        The cells are in the first row if the player to move won, else in the second.
        """
        cells = self.winning.reshape(len(self), -1).astype(np.float32)
        won = self.outcome[:, None]
        return np.stack([cells * won, cells * (1 - won)], axis=1), cells.max(axis=1)

    def _spread(self, numbers: NDArray[np.generic]) -> NDArray[np.float32]:
        cells = self.stones.shape[1] * self.stones.shape[2]
        board = np.zeros((len(self), cells + 1), dtype=np.float32)  # where there is no move, behind the board
        np.put_along_axis(
            board, np.where(self.moves >= 0, self.moves, cells).astype(np.int64), numbers, axis=1
        )
        return board[:, :cells]


def joined(parts: Sequence[Samples]) -> Samples:
    """All of these; boards must have one shape."""
    return Samples(
        **{
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(Samples)
        }
    )
