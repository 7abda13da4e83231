"""Policy gradient over any of the critics: a second network whose softmax says how likely each move is.

With ψ = ∇ log π(a | s), the trace e = ψ + γ λ e of the same game and the advantage

    A = R + γ V(s') - V(s),    V(s) = Σ π(a | s) v(s, a)

of the move that was made, from the values v of the critic:

    vanilla    θ ← θ + α A e
    natural    w ← w + β [A e - (ψ·w) ψ],  θ ← θ + α w

The second is the natural gradient of Bhatnagar et al. (2009, algorithm 3): w goes to F⁻¹ ∇J with Fisher's
information F = E[ψ ψᵀ]. The advantage is not the critic's own error δ, whose mean is 0 for every move where
the critic is right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import torch
from torch import Tensor

from beeline.learning.neurodynamic.differentiation import gradient
from beeline.learning.neurodynamic.rules import Rates, dot
from beeline.learning.neurodynamic.torch_network import Values


class Actor(NamedTuple):
    """What a policy keeps, ``[runs, parameters]`` each."""

    weights: Tensor
    trace: Tensor
    natural: Tensor

    @classmethod
    def begin(cls, weights: Tensor) -> Actor:
        nothing = torch.zeros_like(weights)
        return cls(weights, nothing, nothing)


class Act(NamedTuple):
    """A move of the policy; ``[runs, 1]`` but for inputs and ``legal`` ``[runs, actions]``."""

    inputs: Tensor
    legal: Tensor
    actions: Tensor
    advantage: Tensor
    remembers: Tensor
    """0 where the move was the first of its game, else 1."""


ActorRule: TypeAlias = Callable[[Values, Actor, Act, Rates], Actor]


def log_policy(logits: Values, legal: Tensor) -> Values:
    """The logarithms of the probabilities of all moves."""

    def found(weights: Tensor, inputs: Tensor) -> Tensor:
        return torch.log_softmax(logits(weights, inputs).masked_fill(~legal, -torch.inf), dim=1)

    return found


def vanilla(logits: Values, actor: Actor, act: Act, rates: Rates) -> Actor:
    _, trace = _traced(logits, actor, act, rates)
    return actor._replace(weights=actor.weights + rates.alpha * act.advantage * trace, trace=trace)


def natural(logits: Values, actor: Actor, act: Act, rates: Rates) -> Actor:
    slope, trace = _traced(logits, actor, act, rates)
    missing = act.advantage * trace - dot(slope, actor.natural) * slope
    direction = actor.natural + rates.beta * missing
    return Actor(actor.weights + rates.alpha * direction, trace, direction)


ACTORS: Final[dict[str, ActorRule]] = {"vanilla": vanilla, "natural": natural}


def _traced(logits: Values, actor: Actor, act: Act, rates: Rates) -> tuple[Tensor, Tensor]:
    _, slope = gradient(log_policy(logits, act.legal), actor.weights, act.inputs, act.actions)
    return slope, slope + rates.discount * rates.decay * act.remembers * actor.trace
