"""Which network a name stands for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from beeline.learning.files import FileError, Shipped
from beeline.learning.neurohex.evaluator import NetworkFile, read_network

TRAINED: Final = "trained"
"""The package's own network for the size of the board."""

NETWORKS: Final = Shipped(Path(__file__).parent / "data", ".onnx", "network")


def load_network(name: str, side: int | None = None) -> NetworkFile:
    """The network of a file (``.onnx``, or ``.npz`` of the authors' arrays) or of a name in the package.

    Raises FileError if there is none, or if it is for a board of another size than ``side``.
    """
    path = _trained_for(side) if name == TRAINED and side is not None else NETWORKS.path(name)
    network = _published(path) if path.suffix == ".npz" else read_network(path)
    if side is not None and network.side != side:
        raise FileError(
            f"the network {name!r} is for {network.side}×{network.side} boards, not for {side}×{side}"
        )
    return network


def _trained_for(side: int) -> Path:
    shipped = NETWORKS.all()
    if (name := f"{TRAINED}-{side}") not in shipped:
        raise FileError(
            f"the package has no trained network for {side}×{side} boards, only {NETWORKS.known()}; "
            f"beeline train makes one"
        )
    return shipped[name]


def _published(path: Path) -> NetworkFile:
    from beeline.learning.neurohex.export import onnx_graph
    from beeline.learning.neurohex.published import read_published

    architecture, weights = read_published(path)
    return NetworkFile(
        path=path,
        side=architecture.side,
        layers=architecture.layers,
        training={"published": path.name},
        model=onnx_graph(architecture, weights),
    )
