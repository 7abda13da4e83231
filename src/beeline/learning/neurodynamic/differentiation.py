"""Gradients and Hessian–vector products of many runs at once, by automatic differentiation.

Runs do not touch each other, so that the gradient of a sum over runs has in each row the gradient of that
run. The product of the Hessian with a vector w is the gradient of ∇v · w with w held fixed: no Hessian is
formed.
"""

from __future__ import annotations

from torch import Tensor
from torch.func import grad

from beeline.learning.neurodynamic.torch_network import Values


def value_of(values: Values, weights: Tensor, inputs: Tensor, actions: Tensor) -> Tensor:
    """``[runs, 1]``: the value of an action ``[runs, 1]`` in each run."""
    return values(weights, inputs).gather(1, actions)


def gradient(values: Values, weights: Tensor, inputs: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The values ``[runs, 1]`` of the actions and their gradients ``[runs, parameters]``."""

    def total(at: Tensor) -> tuple[Tensor, Tensor]:
        found = value_of(values, at, inputs, actions)
        return found.sum(), found.detach()

    slope, found = grad(total, has_aux=True)(weights)
    return found, slope


def curvature(
    values: Values, weights: Tensor, inputs: Tensor, actions: Tensor, direction: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """The values, their gradients, and their Hessians times ``direction`` ``[runs, parameters]``."""

    def along(at: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        found, slope = gradient(values, at, inputs, actions)
        return (slope * direction).sum(), (found.detach(), slope.detach())

    product, (found, slope) = grad(along, has_aux=True)(weights)
    return found, slope, product
