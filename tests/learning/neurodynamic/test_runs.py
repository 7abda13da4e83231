"""Runs that are advanced together: each as if it were alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from beeline.learning.neurodynamic.batch_runs import BatchRuns
from beeline.learning.neurodynamic.history import History
from beeline.learning.neurodynamic.measurements import measured, truth
from beeline.learning.neurodynamic.online import OnlineRuns
from beeline.learning.neurodynamic.system import ZERO_SUM, BatchSettings, OnlineSettings

ONLINE = OnlineSettings(transitions=40, alpha=0.05)
BATCH = BatchSettings(updates=15, games=20, memory=20)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def equal(one: History, other: History) -> None:
    assert one.weights == pytest.approx(other.weights, abs=1e-6)
    for name, curve in one.curves.items():
        assert curve == pytest.approx(other.curves[name], abs=1e-9, nan_ok=True)
    for name, numbers in one.exact.items():
        assert numbers == pytest.approx(other.exact[name], abs=1e-6)


@pytest.mark.parametrize("actor", ["none", "vanilla", "natural"])
@pytest.mark.parametrize("algorithm", ["sarsa", "q-learning", "tdc", "gtd2", "greedy-gq", "natural-tdc"])
def test_online_runs_together_are_runs_alone(algorithm: str, actor: str) -> None:
    base = replace(ONLINE, algorithm=algorithm, actor=actor, transitions=12)  # type: ignore[arg-type]
    settings = [
        replace(base, seed=3),
        replace(base, seed=4, alpha=0.01, ratio=2, decay=0.5, actor_alpha=0.1, actor_decay=0.5),
        replace(base, seed=3, epsilon=0.5, discount=ZERO_SUM, actor_ratio=3),
    ]
    together = OnlineRuns(settings, dtype=torch.float64).run(points=2, measured=1)
    for number, each in enumerate(settings):
        alone = OnlineRuns([each], dtype=torch.float64).run(points=2, measured=1)
        equal(alone, part_of(together, number))
    assert len({weights.tobytes() for weights in together.weights}) == 3


@pytest.mark.parametrize("recurrent", [False, True])
@pytest.mark.parametrize("objective", ["mse", "pbe"])
def test_batch_runs_together_are_runs_alone(objective: str, recurrent: bool) -> None:
    base = replace(BATCH, objective=objective, recurrent=recurrent)  # type: ignore[arg-type]
    settings = [
        replace(base, seed=3),
        replace(base, seed=4, rate=0.01, epsilon=0.5, last_epsilon=0.0, projection_rate=0.01),
        replace(base, seed=3, discount=ZERO_SUM, last_rate=0.0001),
    ]
    together = BatchRuns(settings, dtype=torch.float64).run(points=3, measured=1)
    for number, each in enumerate(settings):
        equal(BatchRuns([each], dtype=torch.float64).run(points=3, measured=1), part_of(together, number))
    assert len({weights.tobytes() for weights in together.weights}) == 3


@pytest.mark.parametrize("side", [3, 4])
@pytest.mark.parametrize("recurrent", [False, True])
@pytest.mark.parametrize("objective", ["mse", "pbe"])
def test_batch_runs_together_are_runs_alone_to_the_bit_in_the_precision_that_is_used(
    objective: str, recurrent: bool, side: int
) -> None:
    base = BatchSettings(objective=objective, recurrent=recurrent, side=side, updates=15, rate=0.01)  # type: ignore[arg-type]
    settings = [replace(base, seed=seed, projection_rate=0.01 * seed) for seed in range(1, 6)]
    together = BatchRuns(settings).run(measured=0)
    for number in (1, 3):  # whose arrays begin at no round address
        alone = BatchRuns([settings[number]]).run(measured=0)
        assert alone.weights.tobytes() == together.weights[number].tobytes()


@pytest.mark.parametrize("side", [3, 4])
@pytest.mark.parametrize(
    ("algorithm", "actor"),
    [
        ("sarsa", "none"),
        ("q-learning", "vanilla"),
        ("tdc", "natural"),
        ("gtd2", "none"),
        ("greedy-gq", "none"),
    ],
)
def test_online_runs_together_are_runs_alone_to_the_bit_in_the_precision_that_is_used(
    algorithm: str, actor: str, side: int
) -> None:
    base = OnlineSettings(algorithm=algorithm, actor=actor, side=side, transitions=40, alpha=0.1, ratio=0.3)  # type: ignore[arg-type]
    settings = [replace(base, seed=seed, decay=0.1 * seed) for seed in range(1, 6)]
    together = OnlineRuns(settings).run(measured=0)
    for number in (1, 3):  # whose arrays begin at no round address
        alone = OnlineRuns([settings[number]]).run(measured=0)
        assert alone.weights.tobytes() == together.weights[number].tobytes()


def part_of(history: History, run: int) -> History:
    here = slice(run, run + 1)
    return replace(
        history,
        curves={name: curve[here] for name, curve in history.curves.items()},
        exact={name: numbers[here] for name, numbers in history.exact.items()},
        weights=history.weights[here],
    )


def test_equal_settings_give_equal_runs() -> None:
    one, other = (OnlineRuns([ONLINE]).run(measured=1) for _ in range(2))
    assert np.array_equal(one.weights, other.weights)


def test_a_run_with_a_policy_is_measured_by_its_policy() -> None:
    runs = OnlineRuns([replace(ONLINE, actor="vanilla", actor_alpha=0.1)])
    history = runs.run(measured=1)
    known = truth(3)
    weights = runs.learner.weights
    by_policy = measured(runs.architecture, known, weights, policy=runs.policy)
    by_values = measured(runs.architecture, known, weights)
    found = {name: float(numbers[0, -1]) for name, numbers in history.exact.items()}
    assert found == pytest.approx({name: float(n[0]) for name, n in by_policy._asdict().items()})
    assert by_policy.error == by_values.error
    assert by_policy.keeps != by_values.keeps


def test_a_run_whose_policy_diverged_counts_as_diverged() -> None:
    sound = OnlineRuns([ONLINE]).run(measured=1)
    assert not sound.diverged.any()
    broken = replace(sound, exact=sound.exact | {"keeps": np.full((1, 1), np.nan)})
    assert broken.diverged.all()
    assert replace(sound, weights=np.full_like(sound.weights, np.inf)).diverged.all()
