"""Curves of runs while they learn: the study's, and the exact measure, of all runs together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

OnProgress: TypeAlias = Callable[[int], None]
"""OnResult how many steps are done."""


class Progress(NamedTuple):
    """Statistics of one update."""

    games: int
    """Games that ended."""
    error: float | None
    """The mean squared error, before the update; None where nothing was learned."""


@dataclass(frozen=True)
class History:
    """History of many runs; the first axis of every array is theirs."""

    curves: dict[str, NDArray[np.float64]]
    """``[runs, points]`` by name: ``value``, and for batches ``error`` and ``projection``. Not a number where
    no game ended, and from where a run diverged."""
    steps: NDArray[np.int64]
    """``[measured]``: after how many transitions or updates the exact measure was taken."""
    exact: dict[str, NDArray[np.float64]]
    """``[runs, measured]`` by the names of :class:`Exact`."""
    weights: NDArray[np.float32]
    """``[runs, parameters]`` of the values at the end."""
    cpu_seconds: float = 0.0
    """Processor time of them all."""

    @property
    def diverged(self) -> NDArray[np.bool_]:
        """Mask of the runs whose values, or whose policy where that was measured, did not stay finite."""
        finite = np.isfinite(self.weights).all(axis=1)
        if len(self.steps):
            finite &= np.isfinite(self.exact["keeps"][:, -1])
        return np.asarray(~finite)


class Curves:
    """Means over stretches of a run of so many steps."""

    def __init__(self, runs: int, *, steps: int, points: int) -> None:
        self._points = min(points, steps)
        self._steps = steps
        self._sums = np.zeros((runs, self._points))
        self._counts = np.zeros((runs, self._points))

    def add(self, step: int, sums: NDArray[np.float64], counts: NDArray[np.float64] | float = 1.0) -> None:
        """Numbers of every run at a step, and how many each is the sum of."""
        at = step * self._points // self._steps
        self._sums[:, at] += sums
        self._counts[:, at] += counts

    def means(self) -> NDArray[np.float64]:
        with np.errstate(invalid="ignore"):
            found: NDArray[np.float64] = self._sums / self._counts
        return found


class Trajectories:
    """The mean value of the after-states of each game, told when the game has ended."""

    def __init__(self, runs: int, games: int) -> None:
        self._sums = np.zeros((runs, games))
        self._moves = np.zeros((runs, games))

    def add(self, values: NDArray[np.float64]) -> None:
        """Add the moves that are made, ``[runs, games]``."""
        self._sums += values
        self._moves += 1

    def ended(self, where: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The sum over the games that have ended of their means, and their number, ``[runs]`` each."""
        means = np.where(where, self._sums / np.maximum(self._moves, 1), 0.0)
        self._sums[where], self._moves[where] = 0.0, 0.0
        return means.sum(axis=1), where.sum(axis=1).astype(np.float64)
