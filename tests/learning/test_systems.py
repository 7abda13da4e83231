"""What every system that learns keeps to: one suite for all of them."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from html import unescape
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
import safetensors.numpy
import torch

from beeline import make_player
from beeline.errors import BeelineError
from beeline.fields import field_docs
from beeline.files import FileError, read_arrays
from beeline.interfaces.cli.train import run_training
from beeline.learning import system_names
from beeline.learning.metrics import COUNTERS, Entry, in_present_words, numbers_of
from beeline.learning.systems import Plan, load_system, plan_run
from beeline.learning.training_run import RunOptions, TrainingError, TrainingRun
from beeline.locks import InUse, held
from beeline.workers import LocalWorkers

Run: TypeAlias = TrainingRun[Any, Any]
SYSTEMS = system_names()
ITERATIVE = [name for name in SYSTEMS if name != "oldezo"]  # which fits once
TIMES = ("seconds", "self_play_seconds", "cpu_playing", "cpu_networks", "cpu_solver", "cpu_learning")


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalWorkers]:
    with LocalWorkers(1) as pool:
        yield pool


def opened(plan: Plan, folder: Path, workers: LocalWorkers, *, resume: bool = False) -> Run:
    run = RunOptions(folder=folder, workers=workers, resume=resume)
    return load_system(plan.system).open_training(plan.settings, run)


def trained(
    plan: Plan, folder: Path, workers: LocalWorkers, *, resume: bool = False
) -> TrainingRun[Any, Any]:
    training = opened(plan, folder, workers, resume=resume)
    training.run()
    return training


def tiny(name: str, folder: Path = Path("nowhere")) -> Plan:
    return plan_run(name, folder, preset="tiny")


def timeless(training: Run) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in asdict(entry).items() if name not in TIMES}
        for entry in training.history
    ]


def content(path: Path) -> object:
    """What was learned, without the order of a header, which is left to chance."""
    data = path.read_bytes()
    if path.suffix == ".onnx":
        return data
    return {name: array.tolist() for name, array in safetensors.numpy.load(data).items()}


class Killed(Exception):
    pass


def broken_off(plan: Plan, folder: Path, workers: LocalWorkers, *, after: int) -> None:
    """Runs until so many entries were written, then dies before the next is."""
    training = opened(plan, folder, workers, resume=True)

    def die(_: object) -> None:
        if len(training.history) == after:
            raise Killed

    with pytest.raises(Killed):
        training.run(on_entry=die, on_progress=die)


def test_the_systems_of_the_papers_are_found() -> None:
    assert {"ezo", "hivemind", "neurodynamic", "neurohex", "oldezo"} <= set(SYSTEMS)
    with pytest.raises(TrainingError, match="no system 'neurhex' that learns; did you mean 'neurohex'"):
        load_system("neurhex")


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_setting_says_what_it_does_or_is_plain(name: str) -> None:
    """A name such as ``side`` or ``batch`` needs no sentence; most need one."""
    settings = load_system(name).Settings
    texts = field_docs(settings)
    bare = {field.name for field in fields(settings)} - texts.keys()
    assert bare <= {"side", "channels", "hidden", "batch", "learning_rate", "seed", "objective", "target"} | {
        "recurrent",
        "discount",
        "epsilon",
        "updates",
    }


@pytest.mark.parametrize("name", ITERATIVE)
def test_a_broken_run_goes_on_to_what_an_unbroken_one_learns(
    name: str, tmp_path: Path, workers: LocalWorkers
) -> None:
    plan = tiny(name)
    whole = trained(plan, tmp_path / "whole", workers)
    for after in (1, 2):
        broken_off(plan, tmp_path / "broken", workers, after=after)
    again = trained(plan, tmp_path / "broken", workers, resume=True)
    assert timeless(again) == timeless(whole)
    assert content(again.learned) == content(whole.learned)
    kept = [
        read_arrays(tmp_path / folder / "checkpoint", kind=load_system(name).CHECKPOINT, version=1)[1]
        for folder in ("whole", "broken")
    ]
    assert kept[0].keys() == kept[1].keys()
    for array_name, array in kept[0].items():
        assert np.array_equal(array, kept[1][array_name], equal_nan=array.dtype.kind == "f"), array_name


@pytest.mark.parametrize("name", ITERATIVE)
def test_a_full_disk_keeps_the_last_checkpoint(
    name: str, tmp_path: Path, workers: LocalWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tiny(name)
    broken_off(plan, tmp_path, workers, after=1)
    before = (tmp_path / "checkpoint").read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    training = opened(plan, tmp_path, workers, resume=True)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(FileError, match="No space left"):
            training.run()
    assert (tmp_path / "checkpoint").read_bytes() == before
    assert trained(plan, tmp_path, workers, resume=True).finished


def commanded(plan: Plan, folder: Path, *, resume: bool = False) -> None:
    """As ``beeline train`` and the studio do it."""
    run_training(
        plan,
        out=folder,
        resume=resume,
        threads=1,
        workers=1,
        ray=None,
        json=True,
        command=f"train {plan.system}",
    )


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_run_is_not_begun_over_another_and_is_taken_up_as_it_was_begun(
    name: str, tmp_path: Path, workers: LocalWorkers
) -> None:
    plan = plan_run(name, tmp_path, preset="tiny", changes={"seed": "7"})
    assert plan.label == "tiny, seed=7"
    commanded(plan, tmp_path)
    noted = (tmp_path / "settings.json").read_bytes()
    with pytest.raises(TrainingError, match="--resume"):
        commanded(plan, tmp_path)
    with pytest.raises(BeelineError, match=r"--resume|another run"):
        commanded(tiny(name), tmp_path)
    other = plan_run(name, tmp_path, resume=True, changes={"seed": 8})
    with pytest.raises(BeelineError, match=r"seed|other"):
        commanded(other, tmp_path, resume=True)
    with held(tmp_path / ".lock", what="the run"), pytest.raises(InUse, match="is being written by process"):
        commanded(other, tmp_path, resume=True)
    assert (tmp_path / "settings.json").read_bytes() == noted
    again = plan_run(name, tmp_path, resume=True)
    assert (again.settings, again.label) == (plan.settings, plan.label)
    assert opened(again, tmp_path, workers, resume=True).finished
    commanded(again, tmp_path, resume=True)


def test_a_run_that_is_made_longer_notes_so(tmp_path: Path) -> None:
    commanded(tiny("ezo"), tmp_path)
    commanded(plan_run("ezo", tmp_path, resume=True, changes={"epochs": 5}), tmp_path, resume=True)
    assert plan_run("ezo", tmp_path, resume=True).settings.epochs == 5


def test_a_beginning_that_is_refused_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    plan = plan_run("oldezo", tmp_path, preset="tiny", changes={"teacher": "wolve:depht=1"})
    with pytest.raises(BeelineError, match="depht"):
        commanded(plan, tmp_path)
    assert not (tmp_path / "settings.json").exists()
    tiny("oldezo").note(tmp_path)
    noted = (tmp_path / "settings.json").read_bytes()
    with pytest.raises(BeelineError, match=r"depht|games of a teacher"):
        commanded(plan, tmp_path)
    assert (tmp_path / "settings.json").read_bytes() == noted


@pytest.mark.parametrize("name", ITERATIVE)
def test_a_folder_of_an_older_version_is_taken_up_by_its_checkpoint(
    name: str, tmp_path: Path, workers: LocalWorkers
) -> None:
    plan = plan_run(name, tmp_path, preset="tiny", changes={"seed": 7})
    broken_off(plan, tmp_path, workers, after=1)
    assert not (tmp_path / "settings.json").exists()
    assert plan_run(name, tmp_path, resume=True).settings == plan.settings


@pytest.mark.parametrize("name", SYSTEMS)
def test_impossible_settings_are_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="seed must not be negative"):
        plan_run(name, tmp_path, preset="tiny", changes={"seed": "-1"})
    with pytest.raises(TrainingError, match="has no setting 'sed'; did you mean 'seed'"):
        plan_run(name, tmp_path, preset="tiny", changes={"sed": "1"})
    with pytest.raises(TrainingError, match="setting 'seed' needs a whole number, not 'many'"):
        plan_run(name, tmp_path, preset="tiny", changes={"seed": "many"})
    with pytest.raises(TrainingError, match="no preset 'tny'; did you mean 'tiny'"):
        plan_run(name, tmp_path, preset="tny")
    with pytest.raises(TrainingError, match=r"there is no folder .*nowhere to resume"):
        plan_run(name, tmp_path / "nowhere", resume=True)
    with pytest.raises(TrainingError, match=f"holds no run of {name} to resume"):
        plan_run(name, tmp_path, resume=True)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_entry_has_the_words_that_all_share(name: str, tmp_path: Path, workers: LocalWorkers) -> None:
    training = trained(tiny(name), tmp_path, workers)
    lines = [json.loads(line) for line in (tmp_path / "history.jsonl").read_text().splitlines()]
    assert lines == [asdict(entry) for entry in training.history]
    common = {field.name for field in fields(Entry)}
    for line in lines:
        assert common <= line.keys()
        assert sum(counter in line for counter in COUNTERS) == 1
    assert training.counter in COUNTERS
    games = [line["games"] for line in lines]
    assert games == sorted(games)
    assert games[-1] > 0
    assert any((tmp_path).glob("events.out.tfevents.*"))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_run_shows_itself_and_can_be_played_with(name: str, tmp_path: Path, workers: LocalWorkers) -> None:
    training = opened(tiny(name), tmp_path, workers)
    assert "Nothing has been learned yet" in training.report(title="None yet")
    told: list[Any] = []
    training.run(on_progress=lambda progress: told.append(training.bars(progress)))
    for bars in [*told, training.bars(None)]:
        assert all(0 <= bar.done <= bar.total + 4 for bar in bars)  # games of NeuroHex end together
    assert training.bars(None)[-1].done >= training.bars(None)[-1].total or name in ("ezo", "zero")
    assert "\n" not in training.line(training.history[-1])
    training.leave(title="A & B")
    page = (tmp_path / "report.html").read_text()
    assert "A &amp; B" in page
    assert training.summary() in unescape(page)
    kind = training.play_command().split("--player '")[1].split(":")[0]
    assert kind == name
    make_player(f"{kind}:weights={training.learned}").close()


def test_no_program_is_started_because_a_folder_says_so(tmp_path: Path) -> None:
    mean = 'gtp:command="touch /tmp/started"'
    for name, setting in (("neurohex", "database_player"), ("oldezo", "teacher")):
        folder = tmp_path / name
        plan = tiny(name)
        replace(plan, settings=replace(plan.settings, **{setting: mean})).note(folder)
        with pytest.raises(TrainingError, match=f"say so again by --set {setting}="):
            plan_run(name, folder, resume=True)
        assert getattr(plan_run(name, folder, changes={setting: mean}, resume=True).settings, setting) == mean


def test_a_run_of_another_system_or_a_damaged_note_is_refused(tmp_path: Path) -> None:
    tiny("ezo").note(tmp_path)
    with pytest.raises(TrainingError, match="holds a run of ezo, not of hivemind"):
        plan_run("hivemind", tmp_path, resume=True)
    for damage in ("{", "[]", '{"system": "ezo"}', '{"system": "ezo", "label": "x", "settings": {"no": 1}}'):
        (tmp_path / "settings.json").write_text(damage)
        with pytest.raises(FileError, match="damaged"):
            plan_run("ezo", tmp_path, resume=True)


def test_settings_may_be_none_where_none_is_one_of_their_values(tmp_path: Path) -> None:
    changes = {"last_rate": "none", "recurrent": "yes", "objective": "pbe", "updates": "1e2"}
    settings = plan_run("neurodynamic", tmp_path, preset="q-learning-3", changes=changes).settings
    assert (settings.last_rate, settings.recurrent, settings.objective, settings.updates) == (
        None,
        True,
        "pbe",
        100,
    )
    with pytest.raises(TrainingError, match="setting 'objective' cannot be 'pbx'; did you mean 'pbe'"):
        plan_run("neurodynamic", tmp_path, changes={"objective": "pbx"})


def test_numbers_inside_others_are_named_by_both() -> None:
    entry = {"loss": 0.5, "phase": "x", "won": True, "rate": None, "yardstick": {"7": {"accuracy": 0.9}}}
    assert numbers_of(entry) == {"loss": 0.5, "yardstick/7/accuracy": 0.9}


def test_entries_of_older_versions_are_read_in_present_words() -> None:
    assert in_present_words({"yardstick": {"7": {"keeps": 1, "sign": 2, "error": 3, "accuracy": 4}}}) == {
        "yardstick": {"7": {"wins_kept": 1, "signs_right": 2, "squared_error": 3, "accuracy": 4}}
    }
    assert in_present_words({"yardstick": 3}) == {"yardstick": 3}
    assert in_present_words({"cost": 1, "gauge": 0.5, "episodes": 3, "phase": "x"}) == {
        "loss": 1,
        "win_rate": 0.5,
        "games": 3,
        "phase": "x",
    }
