"""The replay memory: the most recent moves, from which batches are drawn.

A transition takes the place of one position and eight bytes: what followed is worked out when it is drawn,
because it is the position with the move made, turned or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beeline.errors import ArgumentError
from beeline.networks.positions import Moves, Positions, after_moves, empty_positions


@dataclass(frozen=True)
class Transitions:
    """A batch: positions of the memory by number, moves, whether they won, and the positions after."""

    indices: NDArray[np.int64]
    moves: Moves
    won: NDArray[np.bool_]
    after: Positions
    proven: NDArray[np.int8]
    """Proofs: 1 where the move is known to win otherwise than by the rules, -1 where it loses, else 0."""


class ReplayMemory:
    """Memory of a limited number of transitions; the oldest give way."""

    def __init__(self, capacity: int, side: int) -> None:
        if capacity < 1:
            raise ArgumentError(f"a replay memory has room for 1 transition or more, not {capacity}")
        self.capacity = capacity
        self.positions = empty_positions(capacity, side)
        self._moves = np.zeros(capacity, dtype=np.int32)
        self._turned = np.zeros(capacity, dtype=np.bool_)
        self._proven = np.zeros(capacity, dtype=np.int8)
        self.added = 0
        """Transitions added in all; the last of them are here."""

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(
        self,
        positions: Positions,
        moves: Moves,
        turned: NDArray[np.bool_],
        *,
        proven: NDArray[np.int8] | None = None,
    ) -> None:
        """Notes moves made in positions; ``turned`` says whether what followed is seen turned by 180°,
        ``proven`` what is known of the move besides the rules."""
        places = (self.added + np.arange(len(positions))) % self.capacity
        self.positions[places] = positions
        self._moves[places] = moves
        self._turned[places] = turned
        self._proven[places] = 0 if proven is None else proven
        self.added += len(positions)

    def sample(self, count: int, random: np.random.Generator) -> Transitions:
        """Transitions drawn with replacement. The positions before stay where they are."""
        indices = random.integers(len(self), size=count)
        moves = self._moves[indices]
        after, won = after_moves(self.positions, moves, indices=indices, turned=self._turned[indices])
        return Transitions(indices, moves, won, after, self._proven[indices])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Arrays for a checkpoint: no more than is in use."""
        held = len(self)
        return {
            "positions": self.positions[:held],
            "moves": self._moves[:held],
            "turned": self._turned[:held],
            "proven": self._proven[:held],
            "added": np.array(self.added, dtype=np.int64),
        }

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        held = len(arrays["moves"])
        self.positions[:held] = arrays["positions"]
        self._moves[:held] = arrays["moves"]
        self._turned[:held] = arrays["turned"]
        self._proven[:held] = arrays.get("proven", 0)
        self.added = int(arrays["added"].item())
