"""Planes of numbers for networks, written by the native encoders.

``cpp/network/planes.hpp`` has those of NeuroHex, ``cpp/network/triples.hpp`` those of EZO-CNN.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.errors import ArgumentError
from beeline.networks.positions import Positions

NEUROHEX_PLANES: Final = 6
NEUROHEX_PADDING: Final = 2
NEUROHEX_VERSION: Final = 1
"""Version of the features: a network says which it was trained on, and is refused where they differ."""
TRIPLE_PLANES: Final = 27
TRIPLE_VERSION: Final = 1

Planes: TypeAlias = NDArray[np.float32]


def neurohex_planes(
    positions: Positions, *, indices: NDArray[np.int64] | None = None, out: Planes | None = None
) -> Planes:
    """``float32[count, 6, side + 4, side + 4]`` of 0 and 1 (section 2.2 of the NeuroHex paper).

    ``indices`` choose positions, which are not copied. ``out`` is written if given.
    """
    if indices is None:
        indices = np.arange(len(positions))
    width = positions.shape[-1] + 2 * NEUROHEX_PADDING
    out = _planes((len(indices), NEUROHEX_PLANES, width, width), out)
    _core.encode_neurohex(positions, indices, out)
    return out


def triple_planes(
    positions: Positions, *, indices: NDArray[np.int64] | None = None, out: Planes | None = None
) -> Planes:
    """``float32[count, 27, side + 1, side + 1]`` of 0 and 1 (section II-C of the EZO-CNN paper).

    ``indices`` choose positions, which are not copied. ``out`` is written if given.
    """
    if indices is None:
        indices = np.arange(len(positions))
    width = positions.shape[-1] + 1
    out = _planes((len(indices), TRIPLE_PLANES, width, width), out)
    _core.encode_triples(positions, indices, out)
    return out


def triple_children(positions: Positions, moves: NDArray[np.bool_], *, out: Planes | None = None) -> Planes:
    """The planes of the positions after each marked move, as the opponents see them, one after the other.

    ``moves`` is ``bool[count, cells]``, with empty cells of what the players to move see.
    """
    count, _, side = positions.shape
    if moves.shape != (count, side * side):
        raise ArgumentError(f"the moves need an array of shape {(count, side * side)}, not {moves.shape}")
    out = _planes((int(moves.sum()), TRIPLE_PLANES, side + 1, side + 1), out)
    _core.encode_triple_children(positions, np.ascontiguousarray(moves), out)
    return out


def _planes(shape: tuple[int, ...], out: Planes | None) -> Planes:
    if out is None:
        return np.empty(shape, dtype=np.float32)
    if out.shape != shape or out.dtype != np.float32 or not out.flags.c_contiguous:
        raise ArgumentError(f"the planes need a contiguous float32 array of shape {shape}, not {out.shape}")
    return out
