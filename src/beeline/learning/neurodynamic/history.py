"""What is noted while runs learn: the study's curves and the exact measure, of all runs together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.learning.features import neurohex_planes
from beeline.learning.neurodynamic.architecture import Architecture
from beeline.learning.neurodynamic.recurrent import sequence_values
from beeline.learning.neurodynamic.truth import Exact, Truth
from beeline.learning.positions import Positions

_RUNS, _POSITIONS = 10, 256  # valued at once: what fits into a processor's cache


@dataclass(frozen=True)
class History:
    """Of many runs; the first axis of every array is theirs."""

    curves: dict[str, NDArray[np.float64]]
    """``[runs, points]`` by name: ``value``, and for batches ``error`` and ``projection``. Not a number where
    no game ended, and from where a run diverged."""
    steps: NDArray[np.int64]
    """``[measured]``: after how many transitions or updates the exact measure was taken."""
    exact: dict[str, NDArray[np.float64]]
    """``[runs, measured]`` by the names of :class:`Exact`."""
    weights: NDArray[np.float32]
    """``[runs, parameters]`` of the values at the end."""

    @property
    def diverged(self) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = ~np.isfinite(self.weights).all(axis=1)
        return found


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
        """Of the moves that are made, ``[runs, games]``."""
        self._sums += values
        self._moves += 1

    def ended(self, where: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The sum over the games that have ended of their means, and their number, ``[runs]`` each."""
        means = np.where(where, self._sums / np.maximum(self._moves, 1), 0.0)
        self._sums[where], self._moves[where] = 0.0, 0.0
        return means.sum(axis=1), where.sum(axis=1).astype(np.float64)


class Measurements:
    """The exact measure at some steps of a run."""

    def __init__(self, architecture: Architecture, known: Truth | None, steps: Sequence[int]) -> None:
        self._architecture, self._known = architecture, known
        self.steps = np.array(sorted(set(steps)) if known is not None else [], dtype=np.int64)
        self._found: list[Exact] = []

    def take(self, step: int, weights: Tensor) -> None:
        """Measures if it is time to."""
        if self._known is not None and step in self.steps:
            self._found.append(self._known.measure(values_of(self._architecture, weights, self._known.positions)))

    def arrays(self, runs: int) -> dict[str, NDArray[np.float64]]:
        if not self._found:
            return {name: np.empty((runs, 0)) for name in Exact._fields}
        return {name: np.stack([getattr(found, name) for found in self._found], axis=1) for name in Exact._fields}


def values_of(architecture: Architecture, weights: Tensor, positions: Positions) -> NDArray[np.float32]:
    """Values ``[runs, positions, cells]`` of positions without a history."""
    found = np.empty((len(weights), len(positions), architecture.cells), dtype=np.float32)
    for start in range(0, len(positions), _POSITIONS):
        planes = torch.from_numpy(neurohex_planes(positions[start : start + _POSITIONS]))
        sequences = planes[None, :, None]
        for run in range(0, len(weights), _RUNS):
            some = weights[run : run + _RUNS]
            seen = sequences.expand(len(some), *sequences.shape[1:])
            with torch.no_grad():
                values = sequence_values(architecture, some, seen, seen.new_ones(seen.shape[:3]))
            found[run : run + _RUNS, start : start + _POSITIONS] = values[:, :, 0].numpy()
    return found


def even_steps(last: int, count: int) -> list[int]:
    """So many steps to measure at, the last among them, at equal distances."""
    return [last * number // count for number in range(1, count + 1)]


OnProgress = Callable[[int], None]
"""Told how many steps are done."""
