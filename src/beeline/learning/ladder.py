"""Ladders: the strength of a training's snapshots by games with fixed opponents, rated together.

Every snapshot meets every opponent and the snapshot before it, on openings that both colours play. The games
are in a game store beside the snapshots, so that a ladder grows with its training and only what is missing
is played. The opponents search a fixed number of simulations and so do not depend on the machine's load.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from beeline.arena.games import GameResult, GameTask
from beeline.arena.openings import openings
from beeline.arena.report import Report, report
from beeline.arena.store import GameStore
from beeline.arena.tournament import match_tasks, play_into
from beeline.errors import TrainingError
from beeline.files import content_of, read_whole, write_whole
from beeline.provenance import provenance
from beeline.workers import Workers

OPPONENTS: Final = (
    "mcts:simulations=1000",
    "mcts:simulations=10000",
    "mcts:simulations=50000,knowledge=300",
    "wolve:ply=2",
)
"""Opponents from the weakest, which is 0 Elo."""

_OPENINGS: Final = "edge2"


class Point(NamedTuple):
    """Strength of a snapshot, in Elo above the weakest opponent."""

    step: int
    elo: float
    low: float
    """The interval of 95% begins here."""
    high: float


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """Definition of a ladder: its players and games."""

    folder: Path
    """Folder of the training."""
    snapshots: Mapping[int, str]
    """Players by how far the training was."""
    thinking: str = ""
    """Search settings of these players: games of others do not count."""
    side: int
    """Side of the board."""
    games: int
    """Games per pair of players; rounded up to pairs."""
    opponents: Sequence[str] = OPPONENTS
    seed: int = 1

    @property
    def store(self) -> Path:
        return self.folder / f"ladder-{self.side}.games"

    def pairings(self) -> dict[str, tuple[str, str]]:
        """Pairs of players, by a name that stays when the ladder grows or its folder moves."""
        steps = sorted(self.snapshots)

        def named(step: int) -> str:
            return f"{step} {self.thinking}".strip()

        fixed = {
            f"{named(step)} – {opponent}": (self.snapshots[step], opponent)
            for step in steps
            for opponent in self.opponents
        }
        own = {
            f"{named(later)} – {named(earlier)}": (self.snapshots[later], self.snapshots[earlier])
            for earlier, later in pairwise(steps)
        }
        return fixed | own

    def tasks(self) -> Iterator[GameTask]:
        starts = _scattered(openings(_OPENINGS, self.side, self.side))
        template = GameTask(key="", rows=self.side, cols=self.side)
        for name, pair in self.pairings().items():
            tasks = match_tasks(pair, games=self.games, openings=starts, template=template, seed=self.seed)
            yield from (replace(task, key=task.key.replace("0-1", name, 1)) for task in tasks)

    def play(
        self, workers: Workers, *, on_result: Callable[[GameResult], None] | None = None
    ) -> list[GameResult]:
        """Plays what the store does not hold yet; all games of this ladder."""
        wanted = {task.key: task for task in self.tasks()}
        with GameStore(self.store) as store:
            store.begin({"ladder": self.side, "openings": _OPENINGS, "seed": self.seed})
            known = {
                key: _as_named_now(result, wanted[key])
                for result in store.results()
                if (key := result.task.key) in wanted
            }
            missing = (task for key, task in wanted.items() if key not in known)
            players = {player for pair in self.pairings().values() for player in pair}
            for result in play_into(store, missing, workers, players=players):
                known[result.task.key] = result
                if on_result is not None:
                    on_result(result)
        return [known[key] for key in wanted]

    @property
    def total(self) -> int:
        return len(self.pairings()) * 2 * ((self.games + 1) // 2)

    def report(self, results: Sequence[GameResult]) -> Report:
        """Ratings in Elo above the first opponent."""
        return report(results, anchor=self.opponents[0])

    def curve(self, made: Report) -> list[Point]:
        """The rating of every snapshot, in the order of the training."""
        ratings = {player.player: player.rating for player in made.players}
        found = ((step, ratings.get(self.snapshots[step])) for step in sorted(self.snapshots))
        return [Point(step, rating.elo, *rating.interval) for step, rating in found if rating is not None]

    def record(self, results: Sequence[GameResult], *, command: str) -> dict[str, Any]:
        """Writes ratings and scores, with where they come from, beside the store; what it wrote."""
        made = self.report(results)
        programs = (version for result in results for version in result.versions)
        told = {
            "curve": [point._asdict() for point in self.curve(made)],
            **made.as_dict(),
            "made_by": provenance(command, seed=self.seed, programs=programs),
        }
        write_whole(record_of(self.folder, self.side), json.dumps(told, indent=1).encode() + b"\n")
        return told


def record_of(folder: Path, side: int) -> Path:
    """Path of the last ladder of a training on such a board."""
    return folder / f"ladder-{side}.json"


def read_curve(folder: Path, side: int) -> list[Point]:
    """The ratings that the last ladder gave; none where none was played."""
    path = record_of(folder, side)
    if not path.exists():
        return []
    with content_of(path):
        return [
            Point(int(point["step"]), *(float(point[name]) for name in ("elo", "low", "high")))
            for point in json.loads(read_whole(path))["curve"]
        ]


def ladders_in(folder: Path) -> dict[int, list[Point]]:
    """The ratings of all ladders of a training, by the side of the board."""
    names = (re.fullmatch(r"ladder-([0-9]{1,3})\.json", path.name) for path in folder.glob("ladder-*.json"))
    return {side: read_curve(folder, side) for side in sorted(int(name[1]) for name in names if name)}


def snapshots_in(folder: Path, *, suffix: str) -> dict[int, Path]:
    """The snapshots of a training by how far it was; raises TrainingError where there are none."""
    found = {
        int(number[1]): path
        for path in sorted((folder / "snapshots").glob(f"*{suffix}"))
        if (number := re.search(r"-(\d+)$", path.stem))
    }
    if not found:
        raise TrainingError(f"{folder} has no snapshots yet ({folder / 'snapshots'}/*{suffix})")
    return found


def evenly(numbers: Sequence[int], count: int) -> list[int]:
    """Choose ``count`` of the numbers, evenly spread, the first and the last among them."""
    ordered = sorted(numbers)
    if count >= len(ordered):
        return ordered
    if count == 1:
        return ordered[-1:]
    places = (round(i * (len(ordered) - 1) / (count - 1)) for i in range(count))
    return [ordered[place] for place in places]


def _as_named_now(result: GameResult, task: GameTask) -> GameResult:
    """A stored game with its players as they are called today: the folder of a training may have moved."""
    return replace(result, task=replace(result.task, black=task.black, white=task.white))


def _scattered(starts: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The openings in one order, whatever the number of games, in which the first ones are from all over."""
    return random.Random(len(starts)).sample(starts, len(starts))
