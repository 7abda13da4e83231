"""The network's forward pass in plain NumPy, cell by cell, written to be plainly right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def forward(planes: NDArray[Any], weights: dict[str, NDArray[Any]], side: int) -> Array:
    """Ours: planes (6, side + 4, side + 4) to values (cells)."""
    depth = sum(name.endswith(".five") for name in weights)
    flow = planes.astype(np.float64)
    for layer in range(depth):
        filters = [weights[f"layer{layer}.five"], weights[f"layer{layer}.three"]]
        places = [_hexagon(2), _hexagon(1)]
        bias = weights[f"layer{layer}.bias"]
        out = np.zeros((len(bias), side + 4, side + 4))
        number = 0
        for values, taps in zip(filters, places, strict=True):
            for one in values:
                for row in range(2, side + 2):
                    for col in range(2, side + 2):
                        total = bias[number] + sum(
                            (one[:, tap] * flow[:, row + down, col + right]).sum()
                            for tap, (down, right) in enumerate(taps)
                        )
                        out[number, row, col] = max(0.0, total)
                number += 1
        flow = out
    inner = flow[:, 2:-2, 2:-2].ravel()
    return 2 / (1 + np.exp(-(weights["output.weight"] @ inner + weights["output.bias"]))) - 1


def _hexagon(radius: int) -> list[tuple[int, int]]:
    """Steps to the cells of a hexagon, along rows."""
    across = range(-radius, radius + 1)
    return [(down, right) for down in across for right in across if abs(down + right) <= radius]


def forward_published(planes: NDArray[Any], arrays: Sequence[NDArray[Any]], side: int) -> Array:
    """The authors' program: first axis from White's first side to the second, true convolutions.

    Takes planes whose axes are (plane, first, second), and gives values by first × side + second.
    """
    flow = planes.astype(np.float64)
    for at in range(0, len(arrays) - 2, 3):
        five, three, bias = arrays[at : at + 3]
        square5 = np.zeros((*five.shape[:2], 5, 5))
        square5[:, :, 2:, 0] = five[:, :, :3]
        square5[:, :, 1:, 1] = five[:, :, 3:7]
        square5[:, :, :, 2] = five[:, :, 7:12]
        square5[:, :, :4, 3] = five[:, :, 12:16]
        square5[:, :, :3, 4] = five[:, :, 16:]
        square3 = np.zeros((*three.shape[:2], 3, 3))
        square3[:, :, 1:, 0] = three[:, :, :2]
        square3[:, :, :, 1] = three[:, :, 2:5]
        square3[:, :, :2, 2] = three[:, :, 5:]
        board = np.concatenate([_convolved(flow, square5), _convolved(flow[:, 1:-1, 1:-1], square3)])
        flow = np.zeros((len(bias), side + 4, side + 4))
        flow[:, 2:-2, 2:-2] = np.maximum(0, board + bias[:, None, None])
    return 2 / (1 + np.exp(-(flow.ravel() @ arrays[-2] + arrays[-1]))) - 1


def _convolved(inputs: Array, filters: Array) -> Array:
    """A true convolution without padding: the filter is turned by 180°."""
    size = filters.shape[-1]
    side = inputs.shape[-1] - size + 1
    out = np.zeros((len(filters), side, side))
    for first in range(size):
        for second in range(size):
            window = inputs[:, first : first + side, second : second + side]
            out += np.tensordot(filters[:, :, size - 1 - first, size - 1 - second], window, axes=1)
    return out
