"""The latest positions of self-play, by side of the board, to draw batches from."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

import numpy as np

from beeline.learning.zero.samples import Samples, joined


class Window:
    """Window of at most ``size`` positions, whole games at a time; the oldest games go first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._games: deque[Samples] = deque()
        self._count = 0
        self._joined: dict[int, Samples] = {}

    def __len__(self) -> int:
        return self._count

    def add(self, games: Iterable[Samples]) -> None:
        for samples in games:
            self._games.append(samples)
            self._count += len(samples)
        while self._count > self._size and len(self._games) > 1:
            self._count -= len(self._games.popleft())
        self._joined = self._by_side()

    def _by_side(self) -> dict[int, Samples]:
        sides: dict[int, list[Samples]] = {}
        for samples in self._games:
            sides.setdefault(samples.side, []).append(samples)
        return {side: joined(parts) for side, parts in sorted(sides.items())}

    @property
    def by_side(self) -> dict[int, Samples]:
        return self._joined

    def draw(self, batch: int, random: np.random.Generator) -> Samples:
        return drawn(self._joined, batch, random)


def drawn(by_side: Mapping[int, Samples], batch: int, random: np.random.Generator) -> Samples:
    """Positions of one side, drawn in proportion to how many there are; half of them turned by 180°."""
    sides = sorted(by_side)
    counts = np.array([len(by_side[side]) for side in sides], dtype=np.float64)
    samples = by_side[sides[int(random.choice(len(sides), p=counts / counts.sum()))]]
    chosen = samples[random.integers(len(samples), size=batch)]
    return chosen.half_turned(random.random(batch) < 0.5)
