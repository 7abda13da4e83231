"""A network that learns from batches of positions: AdamW, a bound on the gradient, averaged weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from beeline.learning.zero.losses import Losses, Weighting, losses_of
from beeline.learning.zero.samples import Samples
from beeline.learning.zero.torch_network import ZeroNetwork
from beeline.networks.zero.architecture import Architecture

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, kw_only=True)
class LearnerSettings:
    architecture: Architecture = field(default_factory=Architecture)
    learning_rate: float = 1e-3
    """The largest; it rises to it linearly and falls to a hundredth on a cosine."""
    warm_up: int = 20_000
    """Positions until the largest rate."""
    positions: int = 1_000_000
    """Positions until the smallest rate."""
    weight_decay: float = 1e-3
    most_gradient: float = 2.0
    """Longer gradients are shortened to this norm."""
    averaging: float = 0.998
    """Share of itself that the average keeps at each step."""
    weighting: Weighting = field(default_factory=Weighting)
    seed: int = 0

    def rate_after(self, positions: int) -> float:
        rise = min(1.0, (positions + 1) / max(self.warm_up, 1))
        done = min(1.0, positions / max(self.positions, 1))
        return self.learning_rate * rise * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)


class Learner:
    def __init__(self, settings: LearnerSettings) -> None:
        self.settings = settings
        self.network = ZeroNetwork(settings.architecture, seed=settings.seed)
        self.averaged = ZeroNetwork(settings.architecture, seed=settings.seed)
        """The network that plays: the mean of the weights of the past steps, later ones counting more."""
        self.steps = 0
        self.positions = 0
        named = self.network.parameters_by_name()
        self._optimiser = torch.optim.AdamW(
            [
                {"params": [p for p in named.values() if p.dim() > 1], "weight_decay": settings.weight_decay},
                {"params": [p for p in named.values() if p.dim() <= 1], "weight_decay": 0.0},
            ],
            lr=settings.learning_rate,
            betas=(0.9, 0.99),
        )

    def learn(self, batch: Samples) -> Losses:
        """One step; the losses are those before it."""
        for group in self._optimiser.param_groups:
            group["lr"] = self.settings.rate_after(self.positions)
        losses = losses_of(
            self.network(torch.from_numpy(batch.views.planes())), batch, self.settings.weighting
        )
        self._optimiser.zero_grad()
        torch.autograd.backward(losses.total(self.settings.weighting))
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.most_gradient)
        self._optimiser.step()
        self.steps, self.positions = self.steps + 1, self.positions + len(batch)
        self._average()
        return losses

    def _average(self) -> None:
        # In the first steps a shorter memory, so that the first random weights are forgotten.
        keep = min(self.settings.averaging, self.steps / (self.steps + 10))
        with torch.no_grad():
            for mean, new in zip(self.averaged.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(new, 1 - keep)

    # Checkpoints

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that learning needs to go on, as arrays."""
        arrays: dict[str, NDArray[Any]] = {"counters": np.array([self.steps, self.positions], dtype=np.int64)}
        averaged = self.averaged.parameters_by_name()
        for name, parameter in self.network.parameters_by_name().items():
            arrays[f"network.{name}"] = parameter.detach().numpy().copy()
            arrays[f"averaged.{name}"] = averaged[name].detach().numpy().copy()
            for moment in ("exp_avg", "exp_avg_sq"):
                if told := self._optimiser.state.get(parameter):
                    arrays[f"{moment}.{name}"] = told[moment].numpy().copy()
        return arrays

    def load_weights(self, arrays: Arrays) -> None:
        """Takes the weights of a state, and begins to learn from them."""
        for prefix, network in (("network.", self.network), ("averaged.", self.averaged)):
            network.load(
                {name.removeprefix(prefix): a for name, a in arrays.items() if name.startswith(prefix)}
            )

    def load_playing(self, weights: Arrays) -> None:
        """Takes the weights of a network that plays, and begins to learn from them."""
        for network in (self.network, self.averaged):
            network.load_folded(weights)

    def load(self, arrays: Arrays) -> None:
        """Continues from what ``state`` gave."""
        self.steps, self.positions = (int(number) for number in arrays["counters"])
        self.load_weights(arrays)
        for name, parameter in self.network.parameters_by_name().items():
            if f"exp_avg.{name}" in arrays:
                moments = ("exp_avg", "exp_avg_sq")
                told = {
                    m: torch.from_numpy(np.array(arrays[f"{m}.{name}"], dtype=np.float32)) for m in moments
                }
                self._optimiser.state[parameter] = {"step": torch.tensor(float(self.steps)), **told}
