"""The exact measure of many runs while they learn."""

from __future__ import annotations

from collections.abc import Sequence

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


class Measurements:
    """The exact measure at some steps of a run."""

    def __init__(self, architecture: Architecture, known: Truth | None, steps: Sequence[int]) -> None:
        self._architecture, self._known = architecture, known
        self.steps = np.array(sorted(set(steps)) if known is not None else [], dtype=np.int64)
        self._found: list[Exact] = []

    def take(self, step: int, weights: Tensor) -> None:
        """Measures if it is time to."""
        if self._known is not None and step in self.steps:
            self._found.append(
                self._known.measure(values_of(self._architecture, weights, self._known.positions))
            )

    def arrays(self, runs: int) -> dict[str, NDArray[np.float64]]:
        if not self._found:
            return {name: np.empty((runs, 0)) for name in Exact._fields}
        return {
            name: np.stack([getattr(found, name) for found in self._found], axis=1) for name in Exact._fields
        }


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
