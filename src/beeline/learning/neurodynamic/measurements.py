"""The exact measure of many runs while they learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.learning.neurodynamic.recurrent import sequence_values
from beeline.learning.neurodynamic.torch_network import scores
from beeline.learning.neurodynamic.truth import Exact, Truth, truth
from beeline.learning.yardstick import EVERY_POSITION
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.positions import Positions

_RUNS, _POSITIONS = 10, 256  # valued at once: what fits into a processor's cache


class Measurements:
    """The exact measure at some steps of a run."""

    def __init__(self, architecture: Architecture, steps: Sequence[int]) -> None:
        self._architecture = architecture
        self._known = truth(architecture.side) if architecture.side in EVERY_POSITION and steps else None
        self.steps = np.array(sorted(set(steps)) if self._known is not None else [], dtype=np.int64)
        self._found: list[Exact] = []

    def take(self, step: int, weights: Tensor, *, policy: Tensor | None = None) -> None:
        """Measures if it is time to; a policy's moves are the likeliest."""
        if self._known is not None and step in self.steps:
            self._found.append(measured(self._architecture, self._known, weights, policy=policy))

    def arrays(self, runs: int) -> dict[str, NDArray[np.float64]]:
        if not self._found:
            return {name: np.empty((runs, 0)) for name in Exact._fields}
        return {
            name: np.stack([getattr(found, name) for found in self._found], axis=1) for name in Exact._fields
        }


def measured(
    architecture: Architecture, known: Truth, weights: Tensor, *, policy: Tensor | None = None
) -> Exact:
    """Of networks that value moves, and of their policies if there are any."""

    def values(runs: slice, positions: Positions) -> NDArray[np.float32]:
        return values_of(architecture, weights[runs], positions)

    def logits(runs: slice, positions: Positions) -> NDArray[np.float32]:
        assert policy is not None
        return _looked(partial(scores, architecture), architecture, policy[runs], positions)

    return known.measure(len(weights), values, policy=None if policy is None else logits)


def values_of(architecture: Architecture, weights: Tensor, positions: Positions) -> NDArray[np.float32]:
    """Values ``[runs, positions, cells]`` of positions without a history."""

    def values(some: Tensor, planes: Tensor) -> Tensor:
        alone = planes.unsqueeze(2)
        return sequence_values(architecture, some, alone, alone.new_ones(alone.shape[:3]))[:, :, 0]

    return _looked(values, architecture, weights, positions)


def _looked(
    look: Callable[[Tensor, Tensor], Tensor],
    architecture: Architecture,
    weights: Tensor,
    positions: Positions,
) -> NDArray[np.float32]:
    found = np.empty((len(weights), len(positions), architecture.cells), dtype=np.float32)
    for start in range(0, len(positions), _POSITIONS):
        planes = torch.from_numpy(neurohex_planes(positions[start : start + _POSITIONS])).to(weights.dtype)
        for run in range(0, len(weights), _RUNS):
            some = weights[run : run + _RUNS]
            with torch.no_grad():
                seen = look(some, planes.expand(len(some), *planes.shape))
            found[run : run + _RUNS, start : start + _POSITIONS] = seen.numpy()
    return found


def even_steps(last: int, count: int) -> list[int]:
    """So many steps to measure at, the last among them, at equal distances."""
    return [last * number // count for number in range(1, count + 1)]
