"""The update rules where their fixed points are known."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from beeline.learning.neurodynamic.rules import RULES, Learner, Transition
from tests.learning.neurodynamic.problems import (
    BAIRD_START,
    baird,
    linear,
    mean_step,
    off_policy_chain,
    rates,
    settled,
    transition,
)

GRADIENT_RULES = ("tdc", "gtd2", "greedy-gq", "natural-tdc")


def converges(matrix: np.ndarray) -> bool:
    """Whether z ← M z + c comes to rest but for what it leaves alone."""
    sizes = np.abs(np.linalg.eigvals(matrix))
    alone = np.isclose(np.linalg.eigvals(matrix), 1, atol=1e-9)
    return bool((sizes[~alone] < 1).all())


@pytest.mark.parametrize("discount", [0.9, -1.0])
@pytest.mark.parametrize("name", GRADIENT_RULES)
def test_gradient_rules_go_to_the_projected_bellman_solution(name: str, discount: float) -> None:
    """Off-policy, in the mean, whatever the sign of the discount."""
    chain = off_policy_chain(discount)
    at = rates(alpha=0.02, beta=0.2, discount=discount)
    matrix, constant = mean_step(RULES[name], chain.games(), 3, at)
    assert converges(matrix)
    found = settled(matrix, constant)
    assert found[:3] == pytest.approx(chain.fixed_point())
    assert found[3:] == pytest.approx(np.zeros(6), abs=1e-9)


@pytest.mark.parametrize("name", ["sarsa", "q-learning"])
def test_without_the_correction_bairds_star_diverges(name: str) -> None:
    matrix, _ = mean_step(RULES[name], baird().games(), 8, rates(alpha=0.1, beta=0.1, discount=0.99))
    assert not converges(matrix)
    far = np.linalg.matrix_power(matrix, 1000) @ np.concatenate([BAIRD_START, np.zeros(16)])
    assert np.abs(far).max() > 1000


@pytest.mark.parametrize("name", GRADIENT_RULES)
def test_gradient_rules_converge_on_bairds_star(name: str) -> None:
    chain = baird()
    matrix, constant = mean_step(RULES[name], chain.games(), 8, rates(alpha=0.01, beta=0.1, discount=0.99))
    assert converges(matrix)
    assert constant == pytest.approx(np.zeros(24))
    far = np.linalg.matrix_power(matrix, 10**9) @ np.concatenate([BAIRD_START, np.zeros(16)])
    assert chain.features @ far[:8] == pytest.approx(np.zeros(7), abs=1e-3)


@pytest.mark.parametrize("name", sorted(RULES))
def test_drawn_transitions_lead_there_too(name: str) -> None:
    """A game of two moves with a feature each and a reward of 0.7 at the end; many runs of drawn steps."""
    runs, random = 40, np.random.default_rng(1)
    learner = Learner.begin(torch.zeros(runs, 2, dtype=torch.float64))
    steps = [
        transition(np.array([1.0, 0]), 0, np.array([0, 1.0])),
        transition(np.array([0, 1.0]), 0.7, None),
    ]
    for number in range(400):
        alpha = 0.3 / (1 + number / 200)
        at = rates(runs, alpha=alpha, beta=3 * alpha, discount=-1.0)
        which = random.integers(2, size=runs)
        parts = ([steps[each][part] for each in which] for part in range(len(Transition._fields)))
        learner = RULES[name](linear, learner, Transition(*map(torch.cat, parts)), at)
    assert learner.weights.mean(dim=0).numpy() == pytest.approx([-0.7, 0.7], abs=0.05)


def test_traces_lead_to_the_lambda_solution() -> None:
    """One feature for two states in a row, 1 then 3, and a reward of 1 at the end.

    With λ = 1 the mean return is fitted, 4/10; with λ = 0 A⁻¹ b is 3/7.
    """
    first, second = np.array([1.0]), np.array([3.0])
    games = [(1.0, [transition(first, 0, second), transition(second, 1, None, remembers=1)])]
    for name in ("sarsa", "tdc", "gtd2", "greedy-gq"):
        for decay, expected in ((1.0, 0.4), (0.0, 3 / 7)):
            at = rates(alpha=1e-6, beta=1e-5, decay=decay)
            found = settled(*mean_step(RULES[name], games, 1, at))
            assert found[0] == pytest.approx(expected, abs=1e-3), (name, decay)


def test_with_discount_minus_one_the_trace_alternates() -> None:
    """The opponent's win is a loss: the move before it learns the opposite."""
    steps = [
        transition(np.array([1.0, 0]), 0, np.array([0, 1.0])),
        transition(np.array([0, 1.0]), 1, None, remembers=1),
    ]
    learner = Learner.begin(torch.zeros(1, 2, dtype=torch.float64))
    for step in steps:
        learner = RULES["sarsa"](linear, learner, step, rates(alpha=0.5, beta=0.5, decay=1, discount=-1))
    assert learner.weights.tolist() == [[-0.5, 0.5]]


@pytest.mark.parametrize("name", sorted(RULES))
def test_without_lambda_the_trace_is_the_gradient(name: str) -> None:
    """λ = 0 is the rule without a trace: what was before the move does not matter."""
    torch.manual_seed(2)
    learner = Learner(*(torch.randn(1, 3, dtype=torch.float64) for _ in range(4)))
    forgetful = learner._replace(trace=torch.zeros(1, 3, dtype=torch.float64))
    step = transition(np.array([1.0, 2, -1]), 0.5, np.array([0.3, 0, 1]), remembers=1, ratio=1.7)
    at = rates(alpha=0.1, beta=0.2)
    one, other = (RULES[name](linear, each, step, at) for each in (learner, forgetful))
    assert torch.equal(one.weights, other.weights)
    assert torch.equal(one.correction, other.correction)
    traced = RULES[name](linear, learner, step, rates(alpha=0.1, beta=0.2, decay=0.5))
    assert torch.equal(traced.weights, one.weights) == (name == "q-learning")


@pytest.mark.parametrize("name", ["tdc", "gtd2"])
def test_the_rules_without_lambda_are_the_published_ones(name: str) -> None:
    """Sutton et al. (2009), equations 8 and 10, written out."""
    phi, following, theta, w = (
        np.array([1.0, 2, -1]),
        np.array([0.3, 0, 1]),
        np.array([0.1, 0.2, 0.4]),
        np.array([1, -1, 0.5]),
    )
    error = 0.5 + 0.9 * following @ theta - phi @ theta
    if name == "tdc":
        expected = theta + 0.1 * (error * phi - 0.9 * following * (phi @ w))
    else:
        expected = theta + 0.1 * (phi - 0.9 * following) * (phi @ w)
    begun = Learner.begin(torch.from_numpy(theta).view(1, -1))
    learner = begun._replace(correction=torch.from_numpy(w).view(1, -1))
    at = rates(alpha=0.1, beta=0.2, discount=0.9)
    found = RULES[name](linear, learner, transition(phi, 0.5, following), at)
    assert found.weights.numpy()[0] == pytest.approx(expected)
    assert found.correction.numpy()[0] == pytest.approx(w + 0.2 * (error - phi @ w) * phi)


@pytest.mark.parametrize("name", ["tdc", "gtd2"])
def test_curved_values_bring_the_hessian_in(name: str) -> None:
    """v = (θ · x)² / 2: ∇v = (θ · x) x and ∇²v w = (x · w) x, so that h = (δ - φ · w)(x · w) x."""

    def curved(weights: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        return linear(weights, features).square() / 2

    theta, w = np.array([0.5, -0.3]), np.array([0.2, 0.7])
    x, following = np.array([1.0, 2.0]), np.array([-1.0, 0.5])
    phi, next_phi = (theta @ x) * x, (theta @ following) * following
    error = 1 + (theta @ following) ** 2 / 2 - (theta @ x) ** 2 / 2
    bend = (error - phi @ w) * (x @ w) * x
    towards = error * phi if name == "tdc" else (phi @ w) * phi
    begun = Learner.begin(torch.from_numpy(theta).view(1, -1))
    learner = begun._replace(correction=torch.from_numpy(w).view(1, -1))
    found = RULES[name](curved, learner, transition(x, 1, following), rates(alpha=0.1, beta=0.1))
    expected = theta + 0.1 * (towards - (phi @ w) * next_phi - bend)
    assert found.weights.numpy()[0] == pytest.approx(expected)


def two_actions(*, taken: int, best: int, remembers: float = 1.0, ratio: float = 1.0) -> Transition:
    """Into a state with two actions of different features."""
    step = transition(np.array([1.0, 0.0]), 0.0, np.array([0.0, 1.0]), remembers=remembers, ratio=ratio)
    return step._replace(
        next_inputs=torch.tensor([[[0.0, 1.0], [0.0, 2.0]]], dtype=torch.float64),
        next_actions=torch.tensor([[taken]]),
        best_actions=torch.tensor([[best]]),
    )


@pytest.mark.parametrize(
    ("name", "looks_at_best"),
    [("sarsa", False), ("q-learning", True), ("tdc", False), ("gtd2", False), ("greedy-gq", True)],
)
def test_which_move_the_rules_look_ahead_to(name: str, looks_at_best: bool) -> None:
    begun = Learner.begin(torch.tensor([[0.0, 1.0]], dtype=torch.float64))
    learner = begun._replace(correction=torch.ones(1, 2, dtype=torch.float64))
    at = rates(alpha=0.1, beta=0.1)
    one, other = (RULES[name](linear, learner, two_actions(taken=0, best=best), at) for best in (0, 1))
    assert torch.equal(one.weights, other.weights) != looks_at_best
    one, other = (RULES[name](linear, learner, two_actions(taken=taken, best=0), at) for taken in (0, 1))
    assert torch.equal(one.weights, other.weights) == looks_at_best


def test_a_move_that_was_not_best_cuts_the_trace_of_greedy_gq() -> None:
    begun = Learner.begin(torch.zeros(1, 2, dtype=torch.float64))
    learner = begun._replace(trace=torch.tensor([[0.0, 1.0]], dtype=torch.float64))
    at = rates(alpha=0.1, beta=0.1, decay=0.5)
    cut = RULES["greedy-gq"](linear, learner, two_actions(taken=0, best=0, ratio=0.0), at)
    kept = RULES["greedy-gq"](linear, learner, two_actions(taken=0, best=0, ratio=1.25), at)
    assert cut.trace.tolist() == [[1.0, 0.0]]
    assert kept.trace.tolist() == [[1.0, 0.625]]
