"""Planes of numbers for networks, written by the native encoders (``cpp/learning/planes.hpp``)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.learning.positions import Positions

NEUROHEX_PLANES: Final = 6
NEUROHEX_PADDING: Final = 2
NEUROHEX_VERSION: Final = 1
"""Of the features: a network says which it was trained on, and is refused where they differ."""


def neurohex_planes(
    positions: Positions,
    *,
    indices: NDArray[np.int64] | None = None,
    out: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """``float32[count, 6, side + 4, side + 4]`` of 0 and 1 (section 2.2 of the NeuroHex paper).

    ``indices`` choose positions, which are not copied. ``out`` is written if given.
    """
    if indices is None:
        indices = np.arange(len(positions))
    width = positions.shape[-1] + 2 * NEUROHEX_PADDING
    shape = (len(indices), NEUROHEX_PLANES, width, width)
    if out is None:
        out = np.empty(shape, dtype=np.float32)
    elif out.shape != shape or out.dtype != np.float32 or not out.flags.c_contiguous:
        raise ValueError(f"the planes need a contiguous float32 array of shape {shape}, not {out.shape}")
    _core.encode_neurohex(positions, indices, out)
    return out
