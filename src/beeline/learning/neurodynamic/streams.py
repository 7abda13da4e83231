"""The last moves of the games of many runs, in the order in which they were made, to draw batches from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from beeline.files import Arrays
from beeline.networks.positions import Positions


class Stretch(NamedTuple):
    """Moves that follow each other, ``[runs, stretches, length + 1]`` each but for the positions.

    The last of them is there for the targets of the one before.
    """

    positions: Positions
    """``[..., 2, side]``"""
    actions: NDArray[np.int64]
    won: NDArray[np.bool_]
    begins: NDArray[np.bool_]
    """Where the move was the first of its game."""


class Streams:
    """A ring of ``rounds`` moves of every game; a game that has ended is followed by the next one."""

    def __init__(self, runs: int, games: int, *, side: int, rounds: int) -> None:
        shape = (rounds, runs, games)
        self._kept = Stretch(
            positions=np.zeros((*shape, 2, side), dtype=np.uint32),
            actions=np.zeros(shape, dtype=np.int64),
            won=np.zeros(shape, dtype=np.bool_),
            begins=np.zeros(shape, dtype=np.bool_),
        )
        self._added = 0

    def __len__(self) -> int:
        """Rounds to draw from."""
        return min(self._added, len(self._kept.actions))

    def add(
        self,
        positions: Positions,
        actions: NDArray[np.int64],
        won: NDArray[np.bool_],
        begins: NDArray[np.bool_],
    ) -> None:
        """One move in every game, ``[runs, games]``."""
        at = self._added % len(self._kept.actions)
        kept = self._kept
        kept.positions[at] = positions.reshape(kept.positions.shape[1:])
        kept.actions[at], kept.won[at], kept.begins[at] = actions, won, begins
        self._added += 1

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What to go on from."""
        return self._kept._asdict() | {"added": np.array([self._added])}

    def restore(self, arrays: Arrays) -> None:
        self._kept = Stretch(*(arrays[name].copy() for name in Stretch._fields))
        self._added = int(arrays["added"][0])

    def drawn(self, chances: NDArray[np.float64], length: int) -> Stretch:
        """By numbers in [0, 1) ``[runs, stretches, 2]``: where a stretch begins, and in which game."""
        first = (chances[..., 0] * (len(self) - length)).astype(np.int64)
        game = (chances[..., 1] * self._kept.actions.shape[2]).astype(np.int64)[..., None]
        oldest = self._added - len(self)
        rounds = (oldest + first[..., None] + np.arange(length + 1)) % len(self._kept.actions)
        runs = np.arange(len(chances))[:, None, None]
        return Stretch(*(part[rounds, runs, game] for part in self._kept))
