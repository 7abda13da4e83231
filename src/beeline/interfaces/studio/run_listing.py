"""Listing of the run folders: game stores, and folders of something that learns.

A training is one from its first moment, when its folder holds its settings and the games it begins with;
those games are part of it and no tournament.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from beeline.arena.store import GameStore, is_being_written
from beeline.disk import is_own_file, read_regular
from beeline.errors import BeelineError
from beeline.interfaces.studio.curves import HISTORY
from beeline.learning import system_names
from beeline.limits import RUN_DEPTH, RUN_FOLDERS, SETTINGS_BYTES

POLICY: Final = "learned.policy"
_STORES: Final = (".db", ".games")
_SETTINGS: Final = "settings.json"
_ENDS: Final = (POLICY, "report.html")
_RUNNING_SECONDS: Final = 600.0

RunKind = Literal["tournament", "learning"]


@dataclass(frozen=True, slots=True)
class Run:
    """A game store, or the folder of something that learns."""

    id: str
    name: str
    kind: RunKind
    path: Path
    changed: float
    """Seconds since 1970."""
    open: bool
    """Whether it was left as by someone who goes on with it."""

    @property
    def running(self) -> bool:
        """Whether it is open, and was written to lately: a killed run is open for ever."""
        return self.open and time.time() - self.changed < _RUNNING_SECONDS

    def as_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "kind": self.kind,
            "changed": self.changed,
            "running": self.running,
        }


def runs_below(root: Path) -> Iterator[Run]:
    """Game stores and trainings, without following links out of the folder."""
    todo = [(root, 0)]
    for seen, (folder, depth) in enumerate(todo):
        if seen >= RUN_FOLDERS:
            return
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            continue
        entries = [entry for entry in entries if not entry.name.startswith(".") and not entry.is_symlink()]
        is_training = _is_training(folder)
        if is_training:
            yield _training(root, folder)
        for entry in entries:
            if entry.is_dir():
                if depth < RUN_DEPTH and entry.name not in ("node_modules", "build"):
                    todo.append((entry, depth + 1))
            elif entry.suffix in _STORES and _is_tournament(entry, in_training=is_training):
                yield _run(root, entry, "tournament", _changed_store(entry), is_being_written(entry))


def games_in(folder: Path) -> int:
    """Games of its own that a training has played or been given so far."""
    with suppress(BeelineError, OSError):
        return sum(
            _count(path) for path in folder.iterdir() if path.suffix in _STORES and _is_own_store(path)
        )
    return 0


def _is_training(folder: Path) -> bool:
    """Whether something learns here, if only from now on."""
    if is_own_file(folder / HISTORY):
        return True
    if not is_own_file(folder / _SETTINGS):
        return False
    with suppress(OSError, ValueError, RecursionError):
        about = json.loads(read_regular(folder / _SETTINGS, most=SETTINGS_BYTES))
        return isinstance(about, dict) and about.get("system") in system_names()
    return False


def _training(root: Path, folder: Path) -> Run:
    begun = folder / HISTORY if is_own_file(folder / HISTORY) else folder / _SETTINGS
    stores = [] if begun.name == HISTORY else [path for path in folder.iterdir() if path.suffix in _STORES]
    changed = max([_changed(begun), *map(_changed_store, stores)])
    return _run(root, folder, "learning", changed, not any((folder / end).exists() for end in _ENDS))


def run_id(path: Path) -> str:
    """The number by which the page knows a run."""
    return hashlib.blake2b(os.fsencode(path), digest_size=6).hexdigest()


def _run(root: Path, path: Path, kind: RunKind, changed: float, is_open: bool) -> Run:
    name = os.fsencode(path.relative_to(root.parent if path == root else root))
    # A name need not be text: what is none is shown as such.
    return Run(run_id(path), name.decode("utf-8", "replace"), kind, path, changed, is_open)


def _changed_store(path: Path) -> float:
    return _changed(path, Path(f"{path}-wal"))


def _changed(*paths: Path) -> float:
    return max((path.stat().st_mtime for path in paths if path.exists()), default=0.0)


def _is_tournament(path: Path, *, in_training: bool) -> bool:
    """A store that is no part of a training: games between players, and not what it learns from."""
    run = _description(path)
    return run is not None and (not in_training or "players" in run or "ladder" in run)


def _is_own_store(path: Path) -> bool:
    return _description(path) is not None and not _is_tournament(path, in_training=True)


def _description(path: Path) -> dict[str, Any] | None:
    """The run that a store is of, empty where it does not say; None for what is no store.

    SQLite opens what stands beside the file as well, and would wait for a pipe there.
    """
    beside = [Path(f"{path}-{name}") for name in ("wal", "shm", "journal")]
    if not is_own_file(path) or any(other.exists() and not is_own_file(other) for other in beside):
        return None
    with suppress(BeelineError, OSError), GameStore(path, read_only=True) as store:
        with suppress(BeelineError):
            return store.run or {}
        return {}
    return None


def _count(path: Path) -> int:
    with GameStore(path, read_only=True) as store:
        return len(store)
