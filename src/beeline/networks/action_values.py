"""A trained network as players use it: positions in, action values out, by ONNX Runtime."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from beeline.networks.features import neurohex_planes
from beeline.networks.network_files import NetworkFile, NetworkSession
from beeline.networks.positions import Positions

_MOST: Final = 1024  # positions at once, so that a large batch does not need memory for all its layers


class Evaluator:
    """Action values of positions. ``threads`` are those of ONNX Runtime."""

    def __init__(self, network: NetworkFile, *, threads: int = 1) -> None:
        self.side = network.side
        self._session = NetworkSession(network.model, threads=threads, source=repr(str(network.path)))

    def values(self, positions: Positions) -> NDArray[np.float32]:
        """``float32[count, cells]`` in (-1, 1), of stones too, where they mean nothing."""
        parts = [
            self._session.run(neurohex_planes(positions[start : start + _MOST]))
            for start in range(0, len(positions), _MOST)
        ]
        return np.concatenate(parts) if parts else np.empty((0, self.side**2), dtype=np.float32)
