"""The network of the EZO-CNN paper (table I) as numbers and shapes, for whoever builds it.

Convolutions without padding take the (side + 1) × (side + 1) triples of a position down to one place, with
ReLU after each; a layer of 168, ReLU, and one output follow:

    planes (27, 8, 8) → (128, 6, 6) → (128, 4, 4) → (128, 2, 2) → (128, 1, 1) → 168 → chance to win     on 7×7

Filters are 3×3, and 2×2 where no more is left. The output is σ(x): the chance that the player to move wins.

The arrays of a network, in this order: for each convolution ``weight`` (filters, inputs, rows, columns) and
``bias``, then those of ``hidden`` and ``output``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from beeline.errors import ArgumentError
from beeline.networks.features import TRIPLE_PLANES
from beeline.rules.cells import MAX_SIZE

CHANNELS: Final = 128
HIDDEN: Final = 168


@dataclass(frozen=True, kw_only=True)
class Architecture:
    side: int
    channels: int = CHANNELS
    hidden: int = HIDDEN

    def __post_init__(self) -> None:
        if not 2 <= self.side <= MAX_SIZE:
            raise ArgumentError(f"a network is for boards of 2 to {MAX_SIZE}, not {self.side}")
        if self.channels < 1 or self.hidden < 1:
            raise ArgumentError(f"every layer of a network needs a filter: {self.channels}, {self.hidden}")

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        return TRIPLE_PLANES, self.side + 1, self.side + 1

    @property
    def kernels(self) -> tuple[int, ...]:
        """The sides of the filters, layer by layer."""
        left, sizes = self.side + 1, []
        while left > 1:
            sizes.append(min(left, 3))
            left -= sizes[-1] - 1
        return tuple(sizes)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the arrays, by name."""
        shapes: dict[str, tuple[int, ...]] = {}
        inputs = TRIPLE_PLANES
        for layer, size in enumerate(self.kernels):
            shapes[f"layer{layer}.weight"] = (self.channels, inputs, size, size)
            shapes[f"layer{layer}.bias"] = (self.channels,)
            inputs = self.channels
        shapes |= {"hidden.weight": (self.hidden, inputs), "hidden.bias": (self.hidden,)}
        return shapes | {"output.weight": (1, self.hidden), "output.bias": (1,)}
