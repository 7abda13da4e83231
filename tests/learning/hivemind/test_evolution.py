"""Evolutions: repeatable, and taken up after a kill as if nothing had happened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beeline.files import FileError
from beeline.learning import training_run
from beeline.learning.hivemind.evolution import Evolution, Generation, policy_so_far
from beeline.learning.hivemind.system import EvolutionSettings
from beeline.learning.training_run import TrainingError
from beeline.networks.hivemind.patterns import count_classes, orbits
from beeline.networks.hivemind.policy import Policy
from beeline.workers import LocalWorkers

SMALL = EvolutionSettings(size=4, generations=4, simulations=30, games=1, gauge_every=2, gauge_games=4)


def outcome(folder: Path) -> tuple[list[float], list[tuple[object, ...]]]:
    """The policy, and the history without the times."""
    lines = [json.loads(line) for line in (folder / "history.jsonl").read_text().splitlines()]
    history = [tuple(value for key, value in line.items() if key != "seconds") for line in lines]
    return Policy.load(folder / "learned.policy").weights.tolist(), history


def evolve(settings: EvolutionSettings, folder: Path, *, workers: int = 1) -> None:
    with LocalWorkers(workers) as pool:
        Evolution(settings, folder, pool).run()


def test_equal_settings_give_equal_evolutions_whoever_plays(tmp_path: Path) -> None:
    evolve(SMALL, tmp_path / "one")
    evolve(SMALL, tmp_path / "two", workers=2)
    evolve(replace(SMALL, seed=2), tmp_path / "three")
    assert outcome(tmp_path / "one") == outcome(tmp_path / "two")
    assert outcome(tmp_path / "one") != outcome(tmp_path / "three")


def test_the_gauge_changes_nothing(tmp_path: Path) -> None:
    evolve(SMALL, tmp_path / "one")
    evolve(replace(SMALL, gauge_games=0), tmp_path / "two")
    assert outcome(tmp_path / "one")[0] == outcome(tmp_path / "two")[0]


def test_the_gauge_is_the_win_rate_of_what_is_learned(tmp_path: Path) -> None:
    # All weights are nearly equal: local replies, which are far better than the default policy.
    settings = EvolutionSettings(generations=1, simulations=300, games=1, optimiser="gradient", sigma=0.01)
    with LocalWorkers(1) as pool:
        told: list[Generation] = []
        Evolution(settings, tmp_path, pool).run(on_entry=told.append)
    rate = told[0].win_rate
    assert rate is not None
    assert rate > 0.7


@pytest.mark.parametrize(
    "change",
    [
        {"sigma": 1.0},
        {"simulations": 10},
        {"games": 2},
        {"optimiser": "swarm"},
        {"optimiser": "gradient"},
        {"optimiser": "gradient", "start": -30.0},
        {"tied": True},
        {"size": 5},
    ],
)
def test_every_setting_matters(change: dict[str, Any], tmp_path: Path) -> None:
    short = replace(SMALL, generations=2)
    before = dict(list(change.items())[:-1])  # the last of them is what must matter
    evolve(replace(short, **before), tmp_path / "one")
    evolve(replace(short, **change), tmp_path / "two")
    assert outcome(tmp_path / "one")[0] != outcome(tmp_path / "two")[0]


@pytest.mark.parametrize("optimiser", ["strategy", "swarm", "gradient"])
def test_resuming_after_an_interruption_equals_an_unbroken_run(optimiser: str, tmp_path: Path) -> None:
    settings = replace(SMALL, optimiser=optimiser, generations=3)  # type: ignore[arg-type]
    evolve(settings, tmp_path / "whole")

    def interrupt(generation: Generation) -> None:
        raise KeyboardInterrupt

    with LocalWorkers(1) as pool:
        for resume in (False, True):
            with pytest.raises(KeyboardInterrupt):
                Evolution(settings, tmp_path / "broken", pool, resume=resume).run(on_entry=interrupt)
        assert generations_of(tmp_path / "broken") == 2
        Evolution(settings, tmp_path / "broken", pool, resume=True).run()
    assert outcome(tmp_path / "broken") == outcome(tmp_path / "whole")


def test_resuming_after_a_kill_equals_an_unbroken_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "beeline", "evolve", "--size", "4", "--generations", "6"]
    command += ["--simulations", "30", "--games", "1", "--workers", "1", "--optimiser", "gradient"]
    subprocess.run([*command, "--out", str(tmp_path / "whole")], check=True, capture_output=True)
    broken, kills = tmp_path / "broken", 0
    for wait in (0.0, 0.05, 0.2):
        resume = ["--resume"] if (broken / "checkpoint").exists() else []
        run = subprocess.Popen(
            [*command, "--out", str(broken), *resume],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        done = generations_of(broken)
        while generations_of(broken) == done and run.poll() is None:
            time.sleep(0.005)
        time.sleep(wait)
        if run.poll() is None:
            os.kill(run.pid, signal.SIGKILL)
            kills += 1
        run.wait()
    as_begun = [sys.executable, "-m", "beeline", "evolve", "--out", str(broken), "--resume"]
    subprocess.run(as_begun, check=True, capture_output=True)
    assert kills > 0
    assert outcome(broken) == outcome(tmp_path / "whole")
    whole = events_of(tmp_path / "whole")
    assert {tag: set(points) for tag, points in events_of(broken).items()} == {
        tag: set(points) for tag, points in whole.items()
    }


@pytest.mark.parametrize("stopped", range(1, 7))
def test_a_kill_between_the_files_of_a_generation_loses_nothing(
    stopped: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files are written at first and after each of two generations; the kill comes before one of them."""
    short = replace(SMALL, generations=2)
    evolve(short, tmp_path / "whole")
    written = 0

    def counted(write: Callable[..., None]) -> Callable[..., None]:
        def counting(*args: Any, **keywords: Any) -> None:
            nonlocal written
            written += 1
            if written == stopped:
                raise KeyboardInterrupt
            write(*args, **keywords)

        return counting

    for name in ("write_arrays", "write_whole"):
        monkeypatch.setattr(training_run, name, counted(getattr(training_run, name)))
    broken = tmp_path / "broken"
    with LocalWorkers(1) as pool:
        with pytest.raises(KeyboardInterrupt):
            Evolution(short, broken, pool).run()
        Evolution(short, broken, pool, resume=True).run()
    assert outcome(broken) == outcome(tmp_path / "whole")


def generations_of(folder: Path) -> int:
    history = folder / "history.jsonl"
    return len(history.read_text().splitlines()) if history.exists() else 0


def test_an_evolution_is_not_begun_over_another(tmp_path: Path) -> None:
    evolve(SMALL, tmp_path)
    with pytest.raises(TrainingError, match="holds an evolution; resume it with --resume"):
        Evolution(SMALL, tmp_path)
    with pytest.raises(TrainingError, match=r"was begun with seed 1 \(now 2\)"):
        Evolution(replace(SMALL, seed=2), tmp_path, resume=True)
    assert Evolution(SMALL, tmp_path, resume=True).finished


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    evolve(replace(SMALL, generations=1), tmp_path)
    checkpoint = tmp_path / "checkpoint"
    checkpoint.write_bytes(checkpoint.read_bytes()[:-1])
    with pytest.raises(FileError, match="damaged"):
        Evolution(replace(SMALL, generations=1), tmp_path, resume=True)


def test_the_learned_policy_is_the_best_of_the_last_generation(tmp_path: Path) -> None:
    told: list[Generation] = []
    games = 0

    def count(result: object) -> None:
        nonlocal games
        games += 1

    with LocalWorkers(1) as pool:
        evolution = Evolution(SMALL, tmp_path, pool)
        evolution.run(on_progress=count, on_entry=told.append)
    policy = Policy.load(tmp_path / "learned.policy")
    assert games == 4 * 40
    assert [entry.generation for entry in told] == [1, 2, 3, 4]
    assert [entry.win_rate is None for entry in told] == [True, False, True, False]
    assert [dict(entry) for entry in policy.history] == [{"best": e.best, "mean": e.mean} for e in told]
    # The best of a generation leads the parents of the next.
    assert policy.weights.tolist() == evolution._optimiser.arrays()["parents"][0].tolist()
    assert policy.made["simulations"] == 30


def test_tied_weights_respect_the_symmetries(tmp_path: Path) -> None:
    evolve(replace(SMALL, generations=1, tied=True), tmp_path)
    weights = Policy.load(tmp_path / "learned.policy").weights
    classes = orbits("hex")
    for number in (0, 5, int(classes.max())):
        assert len(np.unique(weights[classes == number])) == 1
    assert len(np.unique(weights)) > 1000


def test_weights_by_counts_are_those_of_the_counts(tmp_path: Path) -> None:
    evolve(replace(SMALL, game="go", generations=1, counted=True, gauge_games=0), tmp_path)
    weights = Policy.load(tmp_path / "learned.policy").weights
    first = np.unique(count_classes(), return_index=True)[1]
    assert np.array_equal(weights, weights[first][count_classes()])
    assert len(np.unique(weights)) > 1000


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"counted": True}, "counted is for patterns of Go"),
        ({"generations": 0}, "generations must be 1 or more, not 0"),
        ({"sigma": 0.0}, "sigma must be more than 0"),
        ({"size": 2}, "from 3 to 19, not 2"),
        ({"start": float("nan")}, "start must be from -100 to 100, not nan"),
        ({"start": float("-inf")}, "start must be from -100 to 100, not -inf"),
        ({"start": 1e39}, r"start must be from -100 to 100, not 1e\+39"),
        ({"seed": -1}, "seed must not be negative"),
        ({"simulations": 2**30}, "simulations must be at most 1,073,741,823, not 1073741824"),
    ],
)
def test_settings_that_make_no_sense_are_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(TrainingError, match=reason):
        replace(SMALL, **change)


def events_of(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """Steps and numbers by their name, as TensorBoard reads them."""
    from tensorboardX.proto.event_pb2 import Event

    tags: dict[str, list[tuple[int, float]]] = {}
    for file in sorted(folder.glob("events.out.tfevents.*")):
        data = file.read_bytes()
        while data:  # a record: its length, a checksum, the event, a checksum
            length = int.from_bytes(data[:8], "little")
            event = Event.FromString(data[12 : 12 + length])
            for value in event.summary.value:
                if value.tag == "seconds":  # no two runs take the same
                    continue
                tags.setdefault(value.tag, []).append((event.step, value.simple_value))
            data = data[16 + length :]
    return tags


def test_events_can_be_read_by_tensorboard(tmp_path: Path) -> None:
    evolve(SMALL, tmp_path)
    tags = events_of(tmp_path)
    assert [step for step, _ in tags["best"]] == [1, 2, 3, 4]
    assert [step for step, _ in tags["win_rate"]] == [2, 4]
    assert tags["spread"][0][1] == pytest.approx(10, abs=0.2)


def test_what_a_folder_has_learned_so_far(tmp_path: Path) -> None:
    evolve(SMALL, tmp_path / "run")
    learned = Policy.load(tmp_path / "run" / "learned.policy")
    assert np.array_equal(policy_so_far(tmp_path / "run").weights, learned.weights)
    with pytest.raises(TrainingError, match="holds no evolution"):
        policy_so_far(tmp_path)
