"""The value algorithms: each a pure function from a learner and a transition to the learner after it.

With φ = ∇v(s, a), φ' = ∇v(s', b), the discount γ, the temporal-difference error δ = R + γ v(s', b) - v(s, a)
and the trace e = φ + γ λ ρ e of the same game:

    SARSA            θ ← θ + α δ e                                   b the move that was made
    Q-learning       θ ← θ + α δ φ                                   b the best-valued move
    TDC              θ ← θ + α [δ e - γ (1 - λ) (e·w) φ' - h]        b the move that was made
    GTD2             θ ← θ + α [(φ·w) φ - γ (1 - λ) (e·w) φ' - h]    b the move that was made
    Greedy-GQ(λ)     as TDC                                          b the best-valued move
    natural TDC      x ← x + β [d - (φ·x) φ],  θ ← θ + α x           d the direction of TDC

    the last four    w ← w + β [δ e - (φ·w) φ],    h = (δ - φ·w) ∇²v(s, a) w

ρ is 1 where the policy that is learned about is the one that plays. For Greedy-GQ it is the inverse of the
probability that the best-valued move had, and 0 for another move. With λ = 0 these are GTD2 and TDC of Sutton
et al. (2009) in their non-linear form (Bhatnagar et al. 2009; Maei 2011, chapter 6) and, where values are
linear, GQ(λ) of Maei and Sutton (2010). The trace of GTD2 follows from that of TDC: where the expectation of
δ e is w's, E[φ φᵀ] w stands for it. With traces h has the curvature of the present position alone. In natural
TDC x goes to G⁻¹ d with Amari's metric G = E[φ φᵀ], in the manner in which w goes to G⁻¹ E[δ e].

A game against an opponent who sees the same network is γ = -1: what is good for one is bad for the other. The
study prints γ = 1. All tensors have the runs as their first axis; numbers of a run are ``[runs, 1]``.

Policy gradient over any of these as a critic: a second network whose softmax says how likely each move is.

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
from torch import Tensor, zeros_like

from beeline.learning.neurodynamic.torch_network import Values, curvature, gradient, value_of


class Learner(NamedTuple):
    """State of an algorithm, ``[runs, parameters]`` each."""

    weights: Tensor
    """θ"""
    trace: Tensor
    """e"""
    correction: Tensor
    """w, the second set of weights of the gradient algorithms."""
    natural: Tensor
    """x, the direction of natural TDC."""

    @classmethod
    def begin(cls, weights: Tensor) -> Learner:
        nothing = zeros_like(weights)
        return cls(weights, nothing, nothing, nothing)


class Transition(NamedTuple):
    """A move, and the position that the opponent then sees; ``[runs, 1]`` but for the inputs."""

    inputs: Tensor
    actions: Tensor
    rewards: Tensor
    next_inputs: Tensor
    next_actions: Tensor
    """The moves that are made next."""
    best_actions: Tensor
    """The best-valued moves there."""
    goes_on: Tensor
    """Mask: 0 where the game has ended, else 1."""
    remembers: Tensor
    """Factor of the trace: 0 where the move was the first of its game, else 1."""
    best_ratio: Tensor
    """Importance ratio of the first actions: 1 / their probability if they were best-valued, else 0."""


class Rates(NamedTuple):
    """Rates of each run, ``[runs, 1]``."""

    alpha: Tensor
    beta: Tensor
    decay: Tensor
    """λ"""
    discount: Tensor
    """γ"""


Rule: TypeAlias = Callable[[Values, Learner, Transition, Rates], Learner]


def sarsa(values: Values, learner: Learner, step: Transition, rates: Rates) -> Learner:
    value, slope = gradient(values, learner.weights, step.inputs, step.actions)
    following = value_of(values, learner.weights, step.next_inputs, step.next_actions)
    error = step.rewards + rates.discount * step.goes_on * following - value
    trace = slope + rates.discount * rates.decay * step.remembers * learner.trace
    return learner._replace(weights=learner.weights + rates.alpha * error * trace, trace=trace)


def q_learning(values: Values, learner: Learner, step: Transition, rates: Rates) -> Learner:
    value, slope = gradient(values, learner.weights, step.inputs, step.actions)
    following = value_of(values, learner.weights, step.next_inputs, step.best_actions)
    error = step.rewards + rates.discount * step.goes_on * following - value
    return learner._replace(weights=learner.weights + rates.alpha * error * slope)


def tdc(values: Values, learner: Learner, step: Transition, rates: Rates) -> Learner:
    seen = _look(values, learner, step, rates, following=step.next_actions)
    return seen.corrected(learner, rates, learner.weights + rates.alpha * seen.tdc_direction(learner))


def gtd2(values: Values, learner: Learner, step: Transition, rates: Rates) -> Learner:
    seen = _look(values, learner, step, rates, following=step.next_actions)
    direction = seen.agreement * seen.slope - seen.lookahead(learner) - seen.bend
    return seen.corrected(learner, rates, learner.weights + rates.alpha * direction)


def greedy_gq(values: Values, learner: Learner, step: Transition, rates: Rates) -> Learner:
    seen = _look(values, learner, step, rates, following=step.best_actions, ratio=step.best_ratio)
    return seen.corrected(learner, rates, learner.weights + rates.alpha * seen.tdc_direction(learner))


def natural_tdc(values: Values, learner: Learner, step: Transition, rates: Rates) -> Learner:
    seen = _look(values, learner, step, rates, following=step.next_actions)
    missing = seen.tdc_direction(learner) - dot(seen.slope, learner.natural) * seen.slope
    natural = learner.natural + rates.beta * missing
    after = seen.corrected(learner, rates, learner.weights + rates.alpha * natural)
    return after._replace(natural=natural)


RULES: Final[dict[str, Rule]] = {
    "sarsa": sarsa,
    "q-learning": q_learning,
    "tdc": tdc,
    "gtd2": gtd2,
    "greedy-gq": greedy_gq,
    "natural-tdc": natural_tdc,
}


def dot(one: Tensor, other: Tensor) -> Tensor:
    """``[runs, 1]``."""
    return (one * other).sum(dim=1, keepdim=True)


class _Seen(NamedTuple):
    """Base of the gradient algorithms."""

    error: Tensor
    """δ"""
    slope: Tensor
    """φ"""
    next_slope: Tensor
    """γ (1 - λ) φ', zero at the end of a game."""
    trace: Tensor
    """e"""
    agreement: Tensor
    """φ·w"""
    bend: Tensor
    """h"""

    def lookahead(self, learner: Learner) -> Tensor:
        return dot(self.trace, learner.correction) * self.next_slope

    def tdc_direction(self, learner: Learner) -> Tensor:
        return self.error * self.trace - self.lookahead(learner) - self.bend

    def corrected(self, learner: Learner, rates: Rates, weights: Tensor) -> Learner:
        missing = self.error * self.trace - self.agreement * self.slope
        correction = learner.correction + rates.beta * missing
        return learner._replace(weights=weights, trace=self.trace, correction=correction)


def _look(
    values: Values,
    learner: Learner,
    step: Transition,
    rates: Rates,
    *,
    following: Tensor,
    ratio: Tensor | float = 1.0,
) -> _Seen:
    weights, correction = learner.weights, learner.correction
    value, slope, bent = curvature(values, weights, step.inputs, step.actions, correction)
    next_value, next_slope = gradient(values, weights, step.next_inputs, following)
    discount = rates.discount * step.goes_on
    error = step.rewards + discount * next_value - value
    trace = slope + rates.discount * rates.decay * step.remembers * ratio * learner.trace
    agreement = dot(slope, correction)
    return _Seen(
        error=error,
        slope=slope,
        next_slope=discount * (1 - rates.decay) * next_slope,
        trace=trace,
        agreement=agreement,
        bend=(error - agreement) * bent,
    )


class Actor(NamedTuple):
    """State of a policy, ``[runs, parameters]`` each."""

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
    """Factor of the trace: 0 where the move was the first of its game, else 1."""


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
