"""What a network is to learn from a batch of positions.

    loss = CE(policy, visits) + BCE(value, 0.7 outcome + 0.3 search value)
         + action · BCE(action values of visited moves, their search values)
         + soft · CE(soft policy, visits^(1/4))

The soft policy is an auxiliary target (KataGo): it makes the network know about the moves that it does not
choose. Logits of occupied cells take no part.
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
    """Of the outcome in the target of the value; the value of the search has the rest."""
    value: float = 1.0
    action: float = 0.5
    soft: float = 0.5
    soft_temperature: float = 4.0


@dataclass(frozen=True)
class Losses:
    """The parts of a loss, means over the batch."""

    policy: Tensor
    value: Tensor
    action: Tensor
    soft: Tensor

    def total(self, weighting: Weighting) -> Tensor:
        return (
            self.policy
            + weighting.value * self.value
            + weighting.action * self.action
            + weighting.soft * self.soft
        )

    def numbers(self) -> dict[str, float]:
        return {name: float(part.detach()) for name, part in vars(self).items()}


def losses_of(outputs: Outputs, samples: Samples, weighting: Weighting) -> Losses:
    empty = torch.from_numpy(samples.views.empty)
    targets, known = (torch.from_numpy(each) for each in samples.action_values())
    soft = samples.policy(temperature=weighting.soft_temperature)
    wanted = weighting.outcome * samples.outcome + (1 - weighting.outcome) * samples.value
    return Losses(
        policy=_cross_entropy(outputs.policy, torch.from_numpy(samples.policy()), empty),
        value=binary_cross_entropy_with_logits(outputs.value, torch.from_numpy(wanted)),
        action=binary_cross_entropy_with_logits(outputs.action_values, targets, weight=known, reduction="sum")
        / known.sum().clamp(min=1),
        soft=_cross_entropy(outputs.soft_policy, torch.from_numpy(soft), empty),
    )


def _cross_entropy(logits: Tensor, shares: Tensor, empty: Tensor) -> Tensor:
    return -(shares * log_softmax(logits.masked_fill(~empty, _NOWHERE), dim=1)).sum(dim=1).mean()
