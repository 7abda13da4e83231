"""Weights of the twelve characteristics, as numbers and in files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline.files import FileError, PackagedFiles, content_of, read_arrays, write_arrays

Weights: TypeAlias = NDArray[np.float64]

NAMES: Final = ("log current", "distance", "log ways", "flow", "betweenness", "closeness")
"""Characteristics of one player's network. The player to move has the first six weights, the opponent the
next six, and the last is a constant."""

COUNT: Final = 2 * len(NAMES) + 1

LEARNED: Final = "learned"
"""The package's own weights for the size of the board, or for the size nearest to it."""

SHIPPED: Final = PackagedFiles(Path(__file__).parent / "data", ".weights", "file of weights")

_KIND: Final = "characteristic weights"
_VERSION: Final = 1


@dataclass(frozen=True)
class WeightsFile:
    side: int
    """Side of the boards that they were learned on; they can be used on any."""
    weights: Weights
    training: Mapping[str, Any]
    """Settings of their training, and its results."""


def write_weights(path: Path, file: WeightsFile) -> None:
    about = {"side": file.side, "training": dict(file.training)}
    write_arrays(path, kind=_KIND, version=_VERSION, about=about, arrays={"weights": file.weights})


def read_weights(path: Path) -> WeightsFile:
    """Raises FileError for a file that is no such file, or damaged."""
    about, arrays = read_arrays(path, kind=_KIND, version=_VERSION)
    with content_of(path):
        weights = arrays["weights"]
        if weights.shape != (COUNT,):
            raise FileError(f"{str(path)!r} has weights of shape {weights.shape}, not {COUNT} of them")
        return WeightsFile(int(about["side"]), weights.astype(np.float64), dict(about["training"]))


def load_weights(name: str, side: int = 0) -> WeightsFile:
    """The weights of a file, or of a name in the package; ``side`` is for LEARNED."""
    if name != LEARNED:
        return read_weights(SHIPPED.path(name))
    sides = {int(shipped.rpartition("-")[2]): path for shipped, path in SHIPPED.all().items()}
    return read_weights(sides[min(sides, key=lambda known: (abs(known - side), known))])
