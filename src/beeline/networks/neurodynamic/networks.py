"""The networks of the neurodynamic study in files; no PyTorch here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from beeline.files import Shipped
from beeline.networks.features import NEUROHEX_VERSION
from beeline.networks.network_files import NetworkFile, Networks

NETWORKS: Final = Networks(
    "neurodynamic", NEUROHEX_VERSION, Shipped(Path(__file__).parent / "data", ".onnx", "network")
)


def is_recurrent(network: NetworkFile) -> bool:
    """Whether it reads the positions of a game in their order."""
    return bool(network.about.get("recurrent"))
