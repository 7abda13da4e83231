"""Policy gradients against their formulas."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from beeline.learning.neurodynamic.rules import ACTORS, Act, Actor, Rates, log_policy
from tests.learning.neurodynamic.problems import column, rates

REWARDS = np.array([0.1, 0.7, 0.4])


def table(weights: torch.Tensor, inputs: torch.Tensor) -> torch.Tensor:
    """A logit for each action, the last of which is never legal."""
    return torch.cat([weights, weights[:, :1]], dim=1)


def act(action: int, advantage: float, *, remembers: float = 0.0) -> Act:
    legal = torch.tensor([[True, True, True, False]])
    return Act(torch.zeros(1, 1), legal, torch.tensor([[action]]), column(advantage), column(remembers))


def policy(weights: torch.Tensor) -> np.ndarray:
    found = torch.softmax(weights, dim=1).numpy()[0]
    return np.asarray(found)


def mean_step(kind: str, actor: Actor, at: Rates) -> Actor:
    chances = policy(actor.weights)
    mean = [torch.zeros_like(part) for part in actor]
    for action, chance in enumerate(chances):
        after = ACTORS[kind](table, actor, act(action, REWARDS[action] - chances @ REWARDS), at)
        for total, part in zip(mean, after, strict=True):
            total += chance * part
    return Actor(*mean)


def test_illegal_moves_have_no_probability() -> None:
    legal = torch.tensor([[True, True, True, False]])
    found = log_policy(table, legal)(torch.tensor([[1.0, 0.0, 5.0]]), torch.zeros(1, 1)).exp()
    assert found[0, 3] == 0
    assert found.sum() == pytest.approx(1)


def test_the_mean_step_is_the_gradient_of_the_mean_reward() -> None:
    weights = torch.tensor([[0.3, -0.2, 0.5]], dtype=torch.float64)
    at = rates(alpha=1.0, beta=0.1)
    moved = mean_step("vanilla", Actor.begin(weights), at).weights - weights
    leaf = weights.clone().requires_grad_()
    (torch.softmax(leaf, dim=1)[0] @ torch.from_numpy(REWARDS)).backward()
    assert leaf.grad is not None
    assert torch.allclose(moved, leaf.grad)


def test_the_natural_direction_is_fishers_inverse_times_the_gradient() -> None:
    weights = torch.tensor([[0.3, -0.2, 0.5]], dtype=torch.float64)
    actor, at = Actor.begin(weights), rates(alpha=1e-12, beta=0.1)
    for _ in range(400):
        actor = mean_step("natural", actor, at)
    chances = policy(weights)
    slopes = np.eye(3) - chances  # of log π by action
    fisher = (slopes.T * chances) @ slopes
    gradient = (slopes.T * chances) @ (REWARDS - chances @ REWARDS)
    assert actor.natural.numpy()[0] == pytest.approx(np.linalg.pinv(fisher) @ gradient, abs=1e-3)


@pytest.mark.parametrize("kind", sorted(ACTORS))
def test_the_best_action_is_found(kind: str) -> None:
    actor = Actor.begin(torch.zeros(1, 3, dtype=torch.float64))
    for _ in range(150):
        actor = mean_step(kind, actor, rates(alpha=0.5, beta=0.5))
    assert policy(actor.weights)[1] > 0.9


@pytest.mark.parametrize("kind", sorted(ACTORS))
def test_without_lambda_the_trace_is_the_gradient(kind: str) -> None:
    torch.manual_seed(1)
    actor = Actor(*(torch.randn(1, 3, dtype=torch.float64) for _ in range(3)))
    forgetful = actor._replace(trace=torch.zeros(1, 3, dtype=torch.float64))
    steps = [
        ACTORS[kind](table, each, act(1, 0.5, remembers=1.0), rates(alpha=0.1, beta=0.1, decay=decay))
        for each, decay in ((actor, 0.0), (forgetful, 0.0), (actor, 0.5))
    ]
    assert torch.equal(steps[0].weights, steps[1].weights)
    assert not torch.equal(steps[0].weights, steps[2].weights)
