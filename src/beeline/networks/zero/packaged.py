"""The networks of zero that come with the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from beeline.networks.zero.integer_network import IntegerNetwork, load_integer_network

NETWORK: Final = Path(__file__).with_name("data") / "zero.safetensors"
SMALL: Final = "small"
SMALL_NETWORK: Final = NETWORK.with_name("zero-small.safetensors")
"""Four blocks of 32 channels that learned from the large one; a seventh of its cost."""
ORDERS_FROM: Final = 49
"""Cells of a board on which the solver is faster with the small network."""


@cache
def packaged_network(path: Path) -> IntegerNetwork:
    """A network of the package, which is read once: all players and threads of a process share it."""
    return load_integer_network(path)


def small_network() -> IntegerNetwork:
    return packaged_network(SMALL_NETWORK)
