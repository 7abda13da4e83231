"""What is run on the failing disk: a small match, evolution and training, each begun or taken up.

Everything happens in this process, so that it can be started by a fork.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

from beeline.arena.games import GameTask
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, run_tournament
from beeline.files import read_arrays
from beeline.learning.hivemind.evolution import Evolution, EvolutionSettings
from beeline.learning.neurohex.system import PRESETS
from beeline.learning.neurohex.training import Training
from beeline.networks.hivemind.policy import Policy
from beeline.networks.positions import from_moves

Task = TypeVar("Task")
Result = TypeVar("Result")

EVOLUTION = EvolutionSettings(size=3, generations=2, simulations=4, games=1, gauge_every=2, gauge_games=2)
TRAINING = replace(
    PRESETS["tiny"], mentor_updates=4, episodes=4, games=2, batch=4, log_every=2, measure_every=100
)
GAMES = [("a1", "b2", "c3", "d1", "b3"), ("d4", "a2", "b2", "c1"), ("b2", "c3", "a4")]


class ThisProcess:
    """Workers that are none."""

    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        for task in tasks:
            yield function(task)

    def share(self, path: Path) -> Path:
        return path


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
            run_tournament(tournament, store, ThisProcess())  # type: ignore[arg-type]


def evolution(folder: Path) -> None:
    place = folder / "evolution"
    resume = (place / "checkpoint").exists()
    Evolution(EVOLUTION, place, ThisProcess(), resume=resume).run()  # type: ignore[arg-type]


def training(folder: Path) -> None:
    place = folder / "training"
    resume = (place / "checkpoint").exists()
    Training(TRAINING, from_moves(GAMES, 4), place, resume=resume).run()


SYSTEMS: dict[str, Callable[[Path], None]] = {"match": match, "evolution": evolution, "training": training}


def outcome(system: str, folder: Path) -> Any:
    """What the run came to, without times; reading it checks every checksum."""
    if system == "match":
        with GameStore(folder / "match.db", read_only=True) as store:
            store.check_pages()
            return [(asdict(result.task), result.winner, result.moves) for result in store.results()]
    place = folder / system
    history = [json.loads(line) for line in (place / "history.jsonl").read_text().splitlines()]
    told = [{name: value for name, value in entry.items() if name != "seconds"} for entry in history]
    if system == "evolution":
        return told, Policy.load(place / "learned.policy").weights.tolist()
    _, arrays = read_arrays(place / "checkpoint", kind=Training.kind, version=1)
    network = (place / "trained.onnx").read_bytes()
    return told, {name: array.tobytes() for name, array in arrays.items()}, network
