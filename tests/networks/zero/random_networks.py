"""Networks of zero with random weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beeline.networks.zero.architecture import Architecture, hexagon
from beeline.networks.zero.integer_network import IntegerNetworkFile, tensor_shapes
from beeline.networks.zero.views import Views

SMALL = Architecture(channels=32, blocks=2, pooling=(2,), hidden=8)


def random_arrays(architecture: Architecture, *, seed: int = 0) -> dict[str, NDArray[np.float32]]:
    """In float32; policies are far from even, so that there is a first choice."""
    random = np.random.default_rng(seed)
    arrays = {}
    for name, shape in architecture.shapes().items():
        inputs = shape[1] * (7 if shape[-1] == 3 else 1) if len(shape) > 1 else 4
        spread = 0.1 if name.endswith("bias") else (1 if len(shape) > 2 else 0.5) / np.sqrt(inputs)
        arrays[name] = random.normal(0, spread, shape).astype(np.float32)
        if shape[-1] == 3:
            arrays[name] *= hexagon()
    return arrays


def random_integers(architecture: Architecture, *, seed: int = 0) -> IntegerNetworkFile:
    random = np.random.default_rng(seed)
    integers, numbers = tensor_shapes(architecture)
    tensors = {name: random.integers(-127, 128, shape).astype(np.int8) for name, shape in integers.items()}
    for name, shape in numbers.items():
        low, high = (1e-4, 1e-3) if name.endswith("scale") else (-0.1, 0.1)
        low, high = (10, 20) if name.endswith("input") else (low, high)
        tensors[name] = random.uniform(low, high, shape).astype(np.float32)
    return IntegerNetworkFile(architecture=architecture, tensors=tensors, name="random")


def random_views(count: int, rows: int, cols: int, *, seed: int = 0) -> Views:
    """Positions with one stone of each player less than could be, and a last move."""
    random = np.random.default_rng(seed)
    stones = np.zeros((count, rows * cols), dtype=np.uint8)
    last = np.full(count, -1, dtype=np.int32)
    for index in range(count):
        pairs = int(random.integers(0, max(rows * cols // 2, 1)))
        cells = random.permutation(rows * cols)[: 2 * pairs]
        stones[index, cells[:pairs]], stones[index, cells[pairs:]] = 1, 2
        if pairs:
            last[index] = cells[-1]
    return Views(stones.reshape(count, rows, cols), last)
