"""The networks of NeuroHex, and which of them a name stands for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from beeline.files import Shipped
from beeline.networks.features import NEUROHEX_VERSION
from beeline.networks.network_files import NetworkFile, Networks, fitting

NETWORKS: Final = Networks(
    "neurohex", NEUROHEX_VERSION, Shipped(Path(__file__).parent / "data", ".onnx", "network")
)


def load_network(name: str, side: int | None = None) -> NetworkFile:
    """The network of a file (``.onnx``, or ``.npz`` of the authors' arrays) or of a name in the package.

    Raises FileError if there is none, or if it is for a board of another size than ``side``.
    """
    path = NETWORKS.path(name, side)
    if path.suffix == ".npz":
        return fitting(_published(path), name, side)
    return NETWORKS.load(name, side)


def _published(path: Path) -> NetworkFile:
    from beeline.networks.neurohex.onnx_network import onnx_graph
    from beeline.networks.neurohex.published import read_published

    architecture, weights = read_published(path)
    return NetworkFile(
        path=path,
        side=architecture.side,
        training={"published": path.name},
        model=onnx_graph(architecture, weights),
    )
