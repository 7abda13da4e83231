"""Hexagonal filters: which cells of a square they cover."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray


def hexagon(diameter: int) -> NDArray[np.int64]:
    """The places of a hexagon's cells in the square around it, counted along rows."""
    radius = diameter // 2
    across = np.arange(-radius, radius + 1)
    return np.flatnonzero(np.abs(across[:, None] + across[None, :]) <= radius)


FIVE: Final = hexagon(5)
THREE: Final = hexagon(3)
