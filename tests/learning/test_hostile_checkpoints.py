"""Checkpoints with right checksums that say anything: each is taken up, or refused by a named error."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from beeline.errors import BeelineError
from beeline.files import read_arrays, write_arrays
from beeline.learning.hivemind.evolution import Evolution, EvolutionSettings, policy_so_far
from beeline.learning.neurohex.system import PRESETS
from beeline.learning.neurohex.training import Training
from beeline.locks import InUse
from beeline.networks.positions import from_moves
from beeline.workers import LocalWorkers

EVOLUTION = EvolutionSettings(size=4, generations=2, simulations=20, games=1, gauge_every=2, gauge_games=2)
TRAINING = replace(PRESETS["tiny"], seed=3)
DATABASE = from_moves([("a1", "b2", "c3", "d1", "b3"), ("d4", "a2", "b2", "c1")], 4)
STRANGE: list[Any] = [None, True, -1, 10**400, float("nan"), float("inf"), "", "x", [], {}, [[]], {"a": []}]


@pytest.fixture(scope="module")
def evolved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evolution")
    with LocalWorkers(1) as workers:
        Evolution(EVOLUTION, folder, workers).run()
    return folder


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("training")
    Training(TRAINING, DATABASE, folder).run()
    return folder


def strange(value: Any, chance: random.Random) -> Any:
    """The same with one thing in it exchanged, taken away or doubled."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        if chance.random() < 0.2:
            return {name: each for name, each in value.items() if name != key}
        return {**value, key: strange(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], strange(value[at], chance), *value[at + chance.randrange(2) :]]
    return chance.choice(STRANGE)


def strange_arrays(arrays: dict[str, NDArray[Any]], chance: random.Random) -> dict[str, NDArray[Any]]:
    if not arrays or chance.random() < 0.6:
        return arrays
    name = chance.choice(list(arrays))
    others: list[NDArray[Any]] = [
        np.zeros(0, np.float32),
        np.zeros((2, 2), np.int64),
        arrays[name].astype(np.float64),
        arrays[name][:0] if arrays[name].ndim else arrays[name],
    ]
    return {**arrays, name: chance.choice(others)}


def attack(folder: Path, place: Path, kind: str, resume: Callable[[Path], object], count: int) -> int:
    """How many of so many hostile checkpoints were refused."""
    about, arrays = read_arrays(folder / "checkpoint", kind=kind, version=1)
    refused = 0
    for number in range(count):
        chance = random.Random(number)
        run = place / str(number)
        run.mkdir()
        write_arrays(
            run / "checkpoint",
            kind=kind,
            version=1,
            about=strange(about, chance),
            arrays=strange_arrays(arrays, chance),
        )
        try:
            resume(run)
        except BeelineError:
            refused += 1
    return refused


def test_an_evolution_is_taken_up_or_refused(tmp_path: Path, evolved: Path) -> None:
    def resume(folder: Path) -> None:
        policy_so_far(folder)

    assert attack(evolved, tmp_path, "evolution", resume, 150) > 50


def test_a_training_is_taken_up_or_refused(tmp_path: Path, trained: Path) -> None:
    def resume(folder: Path) -> None:
        Training(TRAINING, DATABASE, folder, resume=True)

    assert attack(trained, tmp_path, Training.kind, resume, 150) > 50


def test_a_second_process_on_a_run_is_told_who_holds_it(tmp_path: Path) -> None:
    settings = replace(EVOLUTION, generations=1, gauge_games=0)
    told = []

    def meanwhile(_: object) -> None:
        with pytest.raises(InUse, match="is being written by process") as raised:
            other.run()
        told.append(str(raised.value))

    with LocalWorkers(1) as workers:
        one, other = (Evolution(settings, tmp_path, workers, resume=resume) for resume in (False, True))
        one.run(on_entry=meanwhile)
    assert told
    assert not (tmp_path / ".lock").exists()


def test_a_run_that_has_nothing_to_do_leaves_no_event_file(evolved: Path) -> None:
    before = sorted(evolved.iterdir())
    with LocalWorkers(1) as workers:
        Evolution(EVOLUTION, evolved, workers, resume=True).run()
    assert sorted(evolved.iterdir()) == before
