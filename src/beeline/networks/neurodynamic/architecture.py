"""The networks of the study (section IV) as numbers and shapes, for whoever builds them.

Three layers of filters on the padded planes, ReLU after each, then one output per cell:

    planes (6, side + 4, side + 4) → (5, ·, ·) → (5, ·, ·) → (5, ·, ·) → (side²) in (-1, 1)

``narrow`` filters see one cell, ``wide`` filters a cell and its six neighbours: the seven weights of the
hexagon, in the order of rows. Every layer keeps the width of the padded board, with zeros beyond it. The
recurrent network puts what comes out, x, through h = s(U x + W h'), values = s(V h), where h' is the h of the
position before, or zero at the start of a game, and s(x) = 2σ(x) - 1.

The weights of a network are one vector, the arrays of ``shapes`` one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from beeline.errors import ArgumentError
from beeline.files import FileError
from beeline.networks.features import NEUROHEX_PADDING, NEUROHEX_PLANES
from beeline.networks.hexagons import THREE

LAYERS: Final = ((2, 3), (3, 2), (5, 0))
"""The study's narrow and wide filters in each layer."""

RECURRENT_ARRAYS: Final = ("U", "V", "W")


@dataclass(frozen=True, kw_only=True)
class Architecture:
    side: int = 3
    recurrent: bool = False
    widening: int = 1
    """Times as many filters in each layer as in the study."""

    def __post_init__(self) -> None:
        if not 2 <= self.side <= 11:
            raise ArgumentError(f"these networks are for boards of 2 to 11, not {self.side}")
        if self.widening < 1:
            raise ArgumentError(f"a network has 1 or more times the study's filters, not {self.widening}")

    @property
    def layers(self) -> tuple[tuple[int, int], ...]:
        """Narrow and wide filters in each layer."""
        return tuple((self.widening * narrow, self.widening * wide) for narrow, wide in LAYERS)

    @property
    def cells(self) -> int:
        return self.side**2

    @property
    def width(self) -> int:
        """Width of the padded board."""
        return self.side + 2 * NEUROHEX_PADDING

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        return NEUROHEX_PLANES, self.width, self.width

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the arrays of a network, in order; inputs of filters come second, those of matrices
        first."""
        shapes: dict[str, tuple[int, ...]] = {}
        inputs = NEUROHEX_PLANES
        for layer, (narrow, wide) in enumerate(self.layers):
            shapes[f"layer{layer}.narrow"] = (narrow, inputs)
            if wide:
                shapes[f"layer{layer}.wide"] = (wide, inputs, len(THREE))
            shapes[f"layer{layer}.bias"] = (narrow + wide,)
            inputs = narrow + wide
        shapes |= {"output.weight": (inputs * self.width**2, self.cells), "output.bias": (self.cells,)}
        if self.recurrent:
            shapes |= dict.fromkeys(RECURRENT_ARRAYS, (self.cells, self.cells))
        return shapes

    @property
    def sizes(self) -> list[int]:
        """Sizes of the arrays, in numbers."""
        return [int(np.prod(shape)) for shape in self.shapes().values()]

    @property
    def parameters(self) -> int:
        return sum(self.sizes)

    def arrays(self, weights: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """The arrays in a vector of weights; raises FileError if it is not one of such a network."""
        if weights.shape != (self.parameters,):
            raise FileError(f"such a network has {self.parameters} weights, not {weights.shape}")
        if not np.isfinite(weights).all():
            raise FileError("the weights hold numbers that are not finite")
        parts = np.split(weights, np.cumsum(self.sizes)[:-1])
        return {
            name: part.reshape(shape)
            for (name, shape), part in zip(self.shapes().items(), parts, strict=True)
        }

    def random_weights(self, random: np.random.Generator) -> NDArray[np.float32]:
        """Glorot's uniform distribution, by the inputs and outputs that a weight has; no bias."""
        parts = []
        for name, shape in self.shapes().items():
            if name.endswith("bias"):
                parts.append(np.zeros(shape))
                continue
            taps = shape[2] if len(shape) == 3 else 1
            bound = np.sqrt(6 / (taps * (shape[0] + shape[1])))
            parts.append(random.uniform(-bound, bound, shape))
        return np.concatenate([part.ravel() for part in parts]).astype(np.float32)
