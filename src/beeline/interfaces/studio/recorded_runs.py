"""Tournaments, evolutions and trainings in the run folders.

The page names a run by the number that a listing gave it, never by a path: what is not listed cannot be read.
"""

from __future__ import annotations

import hashlib
import math
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal

from beeline.arena.games import GameResult
from beeline.arena.report import report
from beeline.arena.store import GameStore, is_being_written
from beeline.disk import is_own_file
from beeline.errors import BeelineError, StoreError
from beeline.errors import UnknownRun as UnknownRun
from beeline.files import FileError
from beeline.interfaces.studio.curves import HISTORY, curves_in
from beeline.learning.hivemind.evolution import policy_so_far
from beeline.learning.training_run import TrainingError
from beeline.limits import RUN_DEPTH, RUN_FOLDERS, RUNS, STORE_GAMES
from beeline.networks.hivemind.policy import Policy

_STORES: Final = (".db", ".games")
_NETWORK: Final = "trained.onnx"
_CHECKPOINT: Final = "checkpoint"
_POLICY: Final = "learned.policy"
_RUNNING_SECONDS: Final = 600.0
_LIST_SECONDS: Final = 1.0
_REPORTS: Final = 20  # that are kept

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


class Runs:
    """The runs below some folders."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = [folder.resolve() for folder in folders]
        self._reports: dict[str, tuple[float, dict[str, Any]]] = {}
        self._listed: tuple[float, list[Run]] = -math.inf, []

    def all(self) -> list[Run]:
        """Those that are there now, or were a second ago, the latest first."""
        if time.monotonic() - self._listed[0] > _LIST_SECONDS:
            found = {run.id: run for folder in self._folders for run in islice(_runs_below(folder), RUNS)}
            self._listed = time.monotonic(), sorted(found.values(), key=lambda run: -run.changed)
        return self._listed[1]

    def run(self, id: str, kind: RunKind) -> Run:
        for run in self.all():
            if run.id == id and run.kind == kind:
                return run
        raise UnknownRun(f"there is no {kind} run {id!r} in the run folders")

    # Tournaments

    def table(self, id: str) -> dict[str, Any]:
        """The report of a tournament with its cross table, as far as it has been played."""
        run = self.run(id, "tournament")
        known = self._reports.get(id)
        if known is None or known[0] != run.changed:
            with GameStore(run.path, read_only=True) as store:
                _check_size(store)
                results = list(store.results())
                players = (store.run or {}).get("players")
            self._reports[id] = known = run.changed, _table(results, players)
            while len(self._reports) > _REPORTS:
                del self._reports[next(iter(self._reports))]
        return known[1] | run.as_dict()

    def games(self, id: str, *, offset: int, limit: int) -> dict[str, Any]:
        """The games of a tournament, in the order of their keys."""
        with GameStore(self.run(id, "tournament").path, read_only=True) as store:
            return {
                "total": len(store),
                "games": [_summary(result) for result in store.page(offset=offset, limit=limit)],
            }

    def game(self, id: str, key: str) -> GameResult:
        with GameStore(self.run(id, "tournament").path, read_only=True) as store:
            result = store.result(key)
        if result is None:
            raise UnknownRun(f"the run has no game {key!r}")
        return result

    # Learning

    def curves(self, id: str) -> dict[str, Any]:
        """Every number of a run's history over its steps."""
        run = self.run(id, "learning")
        return run.as_dict() | curves_in(run.path) | {"player": self._player(run), "size": self._size(run)}

    def _player(self, run: Run) -> str | None:
        """The string that plays what the run has learned so far."""
        if is_own_file(run.path / _NETWORK):
            return f"run:id={run.id}"
        has_policy = is_own_file(run.path / _CHECKPOINT) or is_own_file(run.path / _POLICY)
        return f"run:id={run.id},simulations=5000" if has_policy else None

    def _size(self, run: Run) -> int | None:
        """Of the board that its policy was learned on."""
        if is_own_file(run.path / _NETWORK):
            return None
        with suppress(BeelineError):
            return self.policy(run.id).size
        return None

    def network(self, id: str) -> Path | None:
        """The network that the run has trained so far, if it trains one."""
        path = self.run(id, "learning").path / _NETWORK
        return path if is_own_file(path) else None

    def policy(self, id: str) -> Policy:
        """What the run has learned so far."""
        folder = self.run(id, "learning").path
        if is_own_file(folder / _CHECKPOINT):
            with suppress(TrainingError, FileError):
                return policy_so_far(folder)
        if not is_own_file(folder / _POLICY):
            raise UnknownRun("this run has nothing yet to play against")
        return Policy.load(folder / _POLICY)


def _runs_below(root: Path) -> Iterator[Run]:
    """Game stores and histories, without following links out of the folder."""
    todo = [(root, 0)]
    for seen, (folder, depth) in enumerate(todo):
        if seen >= RUN_FOLDERS:
            return
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith(".") or entry.is_symlink():
                continue
            if entry.is_dir():
                if depth < RUN_DEPTH and entry.name not in ("node_modules", "build"):
                    todo.append((entry, depth + 1))
            elif entry.suffix in _STORES and _is_store(entry):
                changed = _changed(entry, Path(f"{entry}-wal"))
                yield _run(root, entry, "tournament", changed, is_being_written(entry))
            elif entry.name == HISTORY and is_own_file(entry):
                ends = (_POLICY, "report.html")
                finished = any((entry.parent / end).exists() for end in ends)
                yield _run(root, entry.parent, "learning", _changed(entry), not finished)


def _run(root: Path, path: Path, kind: RunKind, changed: float, is_open: bool) -> Run:
    name = os.fsencode(path.relative_to(root.parent if path == root else root))
    id = hashlib.blake2b(os.fsencode(path), digest_size=6).hexdigest()
    # A name need not be text: what is none is shown as such.
    return Run(id, name.decode("utf-8", "replace"), kind, path, changed, is_open)


def _changed(*paths: Path) -> float:
    return max((path.stat().st_mtime for path in paths if path.exists()), default=0.0)


def _is_store(path: Path) -> bool:
    """SQLite opens what stands beside the file as well, and would wait for a pipe there."""
    beside = [Path(f"{path}-{name}") for name in ("wal", "shm", "journal")]
    if not is_own_file(path) or any(other.exists() and not is_own_file(other) for other in beside):
        return False
    try:
        GameStore(path, read_only=True).close()
    except (BeelineError, OSError):
        return False
    return True


def _check_size(store: GameStore) -> None:
    if (games := len(store)) > STORE_GAMES:
        raise StoreError(
            f"{store.path.name} holds {games:,} games, and the studio makes tables of {STORE_GAMES:,} "
            f"at most; beeline games makes it"
        )


def _table(results: list[GameResult], players: Sequence[str] | None) -> dict[str, Any]:
    made = report(results, players=players)
    names = [player.player for player in made.players]
    cross = [[made.cross.get((own, other)) for other in names] for own in names]
    return made.as_dict() | {
        "cross": [
            [score and {"points": score.points, "games": score.games} for score in row] for row in cross
        ]
    }


def _summary(result: GameResult) -> dict[str, Any]:
    return {
        "key": result.task.key,
        "game": result.task.game,
        "rows": result.task.rows,
        "cols": result.task.cols,
        "black": result.task.black,
        "white": result.task.white,
        "winner": result.winner,
        "reason": result.reason,
        "moves": len(result.moves),
    }
