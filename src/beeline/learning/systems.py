"""The systems that learn, found by existing: a package ``beeline.learning.NAME`` with a module ``system``.

Besides what a training writes, its folder holds ``settings.json`` from the start: the system, the preset and
the settings that it was begun with, by which it is taken up.
"""

from __future__ import annotations

import dataclasses
import json
import typing
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

from beeline.disk import make_folder
from beeline.errors import BeelineError
from beeline.fields import read_value, suggestion
from beeline.learning import system_names
from beeline.learning.training_run import RunOptions, TrainingError, TrainingRun, choose_preset, locked

_PACKAGE: Final = "beeline.learning"
_SETTINGS_FILE: Final = "settings.json"
_STARTS_PROGRAMS: Final = "gtp"  # the kind of player that does


class System(Protocol):
    """The interface of a module ``system``. It imports PyTorch no sooner than a training is opened."""

    Settings: type[Any]
    """A frozen dataclass, with a text below each field; its metadata says ``player`` of player strings."""
    PRESETS: Mapping[str, Any]
    DEFAULT_PRESET: str
    CHECKPOINT: str
    """Kind of its checkpoints."""

    def open_training(self, settings: Any, run: RunOptions) -> TrainingRun[Any, Any]:
        """A run, begun or taken up."""


def load_system(name: str) -> System:
    if name not in (names := system_names()):
        raise TrainingError(f"there is no system {name!r} that learns{suggestion(name, names)}")
    return typing.cast(System, import_module(f"{_PACKAGE}.{name}.system"))


def games_before(system: System, settings: Any) -> int:
    """Games that are played before training begins: none, unless the system has a function of this name."""
    counted: Callable[[Any], int] = getattr(system, "games_before", lambda settings: 0)
    return counted(settings)


@dataclass(frozen=True)
class Plan:
    """Plan of a training: its system, settings and folder."""

    system: str
    settings: Any
    label: str
    """Label of the settings: the preset, and what was changed."""

    def note(self, folder: Path) -> None:
        """Writes the settings into the folder, for whoever resumes the run."""
        from beeline.files import write_whole

        about = {
            "system": self.system,
            "label": self.label,
            "settings": dataclasses.asdict(self.settings),
        }
        _make_folder(folder)
        write_whole(folder / _SETTINGS_FILE, json.dumps(about, indent=1).encode() + b"\n")


def open_run(plan: Plan, run: RunOptions) -> TrainingRun[Any, Any]:
    """Opens the training of a plan in its folder, which notes the settings; a refusal leaves the old note.

    Raises ``InUse`` if another process trains there.
    """
    _make_folder(run.folder)
    with locked(run.folder):
        if (run.folder / "checkpoint").exists():
            training = load_system(plan.system).open_training(plan.settings, run)
            plan.note(run.folder)
            return training
        # Noted first, since games may be played before there is a checkpoint, and a kill may end them.
        with _note_kept_if_refused(run.folder / _SETTINGS_FILE):
            plan.note(run.folder)
            return load_system(plan.system).open_training(plan.settings, run)


@contextmanager
def _note_kept_if_refused(path: Path) -> Iterator[None]:
    from beeline.files import read_whole, write_whole

    before = read_whole(path) if path.exists() else None
    try:
        yield
    except BeelineError:
        if before is None:
            path.unlink(missing_ok=True)
        else:
            write_whole(path, before)
        raise


def _make_folder(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise TrainingError(f"{folder} cannot be made a folder: {error.strerror}") from None


def plan_run(
    name: str,
    folder: Path,
    *,
    preset: str | None = None,
    changes: Mapping[str, Any] | None = None,
    resume: bool = False,
) -> Plan:
    """The settings of a run: those of the preset, or to ``resume`` those of the folder, with some changed.

    ``changes`` are values or, where they are texts, what stands for one.
    """
    system = load_system(name)
    if resume and not folder.is_dir():
        raise TrainingError(f"there is no folder {folder} to resume; start without --resume")
    if resume and preset is None:
        plan = _plan_in(system, name, folder)
    else:
        preset = preset or system.DEFAULT_PRESET
        plan = Plan(name, choose_preset(system.PRESETS, preset), preset)
    given = _read_changes(name, plan.settings, changes or {})
    if resume:
        _check_players(plan.settings, given, folder)
    label = ", ".join(
        [plan.label, *(f"{key}={value}" for key, value in (given if not resume else {}).items())]
    )
    return Plan(name, dataclasses.replace(plan.settings, **given), label)


def system_in(folder: Path) -> str:
    """The name of the system that the run in a folder trains; raises TrainingError where there is none."""
    from beeline.files import read_whole

    path = folder / _SETTINGS_FILE
    if not path.exists():
        raise TrainingError(f"{folder} holds no training: there is no {path}")
    try:
        name = json.loads(read_whole(path))["system"]
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise TrainingError(f"{str(path)!r} is damaged: {error!r}") from None
    if name not in system_names():
        raise TrainingError(f"{str(path)!r} names no system that learns, but {name!r}")
    return str(name)


def _plan_in(system: System, name: str, folder: Path) -> Plan:
    """Settings of the run in a folder: as noted there or, by an older version, in its checkpoint."""
    from beeline.files import FileError, read_arrays, read_whole

    path = folder / _SETTINGS_FILE
    try:
        if path.exists():
            about = json.loads(read_whole(path))
            theirs, label, settings = about["system"], str(about["label"]), about["settings"]
        elif (path := folder / "checkpoint").exists():
            about, _ = read_arrays(path, kind=system.CHECKPOINT, version=1)
            theirs, label, settings = name, "as begun", about["settings"]
        else:
            raise TrainingError(f"{folder} holds no run of {name} to resume; start without --resume")
        if theirs != name:
            raise TrainingError(f"{folder} holds a run of {theirs}, not of {name}")
        return Plan(name, system.Settings(**settings), label)
    except (AttributeError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise FileError(f"{str(path)!r} is damaged: {error!r}") from None


def _read_changes(name: str, settings: Any, changes: Mapping[str, Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(type(settings))
    names = [field.name for field in dataclasses.fields(settings)]
    given = {}
    for key, value in changes.items():
        if key not in names:
            raise TrainingError(f"{name} has no setting {key!r}{suggestion(key, names)}")
        given[key] = _read(hints[key], key, value) if isinstance(value, str) else value
    return given


def _read(hint: Any, key: str, text: str) -> Any:
    if text.lower() == "none" and type(None) in typing.get_args(hint):
        return None
    try:
        return read_value(hint, text)
    except ValueError as error:
        raise TrainingError(f"setting {key!r} {error}") from None


def _check_players(settings: Any, given: Mapping[str, Any], folder: Path) -> None:
    """No program is started because a file says so: whoever wants it says so again."""
    for field in dataclasses.fields(settings):
        if not field.metadata.get("player") or field.name in given:
            continue
        if str(getattr(settings, field.name)).partition(":")[0].strip() == _STARTS_PROGRAMS:
            raise TrainingError(
                f"the run in {folder} plays with an outside program: if that is to be started, say so again "
                f"by --set {field.name}=..."
            )
