"""What is run on the failing disk: a small match, and a small training of every system that learns.

Each is begun or taken up as ``beeline match`` and ``beeline train`` would. Everything happens in this
process, so that it can be started by a fork.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from beeline.arena.games import GameTask
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, run_tournament
from beeline.disk import make_folder
from beeline.files import read_arrays, write_whole
from beeline.learning import system_names
from beeline.learning.systems import load_system, plan_run
from beeline.learning.training_run import RunOptions
from beeline.workers import Workers

Task = TypeVar("Task")
Result = TypeVar("Result")

CHANGES: dict[str, dict[str, Any]] = {
    "ezo": {"epochs": 2, "games": 3, "measure_every": 100},
    "hivemind": {"size": 3, "generations": 2, "simulations": 4, "gauge_games": 2},
    "neurodynamic": {"updates": 4, "games": 2, "log_every": 2},
    "neurohex": {
        "database_games": 1,
        "mentor_updates": 2,
        "episodes": 1,
        "games": 1,
        "batch": 4,
        "log_every": 2,
        "measure_every": 100,
    },
    "oldezo": {"games": 3, "teacher": "mcts:simulations=100"},
    "zero": {"rounds": 2, "games": 4, "simulations": 4, "considered": 4, "steps": 2, "batch": 8},
}
"""What makes the tiniest preset of a system still smaller."""

STORES = {"neurohex": "database.games", "oldezo": "teacher.games", "zero": "self-play.games"}


class ThisProcess(Workers):
    """Workers that are none."""

    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        for task in tasks:
            yield function(task)

    def close(self) -> None:
        pass


def match(folder: Path) -> None:
    """Two games, then two more in the same store."""
    for games in (2, 4):
        tournament = Tournament(
            players=["random:seed=1", "random:seed=2"],
            games=games,
            opening_set="empty",
            template=GameTask(key="", rows=3, cols=3),
        )
        with GameStore(folder / "match.db") as store:
            run_tournament(tournament, store, ThisProcess())


def training(system: str, folder: Path) -> None:
    """A training in a folder of its own, taken up if it has noted its settings there."""
    place = folder / system
    resume = (place / "settings.json").exists()
    preset = None if resume else "tiny"
    plan = plan_run(system, place, preset=preset, changes=CHANGES[system], resume=resume)
    plan.note(place)
    options = RunOptions(folder=place, workers=ThisProcess(), resume=resume)
    run = load_system(system).open_training(plan.settings, options)
    try:
        run.run()
    finally:
        run.leave(title="A training")


SYSTEMS: dict[str, Callable[[Path], None]] = {
    "match": match,
    **{system: partial(training, system) for system in system_names()},
}


def file(folder: Path) -> None:
    make_folder(folder / "made")
    write_whole(folder / "made" / "file", b"old")
    write_whole(folder / "made" / "file", b"new")


def games(folder: Path) -> None:
    """Games in a store that is not closed."""
    _OPEN.append(store := GameStore(folder / "match.db"))
    tournament = Tournament(
        players=["random:seed=1", "random:seed=2"],
        games=4,
        opening_set="empty",
        template=GameTask(key="", rows=3, cols=3),
    )
    run_tournament(tournament, store, ThisProcess())


_OPEN: list[GameStore] = []

STEPS: dict[str, Callable[[Path], None]] = {"file": file, "games": games}
"""What is to be there for good once it has been done."""


def without_measures() -> None:
    """Trainings do without the positions that a measurement values: these only take time."""
    from beeline.learning.zero import training as zero

    vars(zero)["SOLVED"] = ()


def outcome(system: str, folder: Path) -> Any:
    """What the run came to, without times; reading it checks every checksum."""
    if system == "match":
        return games_in(folder / "match.db")
    place = folder / system
    history = [json.loads(line) for line in (place / "history.jsonl").read_text().splitlines()]
    _, arrays = read_arrays(place / "checkpoint", kind=load_system(system).CHECKPOINT, version=1)
    state = {name: array.tobytes() for name, array in arrays.items()}
    games = games_in(place / STORES[system]) if system in STORES else {}
    learned = {path.name: path.read_bytes() for path in learned_in(place)}
    return [untimed(entry) for entry in history], state, games, learned


def learned_in(place: Path) -> Iterator[Path]:
    """Networks, policies and weights, those of snapshots among them."""
    kinds = {".onnx", ".safetensors", ".policy", ".weights"}
    return (path for path in sorted(place.rglob("*")) if path.suffix in kinds)


def games_in(path: Path) -> dict[str, Any]:
    """By their keys."""
    with GameStore(path, read_only=True) as store:
        store.check_pages()
        return {
            result.task.key: (asdict(result.task), result.winner, result.reason, result.moves)
            for result in store.results()
        }


def same_but_for_crashes(found: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether games are the same, but for those that a player lost for want of memory."""
    played = {key: game for key, game in found.items() if game[2] != "crash"}
    return found.keys() == wanted.keys() and played == {key: wanted[key] for key in played}


def untimed(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value for name, value in entry.items() if "seconds" not in name and not name.startswith("cpu_")
    }
