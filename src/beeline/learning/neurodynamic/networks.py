"""Trained networks in files, and which network a name stands for; no PyTorch here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beeline.learning.features import NEUROHEX_VERSION
from beeline.learning.files import FileError, Shipped
from beeline.learning.neurodynamic.architecture import LAYERS, Architecture
from beeline.learning.neurohex.evaluator import NetworkFile
from beeline.learning.onnx_files import read_onnx, write_onnx

TRAINED: Final = "trained"
"""The package's own network for the size of the board."""

NETWORKS: Final = Shipped(Path(__file__).parent / "data", ".onnx", "network")

_KIND: Final = "network"
_VERSION: Final = 1
_SYSTEM: Final = "neurodynamic"


@dataclass(frozen=True, kw_only=True)
class NeurodynamicFile(NetworkFile):
    recurrent: bool
    """Whether it reads the positions of a game in their order."""


def write_network(
    path: Path, architecture: Architecture, model: bytes, *, training: Mapping[str, Any]
) -> None:
    """Writes a graph from planes to values; ``training`` tells how it came about."""
    about = {
        "system": _SYSTEM,
        "side": architecture.side,
        "recurrent": architecture.recurrent,
        "features": NEUROHEX_VERSION,
        "training": dict(training),
    }
    write_onnx(path, model, kind=_KIND, version=_VERSION, about=about)


def load_network(name: str, side: int | None = None) -> NeurodynamicFile:
    """The network of a file or of a name in the package.

    Raises FileError if there is none, or if it is for a board of another size than ``side``.
    """
    known = NETWORKS.all()
    if name == TRAINED and side is not None:
        if f"{TRAINED}-{side}" not in known:
            raise FileError(
                f"the package has no trained network for {side}×{side} boards, only {NETWORKS.known()}; "
                f"beeline train neurodynamic makes one"
            )
        name = f"{TRAINED}-{side}"
    network = _read(NETWORKS.path(name))
    if side is not None and network.side != side:
        raise FileError(
            f"the network {name!r} is for {network.side}×{network.side} boards, not for {side}×{side}"
        )
    return network


def _read(path: Path) -> NeurodynamicFile:
    about, model = read_onnx(path, kind=_KIND, version=_VERSION)
    try:
        system, features, side = about["system"], about["features"], int(about["side"])
        if system != _SYSTEM:
            raise FileError(f"{str(path)!r} is a network of {system}, not of {_SYSTEM}")
        recurrent, training = bool(about["recurrent"]), about["training"]
    except (KeyError, TypeError) as error:
        raise FileError(f"{str(path)!r} is damaged: {error!r}") from None
    if features != NEUROHEX_VERSION:
        raise FileError(
            f"{str(path)!r} reads version {features} of the features, and this program writes "
            f"{NEUROHEX_VERSION}"
        )
    return NeurodynamicFile(
        path=path, side=side, layers=LAYERS, training=training, model=model, recurrent=recurrent
    )
