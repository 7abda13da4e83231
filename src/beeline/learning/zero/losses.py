"""Losses of a batch of positions.

    loss = CE(policy, visits) + BCE(value, 0.7 outcome + 0.3 search value)
         + action · BCE(action values of visited moves, their search values)
         + soft · CE(soft policy, visits^(1/4))
         + connection · BCE(cells of the own and of the opposing connection, those of the winner's)

The last two are auxiliary targets. The soft policy (KataGo) makes the network know about the moves that it
does not choose. The cells of the connection that won say where a game is won, not only by whom, as the owners
of points do in Go: a value is learned from fewer games. The loser's connection has no cells. Logits of
occupied cells take no part in policies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, log_softmax

from beeline.learning.zero.samples import Samples
from beeline.learning.zero.torch_network import Outputs

_NOWHERE: Final = -1e9  # the logit of a move that there is not


@dataclass(frozen=True, kw_only=True)
class Weighting:
    """The weights of the parts of a loss."""

    outcome: float = 0.7
    """Weight of the outcome in the target of the value; the value of the search has the rest."""
    value: float = 1.0
    action: float = 0.5
    soft: float = 0.5
    soft_temperature: float = 4.0
    connection: float = 1.0


@dataclass(frozen=True)
class Losses:
    """The parts of a loss, means over the batch."""

    policy: Tensor
    value: Tensor
    action: Tensor
    soft: Tensor
    connection: Tensor

    def total(self, weighting: Weighting) -> Tensor:
        return (
            self.policy
            + weighting.value * self.value
            + weighting.action * self.action
            + weighting.soft * self.soft
            + weighting.connection * self.connection
        )

    def numbers(self) -> dict[str, float]:
        return {name: float(part.detach()) for name, part in vars(self).items()}


def losses_of(outputs: Outputs, samples: Samples, weighting: Weighting) -> Losses:
    empty = torch.from_numpy(samples.views.empty)
    targets, known = (torch.from_numpy(each) for each in samples.action_values())
    soft = samples.policy(temperature=weighting.soft_temperature)
    cells, shown = (torch.from_numpy(each) for each in samples.connections())
    wrong = binary_cross_entropy_with_logits(outputs.connections, cells, reduction="none")
    wanted = weighting.outcome * samples.outcome + (1 - weighting.outcome) * samples.value
    return Losses(
        policy=_cross_entropy(outputs.policy, torch.from_numpy(samples.policy()), empty),
        value=binary_cross_entropy_with_logits(outputs.value, torch.from_numpy(wanted)),
        action=binary_cross_entropy_with_logits(outputs.action_values, targets, weight=known, reduction="sum")
        / known.sum().clamp(min=1),
        soft=_cross_entropy(outputs.soft_policy, torch.from_numpy(soft), empty),
        connection=_mean_of_known(wrong.mean(dim=2).sum(dim=1), shown),
    )


def _mean_of_known(losses: Tensor, known: Tensor) -> Tensor:
    """The mean over the positions whose target is known; 0 where there are none."""
    return (losses * known).sum() / known.sum().clamp(min=1)


def _cross_entropy(logits: Tensor, shares: Tensor, empty: Tensor) -> Tensor:
    return -(shares * log_softmax(logits.masked_fill(~empty, _NOWHERE), dim=1)).sum(dim=1).mean()
