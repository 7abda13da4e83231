"""A trained network as players use it: positions in, action values out, by ONNX Runtime."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.learning.features import NEUROHEX_VERSION, neurohex_planes
from beeline.learning.files import FileError
from beeline.learning.neurohex.architecture import Architecture
from beeline.learning.onnx_files import read_onnx, write_onnx
from beeline.learning.positions import Positions

_KIND: Final = "network"
_VERSION: Final = 1
_SYSTEM: Final = "neurohex"
_MOST: Final = 1024  # positions at once, so that a large batch does not need memory for all its layers


@dataclass(frozen=True, kw_only=True)
class NetworkFile:
    """A network in a file, and what the file says of it."""

    path: Path
    side: int
    layers: tuple[tuple[int, int], ...]
    training: Mapping[str, Any]
    model: bytes


class Evaluator:
    """Action values of positions. ``threads`` are those of ONNX Runtime."""

    def __init__(self, network: NetworkFile, *, threads: int = 1) -> None:
        import onnxruntime  # type: ignore[import-untyped]

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.side = network.side
        try:
            self._session = onnxruntime.InferenceSession(
                network.model, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # ONNX Runtime has an exception class a kind of complaint
            raise FileError(f"{str(network.path)!r} cannot be run: {error}") from None

    def values(self, positions: Positions) -> NDArray[np.float32]:
        """``float32[count, cells]`` in (-1, 1), of stones too, where they mean nothing."""
        parts = [
            self._session.run(["values"], {"planes": neurohex_planes(positions[start : start + _MOST])})[0]
            for start in range(0, len(positions), _MOST)
        ]
        return np.concatenate(parts) if parts else np.empty((0, self.side**2), dtype=np.float32)


def about_network(architecture: Architecture, training: Mapping[str, Any]) -> dict[str, Any]:
    """What the header of a network file says."""
    return {
        "system": _SYSTEM,
        "side": architecture.side,
        "features": NEUROHEX_VERSION,
        "layers": [list(layer) for layer in architecture.layers],
        "training": dict(training),
    }


def write_network(path: Path, model: bytes, about: Mapping[str, Any]) -> None:
    write_onnx(path, model, kind=_KIND, version=_VERSION, about=about)


def read_network(path: Path) -> NetworkFile:
    """Raises FileError, with the reason, if the file holds no network of NeuroHex."""
    about, model = read_onnx(path, kind=_KIND, version=_VERSION)
    try:
        system, features, side = about["system"], about["features"], int(about["side"])
        training, layers = about["training"], tuple((five, three) for five, three in about["layers"])
    except (KeyError, TypeError, ValueError) as error:
        raise FileError(f"{str(path)!r} is damaged: {error!r}") from None
    if system != _SYSTEM:
        raise FileError(f"{str(path)!r} is a network of {system}, not of {_SYSTEM}")
    if features != NEUROHEX_VERSION:
        raise FileError(
            f"{str(path)!r} reads version {features} of the features, and this program writes "
            f"{NEUROHEX_VERSION}"
        )
    return NetworkFile(path=path, side=side, layers=layers, training=training, model=model)
