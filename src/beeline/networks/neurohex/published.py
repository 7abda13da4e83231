"""The arrays of the authors' program as a network, from an ``.npz`` file.

That program (github.com/kenjyoung/Neurohex) keeps its parameters in a list, three arrays a layer of filters
and two for the output. Saved so by ``numpy.savez(file, *arrays)`` they are ``arr_0``, ``arr_1`` ...:

=======  ==============================  ==================================================================
array    shape                           order
=======  ==============================  ==================================================================
five     (filters, inputs, 19)           the cells of the hexagon along the first axis of the board
three    (filters, inputs, 7)            the same
bias     (filters of both,)              those of diameter 5 first
output   (width × (side + 4)², cells)    inputs by filter, then by both axes, padding included
bias     (cells,)                        by both axes
=======  ==============================  ==================================================================

The first axis of its boards runs from White's first side to the second: it is our columns, and the second
axis our rows. Its convolutions are true ones: they turn the filter by 180° before laying it on the board.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.files import FileError, read_whole
from beeline.networks.features import NEUROHEX_PADDING, NEUROHEX_PLANES
from beeline.networks.hexagons import FIVE, THREE
from beeline.networks.neurohex.architecture import Architecture

_OF_LAYER: Final = 3
_OF_OUTPUT: Final = 2


def read_published(path: Path) -> tuple[Architecture, dict[str, NDArray[np.float32]]]:
    """The network in an ``.npz`` file; raises FileError, with the reason, if there is none."""
    arrays = _arrays(path)
    try:
        return _network(arrays)
    except FileError as error:
        raise FileError(f"{str(path)!r}: {error}") from None


def _arrays(path: Path) -> list[NDArray[np.float32]]:
    data = read_whole(path)
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            names = [f"arr_{number}" for number in range(len(file.files))]
            if missing := sorted(set(names) - set(file.files)):
                raise FileError(f"{str(path)!r} lacks {', '.join(missing)}: it holds {', '.join(file.files)}")
            return [np.asarray(file[name], dtype=np.float32) for name in names]
    except FileError:
        raise
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise FileError(f"{str(path)!r} is damaged, or no .npz file: {error}") from None


def _network(arrays: list[NDArray[np.float32]]) -> tuple[Architecture, dict[str, NDArray[np.float32]]]:
    depth, rest = divmod(len(arrays) - _OF_OUTPUT, _OF_LAYER)
    if depth < 1 or rest:
        raise FileError(
            f"expected {_OF_LAYER} arrays for each layer of filters and {_OF_OUTPUT} for the output, "
            f"got {len(arrays)}"
        )
    side = round(len(arrays[-1]) ** 0.5)
    if arrays[-1].ndim != 1 or side * side != len(arrays[-1]):
        raise FileError(f"the last array has one number a cell of a square board, not {arrays[-1].shape}")
    layers = tuple((len(arrays[3 * i]), len(arrays[3 * i + 1])) for i in range(depth))
    architecture = Architecture(side=side, layers=layers)
    weights: dict[str, NDArray[np.float32]] = {}
    inputs = NEUROHEX_PLANES
    for layer, (five, three) in enumerate(layers):
        given = arrays[_OF_LAYER * layer : _OF_LAYER * layer + _OF_LAYER]
        for array, shape in zip(
            given, [(five, inputs, 19), (three, inputs, 7), (five + three,)], strict=True
        ):
            _expect(array, shape, f"layer {layer}")
        weights[f"layer{layer}.five"] = _filters(given[0], FIVE, 5)
        weights[f"layer{layer}.three"] = _filters(given[1], THREE, 3)
        weights[f"layer{layer}.bias"] = given[2]
        inputs = five + three
    padded = side + 2 * NEUROHEX_PADDING
    _expect(arrays[-2], (inputs * padded * padded, side * side), "the output")
    weights["output.weight"] = _output(arrays[-2], inputs, side)
    weights["output.bias"] = arrays[-1].reshape(side, side).T.ravel().copy()
    architecture.check(weights)
    return architecture, weights


def _expect(array: NDArray[Any], shape: tuple[int, ...], name: str) -> None:
    if array.shape != shape:
        raise FileError(f"{name} has an array of the shape {array.shape} where {shape} was expected")


def _filters(values: NDArray[np.float32], places: NDArray[np.int64], size: int) -> NDArray[np.float32]:
    """Ours for filters of theirs, which are listed along the first of their axes, our columns."""
    square = np.zeros((*values.shape[:2], size, size), dtype=np.float32)
    # Column by column of the square whose axes are (second, first), each from the hexagon's edge inwards.
    columns = [
        (first, second) for second in range(size) for first in range(size) if _in_hexagon(first, second, size)
    ]
    for number, (first, second) in enumerate(columns):
        square[:, :, first, second] = values[:, :, number]
    turned = square[:, :, ::-1, ::-1].transpose(0, 1, 3, 2)
    return np.ascontiguousarray(turned.reshape(*values.shape[:2], size * size)[:, :, places])


def _in_hexagon(first: int, second: int, size: int) -> bool:
    radius = size // 2
    return abs(first + second - 2 * radius) <= radius


def _output(weights: NDArray[np.float32], inputs: int, side: int) -> NDArray[np.float32]:
    """Output layer without the padding, where every input is zero; axes exchanged in inputs and cells."""
    padded, rim = side + 2 * NEUROHEX_PADDING, NEUROHEX_PADDING
    of = weights.reshape(inputs, padded, padded, side, side)[:, rim:-rim, rim:-rim]
    return np.ascontiguousarray(of.transpose(4, 3, 0, 2, 1).reshape(side * side, inputs * side * side))
