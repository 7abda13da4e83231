"""Small problems with linear values and known answers, for the update rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.learning.neurodynamic.rules import Learner, Rates, Rule, Transition


def linear(weights: Tensor, features: Tensor) -> Tensor:
    """Values ``[runs, actions]`` of features ``[runs, actions, parameters]``."""
    return (features @ weights.unsqueeze(-1)).squeeze(-1)


def rates(runs: int = 1, *, alpha: float, beta: float, decay: float = 0.0, discount: float = 1.0) -> Rates:
    def column(number: float) -> Tensor:
        return torch.full((runs, 1), number, dtype=torch.float64)

    return Rates(column(alpha), column(beta), column(decay), column(discount))


def column(number: float) -> Tensor:
    return torch.tensor([[number]], dtype=torch.float64)


def transition(
    features: NDArray[Any],
    reward: float,
    following: NDArray[Any] | None,
    *,
    remembers: float = 0.0,
    ratio: float = 1.0,
) -> Transition:
    """From a state with one action to one with one action, or to the end."""
    goes_on = following is not None
    nothing = np.zeros_like(features)
    return Transition(
        inputs=torch.from_numpy(features).view(1, 1, -1),
        actions=torch.zeros(1, 1, dtype=torch.int64),
        rewards=column(reward),
        next_inputs=torch.from_numpy(nothing if following is None else following).view(1, 1, -1),
        next_actions=torch.zeros(1, 1, dtype=torch.int64),
        best_actions=torch.zeros(1, 1, dtype=torch.int64),
        goes_on=column(float(goes_on)),
        remembers=column(remembers),
        best_ratio=column(ratio),
    )


@dataclass(frozen=True)
class Chain:
    """States that are drawn by ``visits`` and left by the rows of ``moves``; what is missing to 1 ends it."""

    features: NDArray[np.float64]
    moves: NDArray[np.float64]
    rewards: NDArray[np.float64]
    visits: NDArray[np.float64]
    discount: float

    def fixed_point(self) -> NDArray[np.float64]:
        """Where the projected Bellman error is 0: A⁻¹ b with A = E[φ (φ - γ φ')ᵀ] and b = E[R φ]."""
        weighted = self.features.T * self.visits
        matrix = weighted @ (self.features - self.discount * self.moves @ self.features)
        return np.asarray(np.linalg.solve(matrix, weighted @ self.rewards))

    def games(self) -> list[tuple[float, list[Transition]]]:
        """Every transition as a game of its own, with its probability."""
        found = []
        for state, visit in enumerate(self.visits):
            chances = np.append(self.moves[state], 1 - self.moves[state].sum())
            for after, chance in enumerate(chances):
                following = None if after == len(self.moves) else self.features[after]
                step = transition(self.features[state], self.rewards[state], following)
                found.append((visit * chance, [step]))
        return found


def mean_step(
    rule: Rule, games: list[tuple[float, list[Transition]]], parameters: int, at: Rates
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean of what a rule does to z = (θ, w, x) in a game: z ← M z + c. Returns M and c.

    With linear values every rule is affine in z: its matrix is found column by column, all as runs at once.
    """
    size = 3 * parameters
    points = torch.cat([torch.zeros(1, size), torch.eye(size)]).to(torch.float64)
    total = torch.zeros_like(points)
    many = Rates(*(part.expand(len(points), 1) for part in at))
    for chance, steps in games:
        theta, w, x = points.split(parameters, dim=1)  # type: ignore[no-untyped-call]
        learner = Learner(theta, torch.zeros_like(theta), w, x)
        for step in steps:
            everywhere = Transition(*(part.expand(len(points), *part.shape[1:]) for part in step))
            learner = rule(linear, learner, everywhere, many)
        total += chance * torch.cat([learner.weights, learner.correction, learner.natural], dim=1)
    constant = total[0].numpy()
    return (total[1:].numpy() - constant).T, constant


def settled(matrix: NDArray[np.float64], constant: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where z ← M z + c leads; z that it leaves alone is 0."""
    return np.asarray(np.linalg.lstsq(np.eye(len(matrix)) - matrix, constant, rcond=1e-10)[0])


def off_policy_chain(discount: float) -> Chain:
    """Five states, three features, visited otherwise than the moves would."""
    random = np.random.default_rng(3)
    moves = random.random((5, 5))
    moves /= moves.sum(axis=1, keepdims=True) / np.array([[0.9], [1], [0.8], [1], [0.7]])
    visits = np.array([0.35, 0.05, 0.25, 0.3, 0.05])
    return Chain(random.normal(size=(5, 3)), moves, random.normal(size=5), visits, discount)


def baird() -> Chain:
    """Baird's star: every state leads to the last one, but is visited as often as it. All values are 0."""
    features = np.zeros((7, 8))
    features[np.arange(6), np.arange(6)], features[:6, 7] = 2, 1
    features[6, 6], features[6, 7] = 1, 2
    moves = np.zeros((7, 7))
    moves[:, 6] = 1
    return Chain(features, moves, np.zeros(7), np.full(7, 1 / 7), 0.99)


BAIRD_START = np.array([1.0, 1, 1, 1, 1, 1, 10, 1])
