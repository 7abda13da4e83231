"""The loss, the optimiser and the window of the learner of EZO-CNN."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import log

import numpy as np
import pytest
import torch

from beeline.learning.ezo.learner import Learner, loss
from beeline.learning.ezo.self_play import play_games, transitions
from beeline.learning.ezo.system import PRESETS
from beeline.learning.gradient_descent import TorchDescent
from beeline.learning.yardstick import yardstick
from tests.learning.ezo.played import game, task_of

TINY = PRESETS["tiny"]
SOLVED = PRESETS["tiny-solved"]


def test_the_loss_of_hand_made_transitions() -> None:
    logits = torch.tensor([0.0, 2.0, -1.0, 3.0])
    chances = torch.sigmoid(logits)
    wanted = torch.tensor([0.0, 0.25, 1.0, 0.5])
    certain = torch.tensor([True, False, True, False])
    expected = [
        -log(1 - 0.5),  # a lost position: -log(1 - v)
        (float(chances[1]) - 0.25) ** 2,
        -log(float(chances[2])),  # a won one: -log v
        (float(chances[3]) - 0.5) ** 2,
    ]
    assert float(loss(logits, wanted, certain)) == pytest.approx(np.mean(expected))


def test_targets_are_the_same_players_value_one_ply_later() -> None:
    """With one batch and next to no step, the loss is what the formulas say."""
    learner = Learner(replace(TINY, side=3, batch=64, learning_rate=1e-12))
    data = transitions([game("a1 b1 a2 c1 a3", start=1)], side=3).with_half_turns()
    v = learner.chances(data.positions).astype(np.float64)
    expected = [(v[i] - (1 - v[i + 1])) ** 2 for i in (0, 1, 2, 3, 5, 6, 7, 8)]
    expected += [-log(1 - v[4]), -log(1 - v[9])]
    assert learner.learn(data) == pytest.approx(np.mean(expected), rel=1e-5)
    entropy = Learner(replace(TINY, side=3, batch=64, learning_rate=1e-12, cross_entropy=True))
    crossed = [-(1 - v[i + 1]) * log(v[i]) - v[i + 1] * log(1 - v[i]) for i in (0, 1, 2, 3, 5, 6, 7, 8)]
    assert entropy.learn(data) == pytest.approx(np.mean(crossed + expected[-2:]), rel=1e-5)
    traced = Learner(replace(TINY, side=3, batch=64, learning_rate=1e-12, trace=1.0))
    outcomes = [(v[i] - i % 5 % 2) ** 2 for i in (0, 1, 2, 3, 5, 6, 7, 8)]
    assert traced.learn(data) == pytest.approx(np.mean(outcomes + expected[-2:]), rel=1e-5)


def test_adam_is_that_of_pytorch() -> None:
    ours, theirs = torch.nn.Parameter(torch.ones(3)), torch.nn.Parameter(torch.ones(3))
    mine = TorchDescent({"x": ours}, partial(torch.optim.Adam, lr=0.01))
    other = torch.optim.Adam([theirs], lr=0.01)
    scales = torch.tensor([1.0, -3.0, 0.001])
    for step in range(20):
        mine.descend((ours * scales * (step + 1)).sum() + (ours**2).sum())
        other.zero_grad()
        ((theirs * scales * (step + 1)).sum() + (theirs**2).sum()).backward()
        other.step()
    assert ours.detach().numpy() == pytest.approx(theirs.detach().numpy(), rel=1e-5)


def descended(parameter: torch.nn.Parameter, descent: TorchDescent, steps: int) -> list[float]:
    return [descent.descend(((parameter - 3) ** 2).sum()) for _ in range(steps)]


def test_the_state_of_an_optimiser_goes_into_files_and_back() -> None:
    make = partial(torch.optim.Adam, lr=0.1)
    whole, part, again = (torch.nn.Parameter(torch.ones(3)) for _ in range(3))
    expected = descended(whole, TorchDescent({"a.x": whole}, make), 20)
    first = TorchDescent({"a.x": part}, make)
    descended(part, first, 12)
    with torch.no_grad():
        again.copy_(part)
    second = TorchDescent({"a.x": again}, make)
    second.restore(first.arrays())
    assert descended(again, second, 8) == expected[12:]


def test_checkpoints_of_an_earlier_adam_are_taken_up() -> None:
    parameter = torch.nn.Parameter(torch.ones(3))
    descent = TorchDescent({"x": parameter}, partial(torch.optim.Adam, lr=0.1))
    descended(parameter, descent, 5)
    now = descent.arrays()
    older = {"steps": np.array([5]), "mean.x": now["exp_avg.x"], "square.x": now["exp_avg_sq.x"]}
    descent.restore(older)
    assert {name: array.tolist() for name, array in descent.arrays().items()} == {
        name: array.tolist() for name, array in now.items()
    }


def test_the_window_holds_the_last_epochs(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = Learner(replace(TINY, side=3, window=2))
    won = transitions([game("a1 b1 a2 c1 a3", start=1)], side=3)
    sizes: list[int] = []
    monkeypatch.setattr(learner, "_update", lambda epoch, chosen, wanted: sizes.append(len(chosen)) or 0.0)
    for _ in range(3):
        learner.learn(won)
    assert sizes == [5, 10, 10]


def test_a_network_learns_who_won() -> None:
    """From games on 3×3 played by chance, and with results of the solver: the values tell the winner."""
    settings = replace(SOLVED, side=3, channels=24, hidden=24, games=200, latest_start=3, window=1)
    learner = Learner(replace(settings, learning_rate=0.003))
    known = yardstick(3)
    before = known.accuracy(learner.chances)
    for epoch in range(6):
        task = task_of(settings, learner, seed=epoch, solver_nodes=100)
        data = transitions(play_games(task).games, side=3, whole=True).with_half_turns()
        learner.learn(data)
    after = known.accuracy(learner.chances)
    assert after > max(before, 0.72)
