"""The batch algorithms: one step of RMSProp a batch, for many runs at once.

    MSE    θ ← θ - rate · ∇ mean (T v_θ - v_θ)²
    PBE    θ' ← θ' - projection rate · ∇ mean (T v_θ - v_θ')²,    θ ← θ - rate · ∇ mean (v_θ' - v_θ)²

T v_θ are targets, R + γ v_θ(s', b), that are held fixed; b is the best-valued move (Q-learning) or the one
that was made (SARSA). PBE is the study's two-network objective: the first step projects the targets onto what
a network can represent, the second fits the network that plays to the projection.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import torch
from torch import Tensor
from torch.func import grad

from beeline.learning.rms_prop import rms_prop_step

Fit: TypeAlias = Callable[[Tensor], Tensor]
"""From weights ``[runs, parameters]`` to the values ``[runs, batch]`` of the moves of a batch."""


class BatchLearner(NamedTuple):
    """Two networks and the running squares of their gradients, ``[runs, parameters]`` each."""

    weights: Tensor
    squares: Tensor
    projection: Tensor
    projection_squares: Tensor

    @classmethod
    def begin(cls, weights: Tensor) -> BatchLearner:
        nothing = torch.zeros_like(weights)
        return cls(weights, nothing, weights, nothing)


class BatchErrors(NamedTuple):
    """Means over a batch, ``[runs]`` each."""

    training: Tensor
    """What the network that plays was fitted to, against its values."""
    projection: Tensor
    """The targets against their projection; for MSE the same as the other."""


def mse(
    fit: Fit, learner: BatchLearner, targets: Tensor, *, rate: Tensor, decay: float
) -> tuple[BatchLearner, BatchErrors]:
    weights, squares, error = _fitted(fit, learner.weights, learner.squares, targets, rate, decay)
    return learner._replace(weights=weights, squares=squares), BatchErrors(error, error)


def pbe(
    fit: Fit, learner: BatchLearner, targets: Tensor, *, rate: Tensor, projection_rate: Tensor, decay: float
) -> tuple[BatchLearner, BatchErrors]:
    projection, projection_squares, missed = _fitted(
        fit, learner.projection, learner.projection_squares, targets, projection_rate, decay
    )
    projected = fit(projection)
    weights, squares, error = _fitted(fit, learner.weights, learner.squares, projected, rate, decay)
    after = BatchLearner(weights, squares, projection, projection_squares)
    return after, BatchErrors(error, missed)


def _fitted(
    fit: Fit, weights: Tensor, squares: Tensor, targets: Tensor, rate: Tensor, decay: float
) -> tuple[Tensor, Tensor, Tensor]:
    """One step towards the targets, and the mean squared error before it."""

    def cost(at: Tensor) -> tuple[Tensor, Tensor]:
        errors = (fit(at) - targets).square().mean(dim=1)
        return errors.sum(), errors.detach()

    slope, errors = grad(cost, has_aux=True)(weights)
    return *rms_prop_step(weights, squares, slope, rate=rate, decay=decay), errors
