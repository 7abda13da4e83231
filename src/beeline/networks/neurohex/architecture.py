"""The network of the NeuroHex paper (section 2.3) as numbers and shapes, for whoever builds it.

Convolution layers with hexagonal filters of diameter 5 and 3, ReLU, and one output per cell:

    planes (6, side + 4, side + 4) → (width, side, side) → ... → (width, side, side) → (side²) in (-1, 1)

The output of every layer lies on the board and is surrounded by zeros for the next, so that a filter of
diameter 5 sees two cells beyond the board. A filter is kept as the weights of its hexagon alone, 19 or 7 of
them in the order of rows: the other corners of the square around it are zero for good.

The arrays of a network, in this order: for each layer ``five`` (filters, inputs, 19), ``three`` (filters,
inputs, 7) and ``bias`` (filters of both, those of diameter 5 first), then ``output`` (cells, width × cells)
and its ``bias``. The output is 2σ(x) - 1; the paper's 1 - 2σ(x) is the same with the sign in the weights.

A ``size_free`` network, which the paper leaves for later, has no weight that belongs to a cell: the output is
one filter of one cell, ``output`` (1, width), and what a layer from the second on puts out is added to what
it reads. It plays boards of every size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.errors import ArgumentError
from beeline.networks.features import NEUROHEX_PADDING, NEUROHEX_PLANES
from beeline.networks.hexagons import FIVE, THREE
from beeline.networks.weights import Weights, check_weights
from beeline.rules.cells import MAX_SIZE

PAPER_LAYERS: Final = ((80, 48), (64, 64), (48, 80), (32, 96), (16, 112), *((0, 128),) * 5)
"""Filters of diameter 5 and 3 in each layer."""


def scaled_layers(width: int, depth: int) -> tuple[tuple[int, int], ...]:
    """The paper's mixture at another size: 5/8 of the first layer have diameter 5, none beyond the middle."""
    mixed = depth // 2
    fives = [round(width * 5 / 8 * (mixed - layer) / mixed) if layer < mixed else 0 for layer in range(depth)]
    return tuple((five, width - five) for five in fives)


@dataclass(frozen=True, kw_only=True)
class Architecture:
    side: int
    layers: tuple[tuple[int, int], ...] = PAPER_LAYERS
    size_free: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.side <= MAX_SIZE:
            raise ArgumentError(f"a network is for boards of 2 to {MAX_SIZE}, not {self.side}")
        if not self.layers or any(five < 0 or three < 0 or five + three < 1 for five, three in self.layers):
            raise ArgumentError(f"every layer of a network needs a filter: {self.layers}")
        if self.size_free and len({five + three for five, three in self.layers}) > 1:
            raise ArgumentError(f"the layers of a size-free network are equally wide: {self.layers}")

    @property
    def cells(self) -> int:
        return self.side**2

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        width = self.side + 2 * NEUROHEX_PADDING
        return NEUROHEX_PLANES, width, width

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the arrays of a network, in order."""
        shapes: dict[str, tuple[int, ...]] = {}
        inputs = NEUROHEX_PLANES
        for layer, (five, three) in enumerate(self.layers):
            shapes[f"layer{layer}.five"] = (five, inputs, len(FIVE))
            shapes[f"layer{layer}.three"] = (three, inputs, len(THREE))
            shapes[f"layer{layer}.bias"] = (five + three,)
            inputs = five + three
        outputs = (1, inputs) if self.size_free else (self.cells, inputs * self.cells)
        return shapes | {"output.weight": outputs, "output.bias": outputs[:1]}

    @property
    def parameters(self) -> int:
        return sum(int(np.prod(shape)) for shape in self.shapes().values())

    def check(self, weights: Mapping[str, NDArray[Any]]) -> None:
        """Raises FileError unless these are the arrays of such a network."""
        check_weights(weights, self.shapes(), side=self.side)


def kernels(weights: Weights, layer: int, *, size: int | None = None) -> dict[str, NDArray[np.float32]]:
    """The hexagons of a layer as squares of side 5 and 3, or all as one array of squares of side ``size``."""
    squares = {}
    for name, taps, side in (("five", FIVE, 5), ("three", THREE, 3)):
        values = weights[f"layer{layer}.{name}"]
        square = np.zeros((*values.shape[:2], side * side), dtype=np.float32)
        square[:, :, taps] = values
        squares[name] = square.reshape(*values.shape[:2], side, side)
    if size is None:
        return squares
    rim = {name: (size - square.shape[-1]) // 2 for name, square in squares.items()}
    padded = [
        np.pad(square, ((0, 0), (0, 0), (rim[name],) * 2, (rim[name],) * 2))
        for name, square in squares.items()
    ]
    return {"all": np.concatenate(padded)}
