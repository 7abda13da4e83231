"""Tournaments and trainings in the run folders.

The page names a run by the number that a listing gave it, never by a path: what is not listed cannot be read.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

from beeline.arena.games import GameResult
from beeline.arena.report import report
from beeline.arena.store import GameStore
from beeline.disk import is_own_file
from beeline.errors import BeelineError, StoreError
from beeline.errors import UnknownRun as UnknownRun
from beeline.files import FileError
from beeline.interfaces.studio.curves import curves_in
from beeline.interfaces.studio.run_listing import POLICY, Run, RunKind, games_in, runs_below
from beeline.interfaces.studio.training_progress import progress_of, settings_in, with_intervals
from beeline.learning.hivemind.evolution import policy_so_far
from beeline.learning.training_run import TrainingError
from beeline.limits import RUNS, STORE_GAMES
from beeline.networks.hivemind.policy import Policy

_NETWORK: Final = "trained.onnx"
_SNAPSHOTS: Final = "snapshots"
_SNAPSHOT: Final = re.compile(r"[a-z]{1,20}-[0-9]{1,9}")
_CHECKPOINT: Final = "checkpoint"
_LIST_SECONDS: Final = 1.0
_REPORTS: Final = 20  # that are kept


class Runs:
    """The runs below some folders."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = [folder.resolve() for folder in folders]
        self._reports: dict[str, tuple[float, dict[str, Any]]] = {}
        self._listed: tuple[float, list[Run]] = -math.inf, []

    def all(self) -> list[Run]:
        """Runs that are there now, or were a second ago, the latest first."""
        if time.monotonic() - self._listed[0] > _LIST_SECONDS:
            found = {run.id: run for folder in self._folders for run in islice(runs_below(folder), RUNS)}
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
                players, total = (store.run or {}).get("players"), store.total
            pace = {"rate": _rate(results), "total": total}
            self._reports[id] = known = run.changed, _table(results, players) | pace
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
        found, settings = curves_in(run.path), settings_in(run.path)
        return (
            run.as_dict()
            | found
            | progress_of(settings, found)
            | {
                "curves": [with_intervals(curve, settings) for curve in found["curves"]],
                "snapshots": self.snapshots(run),
                "player": self._player(run),
                "size": self._size(run),
                "games_before": 0 if found["steps"] else games_in(run.path),
            }
        )

    def _player(self, run: Run) -> str | None:
        """The string that plays what the run has learned so far."""
        if is_own_file(run.path / _NETWORK):
            return f"run:id={run.id}"
        has_policy = is_own_file(run.path / _CHECKPOINT) or is_own_file(run.path / POLICY)
        return f"run:id={run.id},simulations=5000" if has_policy else None

    def _size(self, run: Run) -> int | None:
        """Size of the board that its policy was learned on."""
        if is_own_file(run.path / _NETWORK):
            return None
        with suppress(BeelineError):
            return self.policy(run.id).size
        return None

    def snapshots(self, run: Run) -> list[str]:
        """Networks of earlier steps, by their names, in the order of their numbers."""
        folder = run.path / _SNAPSHOTS
        if folder.is_symlink() or not folder.is_dir():
            return []
        names = [path.stem for path in folder.iterdir() if path.suffix == ".onnx" and is_own_file(path)]
        return sorted(filter(_SNAPSHOT.fullmatch, names), key=lambda name: int(name.rpartition("-")[2]))[:500]

    def network(self, id: str, *, snapshot: str | None = None) -> Path | None:
        """The network that the run has trained so far, or that of a snapshot; None if it trains none."""
        run = self.run(id, "learning")
        if snapshot is not None and snapshot not in self.snapshots(run):
            raise UnknownRun(f"the run has no snapshot {snapshot!r}")
        path = run.path / _NETWORK if snapshot is None else run.path / _SNAPSHOTS / f"{snapshot}.onnx"
        return path if is_own_file(path) else None

    def policy(self, id: str) -> Policy:
        """The policy of the run as it is now."""
        folder = self.run(id, "learning").path
        if is_own_file(folder / _CHECKPOINT):
            with suppress(TrainingError, FileError):
                return policy_so_far(folder)
        if not is_own_file(folder / POLICY):
            raise UnknownRun("this run has nothing yet to play against")
        return Policy.load(folder / POLICY)


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


def _rate(results: Sequence[GameResult]) -> float | None:
    """Games per second, from the start of the first to the start of the last."""
    times = [result.started for result in results if result.started > 0]
    passed = max(times, default=0.0) - min(times, default=0.0)
    return (len(times) - 1) / passed if passed > 0 else None


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
