"""Positions that networks are measured on, which no network of zero learns from, and the measuring itself.

They are those of the yardstick on 5×5 to 7×7, with their half turns; that the colours are exchanged on the
transposed board makes no difference to the player who sees them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beeline.learning.yardstick import SOLVED, yardstick
from beeline.learning.zero.samples import Samples
from beeline.networks.positions import Positions
from beeline.networks.zero.answers import Network, chances, distributions
from beeline.networks.zero.views import Views


def views_of_positions(positions: Positions) -> Views:
    """Views of a player to move who joins top and bottom, of positions in which he joins left and right."""
    side = positions.shape[-1]
    bits = (positions[:, :, :, None] >> np.arange(side, dtype=np.uint32) & 1).astype(np.uint8)
    stones = (bits[:, 0] + 2 * bits[:, 1]).transpose(0, 2, 1)
    return Views(np.ascontiguousarray(stones), np.full(len(positions), -1, dtype=np.int32))


def without_measured(samples: Samples) -> Samples:
    """The samples without positions that networks are measured on."""
    if samples.side not in SOLVED or samples.stones.shape[1] != samples.stones.shape[2]:
        return samples
    measured = _measured(samples.side)
    kept = [index for index, key in enumerate(_keys(samples.stones)) if key not in measured]
    return samples if len(kept) == len(samples) else samples[np.array(kept, dtype=np.int64)]


@cache
def _measured(side: int) -> frozenset[bytes]:
    return frozenset(_keys(views_of_positions(yardstick(side).positions).stones))


def _keys(stones: NDArray[np.uint8]) -> list[bytes]:
    """One key for a position and its half turn."""
    turned = stones[:, ::-1, ::-1]
    return [
        min(one.tobytes(), np.ascontiguousarray(other).tobytes())
        for one, other in zip(stones, turned, strict=True)
    ]


def measure_on_yardstick(network: Network, side: int, *, positions: int = 600) -> dict[str, Any]:
    """Share of won positions in which the policy's first move keeps the win, and in which the value tells
    the winner."""
    known = yardstick(side).sample(positions)
    views = views_of_positions(known.positions)
    answers = network.answers(views)
    policy = distributions(answers.policies, views.empty).reshape(-1, side, side).transpose(0, 2, 1)
    best = policy.reshape(len(views), -1).argmax(axis=1)
    won = known.winning.any(axis=1)
    legal = views.stones.transpose(0, 2, 1).reshape(len(views), -1) == 0
    contested = won & (legal & ~known.winning).any(axis=1)
    return {
        "positions": len(views),
        "wins_kept": float(known.winning[np.arange(len(views)), best][contested].mean()),
        "accuracy": float(((chances(answers.values) > 0.5) == won).mean()),
    }
