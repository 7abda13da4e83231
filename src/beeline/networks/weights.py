"""The arrays of a network: checked against their shapes, and drawn at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beeline.files import FileError

Weights = Mapping[str, NDArray[np.float32]]
Shapes = Mapping[str, tuple[int, ...]]


def check_weights(weights: Mapping[str, NDArray[Any]], shapes: Shapes, *, side: int) -> None:
    """Raises FileError unless these are the arrays of a network with such shapes, for boards of ``side``."""
    if missing := sorted(shapes.keys() - weights.keys()):
        raise FileError(f"the network lacks {', '.join(missing)}")
    for name, shape in shapes.items():
        if weights[name].shape != shape:
            raise FileError(
                f"{name} of a network for {side}×{side} has the shape {shape}, not {weights[name].shape}"
            )
        if not np.isfinite(weights[name]).all():
            raise FileError(f"{name} holds numbers that are not finite")


def random_weights(shapes: Shapes, random: np.random.Generator) -> dict[str, NDArray[np.float32]]:
    """Glorot's uniform distribution, by the inputs and outputs that a weight has; no bias.

    The first two axes of a weight are its outputs and inputs, and the others the places of a filter.
    """
    weights = {}
    for name, shape in shapes.items():
        if name.endswith("bias"):
            weights[name] = np.zeros(shape, dtype=np.float32)
            continue
        places = int(np.prod(shape[2:]))
        bound = np.sqrt(6 / (places * (shape[0] + shape[1])))
        weights[name] = random.uniform(-bound, bound, shape).astype(np.float32)
    return weights
