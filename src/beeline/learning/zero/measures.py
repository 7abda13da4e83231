"""Measures of a network on positions that it has not learned from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.learning.zero.samples import Samples
from beeline.networks.zero.answers import Network, chances, distributions

_BINS: Final = 10


@dataclass(frozen=True, kw_only=True)
class Reliability:
    """Positions by the chance that the network gave, in steps of 0.1: how often their player won."""

    positions: list[int]
    told: list[float | None]
    """The mean chance in each bin; None in an empty one."""
    won: list[float | None]

    @property
    def error(self) -> float:
        """The mean of |told - won|, each position counting the same (expected calibration error)."""
        total = sum(self.positions)
        bins = zip(self.positions, self.told, self.won, strict=True)
        return sum(
            count * abs(told - won) for count, told, won in bins if told is not None and won is not None
        ) / max(total, 1)


@dataclass(frozen=True, kw_only=True)
class Measures:
    positions: int
    first: float
    """The share of positions in which the most visited move is the network's first choice."""
    first_five: float
    value_right: float
    """The share in which the winner is called right."""
    value_loss: float
    """The mean of -log of the chance given to the winner, in nats."""
    policy_loss: float
    """The mean cross entropy to the visits, in nats."""
    reliability: Reliability

    def as_plain(self) -> dict[str, Any]:
        return asdict(self) | {"calibration_error": self.reliability.error}

    def __str__(self) -> str:
        return (
            f"{self.positions} positions: first {self.first:.1%}, first five {self.first_five:.1%}, value "
            f"{self.value_right:.1%} (loss {self.value_loss:.3f}, calibration {self.reliability.error:.3f}), "
            f"policy loss {self.policy_loss:.3f}"
        )


def measure(network: Network, samples: Samples) -> Measures:
    answers = network.answers(samples.views)
    shares = distributions(answers.policies, samples.views.empty)
    told = chances(answers.values)
    best = np.argsort(-shares, axis=1)[:, :5]
    hits = best == samples.moves[:, :1]
    winners = np.where(samples.outcome > 0.5, told, 1 - told)
    return Measures(
        positions=len(samples),
        first=float(hits[:, 0].mean()),
        first_five=float(hits.any(axis=1).mean()),
        value_right=float((winners > 0.5).mean()),
        value_loss=float(-np.log(np.clip(winners, 1e-7, 1)).mean()),
        policy_loss=float(-(samples.policy() * np.log(np.clip(shares, 1e-9, 1))).sum(axis=1).mean()),
        reliability=reliability_of(told, samples.outcome),
    )


def measure_all(network: Network, samples: Mapping[int, Samples]) -> dict[int, Measures]:
    return {side: measure(network, part) for side, part in samples.items()}


def reliability_of(told: NDArray[np.float32], won: NDArray[np.float32]) -> Reliability:
    bins = np.minimum((told * _BINS).astype(np.int64), _BINS - 1)
    counts = np.bincount(bins, minlength=_BINS)

    def means(numbers: NDArray[np.float32]) -> list[float | None]:
        sums = np.bincount(bins, weights=numbers, minlength=_BINS)
        return [float(total / count) if count else None for total, count in zip(sums, counts, strict=True)]

    return Reliability(positions=counts.tolist(), told=means(told), won=means(won))
