"""The batch objectives where their answers are known, and the targets they are given."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from beeline.learning.gradient_descent import RmsProp, rms_prop_step
from beeline.learning.neurodynamic.batch_runs import BatchLearner, BatchRuns, mse, pbe
from beeline.learning.neurodynamic.history import History
from beeline.learning.neurodynamic.online import pretrained
from beeline.learning.neurodynamic.system import ZERO_SUM, BatchSettings
from beeline.learning.training_run import TrainingError

SMALL = BatchSettings(updates=20, games=10, memory=20)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def test_the_pure_step_is_that_of_the_optimiser() -> None:
    weights = torch.nn.Parameter(torch.tensor([[0.5, -1.0]]))
    optimiser = RmsProp({"weights": weights}, learning_rate=0.1, decay=0.9)
    pure, squares = weights.detach().clone(), torch.zeros(1, 2)
    for _ in range(5):
        optimiser.descend((weights**3).sum())
        pure, squares = rms_prop_step(pure, squares, 3 * pure**2, rate=0.1, decay=0.9)
    assert torch.allclose(pure, weights.detach())


@pytest.mark.parametrize("objective", ["mse", "pbe"])
def test_both_objectives_fit_what_can_be_fitted(objective: str) -> None:
    """A game of two moves, a feature each, and a reward of 0.8 at the end: values -0.8 and 0.8."""
    learner = BatchLearner.begin(torch.zeros(1, 2, dtype=torch.float64))

    def fit(at: torch.Tensor) -> torch.Tensor:
        return at

    rate = torch.tensor([[0.01]], dtype=torch.float64)
    for number in range(1500):
        targets = torch.stack([-learner.weights[:, 1], torch.full((1,), 0.8)], dim=1)
        falling = rate / (1 + number / 100)
        if objective == "mse":
            learner, _ = mse(fit, learner, targets, rate=falling, decay=0.9)
        else:
            learner, _ = pbe(fit, learner, targets, rate=falling, projection_rate=2 * falling, decay=0.9)
    assert learner.weights.numpy()[0] == pytest.approx([-0.8, 0.8], abs=0.05)


def test_pbe_fits_the_projection_of_its_targets() -> None:
    """One weight for two moves: the projection of (1, 0) is their mean, and no weight reaches the targets."""
    learner = BatchLearner.begin(torch.zeros(1, 1, dtype=torch.float64))

    def fit(at: torch.Tensor) -> torch.Tensor:
        return at.expand(1, 2)

    targets = torch.tensor([[1.0, 0.0]], dtype=torch.float64)
    rate = torch.tensor([[0.01]], dtype=torch.float64)
    for _ in range(300):
        learner, errors = pbe(fit, learner, targets, rate=rate, projection_rate=rate, decay=0.9)
    assert float(learner.weights) == pytest.approx(0.5, abs=0.03)
    assert float(errors.projection) == pytest.approx(0.25, abs=0.01)
    assert float(errors.training) < 0.01


@pytest.mark.parametrize(("target", "recurrent"), [("q-learning", False), ("sarsa", False), ("sarsa", True)])
def test_targets_are_those_of_the_next_move(target: str, recurrent: bool) -> None:
    settings = replace(SMALL, target=target, recurrent=recurrent, discount=ZERO_SUM)  # type: ignore[arg-type]
    runs = BatchRuns([settings, replace(settings, discount=1.0, seed=2)], dtype=torch.float64)
    for _ in range(20):
        runs.make_moves()
    length = 10 if recurrent else 1
    batch = runs._streams.drawn(runs._chances.draw(), length)
    targets = runs._targets(batch).view(2, -1, length)
    planes, begins = runs._planes(batch.positions), torch.from_numpy(batch.begins)
    from beeline.learning.neurodynamic.torch_network import sequence_values
    from beeline.networks.positions import empty_cells

    values = sequence_values(runs.architecture, runs.learner.weights, planes, begins).numpy()
    for run, stretch, step in np.ndindex(*targets.shape):
        if batch.won[run, stretch, step]:
            expected = 1.0
        else:
            following = values[run, stretch, step + 1]
            legal = empty_cells(batch.positions[run, stretch, step + 1][None])[0]
            taken = following[batch.actions[run, stretch, step + 1]]
            expected = (-1.0, 1.0)[run] * (following[legal].max() if target == "q-learning" else taken)
            assert not begins[run, stretch, step + 1]
        assert float(targets[run, stretch, step]) == pytest.approx(expected)
    assert batch.won.any()


def test_zero_sum_targets_learn_to_keep_wins_and_the_studys_do_not() -> None:
    settings = [
        replace(SMALL, updates=250, games=50, memory=200, rate=0.01, epsilon=0.3, discount=discount)
        for discount in (1.0, ZERO_SUM)
    ]
    found = BatchRuns(settings).run(points=5, measured=1)
    assert found.curves["value"][0, -1] > 0.97
    assert found.exact["error"][0, 0] > 1.5 > 1.0 > found.exact["error"][1, 0]
    assert found.exact["keeps"][1, 0] > 0.75 > found.exact["keeps"][0, 0]


def test_rates_and_exploration_fall() -> None:
    settings = replace(SMALL, rate=0.1, last_rate=0.001, epsilon=0.8, last_epsilon=0.2)
    runs = BatchRuns([settings])
    runs._updates = 10  # half of all
    assert runs._falling("epsilon", straight=True)[0] == pytest.approx(0.5)
    assert runs._falling("rate", straight=False)[0] == pytest.approx(0.01)


def test_pretraining_brings_the_values_nearer_to_the_scores() -> None:
    from beeline.learning.greedy import resistance_values
    from beeline.learning.neurodynamic.measurements import values_of
    from beeline.learning.neurodynamic.self_play import starting_positions
    from beeline.networks.neurodynamic.architecture import Architecture

    architecture = Architecture()
    weights = torch.from_numpy(architecture.random_weights(np.random.default_rng(1))[None])
    positions = starting_positions(3)[1000:1300]
    wanted = resistance_values("connections")(positions)
    counted = ~np.isnan(wanted)

    def error(at: torch.Tensor) -> float:
        return float(np.square(values_of(architecture, at, positions)[0] - wanted)[counted].mean())

    assert error(pretrained(architecture, weights, updates=150)) < error(weights) / 1.6


def test_runs_that_differ_in_kind_are_not_advanced_together() -> None:
    with pytest.raises(TrainingError, match="one objective, network"):
        BatchRuns([SMALL, replace(SMALL, objective="pbe")])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"discount": 0.9}, "discount must be 1"),
        ({"rate": 0.0}, "rate must be more than 0"),
        ({"epsilon": 1.5}, "epsilon must be from 0 to 1"),
        ({"side": 2}, "boards from 3 to 11"),
        ({"updates": 0}, "updates must be 1 or more"),
        ({"seed": -1}, "seed must not be negative"),
        ({"memory": 5}, "memory must be 20 or more"),
        ({"games": 15, "recurrent": True}, "games in tens"),
        ({"rms_decay": 1.0}, "rms_decay must be from 0"),
        ({"last_rate": -1.0}, "last_rate must be more than 0"),
        ({"last_epsilon": 2.0}, "last_epsilon must be from 0 to 1"),
    ],
)
def test_impossible_settings_are_named(change: dict[str, object], message: str) -> None:
    with pytest.raises(TrainingError, match=message):
        replace(SMALL, **change)  # type: ignore[arg-type]


def test_a_history_tells_which_runs_diverged() -> None:
    weights = np.array([[1.0, 2.0], [np.nan, 1.0]], dtype=np.float32)
    history = History({}, np.empty(0, dtype=np.int64), {}, weights)
    assert history.diverged.tolist() == [False, True]
