"""Whether one form of a network may stand for another: the integers for float32."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np

from beeline.errors import GateError as GateError
from beeline.networks.zero.answers import Answers, Network, chances, distributions
from beeline.networks.zero.views import Views

LEAST_AGREEMENT: Final = 0.88
MOST_DIVERGENCE: Final = 0.02


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Agreement of a network with the one that it stands for."""

    positions: int
    first_choice: float
    """The share of positions in which both like the same move best."""
    divergence: float
    """The mean of KL(reference ‖ network) over the policies, in nats."""
    value: float
    """The mean difference of the chances to win."""

    def check(self) -> None:
        """Raises GateError unless the network is close enough."""
        if self.first_choice < LEAST_AGREEMENT or self.divergence > MOST_DIVERGENCE:
            raise GateError(
                f"the first choice agrees in {self.first_choice:.1%} of {self.positions} positions with a "
                f"divergence of {self.divergence:.4f}; at least {LEAST_AGREEMENT:.0%} and at most "
                f"{MOST_DIVERGENCE} are wanted"
            )

    def as_plain(self) -> dict[str, float]:
        return asdict(self)


def agreement(network: Network, reference: Network, positions: Sequence[Views]) -> Agreement:
    """Agreement over positions that may be of several sizes, each counting the same."""
    parts = [
        _agreement(network.answers(views), reference.answers(views), views)
        for views in positions
        if len(views)
    ]
    total = sum(part.positions for part in parts)

    def mean(name: str) -> float:
        return sum(part.positions * float(getattr(part, name)) for part in parts) / total

    return Agreement(
        positions=total,
        first_choice=mean("first_choice"),
        divergence=mean("divergence"),
        value=mean("value"),
    )


def _agreement(told: Answers, wanted: Answers, views: Views) -> Agreement:
    ours = distributions(told.policies, views.empty)
    theirs = distributions(wanted.policies, views.empty)
    tiny = 1e-12
    divergence = (theirs * np.log((theirs + tiny) / (ours + tiny))).sum(axis=1)
    return Agreement(
        positions=len(views),
        first_choice=float((ours.argmax(axis=1) == theirs.argmax(axis=1)).mean()),
        divergence=float(divergence.mean()),
        value=float(np.abs(chances(told.values) - chances(wanted.values)).mean()),
    )
