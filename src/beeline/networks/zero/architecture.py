"""The size of a network of zero, and the arrays that it has.

With 7-tap hexagonal convolutions of C channels, on planes of the framed board::

    stem     x = relu(conv(planes))
    block    h = relu(conv1(x));  x = relu(x + conv2(h) [+ W pool(h)])
    head     t = relu(conv1x1(x) + W pool(x));  a policy logit and an action-value logit per cell, of t
    value    a logit, of relu(U pool(x) + u)
    pool(a)  3 C numbers: mean over the board, maximum, mean · (√(rows · cols) - 10) / 10

A hexagonal convolution is one of 3×3 whose upper left and lower right weights are zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.errors import ArgumentError
from beeline.files import FileError
from beeline.limits import NETWORK_BLOCKS

PLANES: Final = 4
"""Own stones, opposing stones, cells of the board, the last move."""

LANES: Final = 16
"""Channels come in multiples of this."""

TAPS: Final = slice(1, 8)
"""The weights of a 3×3 filter, row by row, that belong to the hexagon: the cell and its six neighbours."""

Shapes = dict[str, tuple[int, ...]]


@dataclass(frozen=True, kw_only=True)
class Architecture:
    channels: int = 64
    blocks: int = 8
    pooling: tuple[int, ...] = (3, 6)
    """The blocks with global pooling, counted from 1."""
    hidden: int = 64
    """Units of the value head."""

    def __post_init__(self) -> None:
        if self.channels < LANES or self.channels % LANES:
            raise ArgumentError(f"a network has a multiple of {LANES} channels, not {self.channels}")
        if self.blocks > NETWORK_BLOCKS:
            raise ArgumentError(f"a network has {NETWORK_BLOCKS:,} blocks at most, not {self.blocks:,}")
        if self.blocks < 0 or self.hidden < 1:
            raise ArgumentError(f"a network cannot have {self.blocks} blocks and {self.hidden} hidden units")
        if wrong := [block for block in self.pooling if not 1 <= block <= self.blocks]:
            raise ArgumentError(f"there is no block {wrong[0]} to have pooling, only 1 to {self.blocks}")

    def block_names(self) -> list[str]:
        return [f"block{number}" for number in range(1, self.blocks + 1)]

    def has_pooling(self, block: str) -> bool:
        return int(block.removeprefix("block")) in self.pooling

    def shapes(self) -> Shapes:
        """The arrays of the network in float32, by name; a weight is [outputs, inputs, …]."""
        channels = self.channels
        shapes: Shapes = _convolution("stem", PLANES, channels)
        for block in self.block_names():
            shapes |= _convolution(f"{block}.conv1", channels, channels)
            shapes |= _convolution(f"{block}.conv2", channels, channels)
            if self.has_pooling(block):
                shapes[f"{block}.pool.weight"] = (channels, 3 * channels)
        shapes |= _convolution("head.conv", channels, channels, side=1)
        return shapes | {"head.pool.weight": (channels, 3 * channels)} | self._outputs()

    def _outputs(self) -> Shapes:
        return {
            "policy.weight": (self.channels,),
            "policy.bias": (1,),
            "action.weight": (self.channels,),
            "action.bias": (1,),
            "value.hidden.weight": (self.hidden, 3 * self.channels),
            "value.hidden.bias": (self.hidden,),
            "value.output.weight": (self.hidden,),
            "value.output.bias": (1,),
        }

    def as_plain(self) -> dict[str, Any]:
        """Plain data for the header of a file; ``from_plain`` reads it."""
        return asdict(self) | {"pooling": list(self.pooling)}

    @classmethod
    def from_plain(cls, told: Mapping[str, Any]) -> Architecture:
        """Raises FileError for anything that ``as_plain`` does not give."""
        try:
            pooling = tuple(int(block) for block in told["pooling"])
            sizes = {name: int(told[name]) for name in ("channels", "blocks", "hidden")}
            return cls(**sizes, pooling=pooling)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise FileError(f"this describes no network of zero: {error!r}") from None


def _convolution(name: str, inputs: int, outputs: int, *, side: int = 3) -> Shapes:
    return {f"{name}.weight": (outputs, inputs, side, side), f"{name}.bias": (outputs,)}


def hexagon() -> NDArray[np.float32]:
    """``float32[3, 3]``: 1 where a filter has weights, 0 in the two corners."""
    mask = np.zeros(9, dtype=np.float32)
    mask[TAPS] = 1
    return mask.reshape(3, 3)
