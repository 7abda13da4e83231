"""Learning the weights of the twelve characteristics from the games of a stronger player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from beeline.arena.database import make_database
from beeline.arena.games import GameResult
from beeline.learning.oldezo.comparison import agreement, choices, learned_weights
from beeline.networks.oldezo.characteristics import WeightsFile, write_weights
from beeline.workers import Workers

GAMES: Final = "teacher.games"
WEIGHTS: Final = "learned.weights"


@dataclass(frozen=True, kw_only=True)
class OldEzoSettings:
    side: int
    games: int
    """Of the teacher with itself, each from a random first move."""
    teacher: str = "mcts:simulations=4000,knowledge=300"
    seed: int = 1


PRESETS: Final[dict[str, OldEzoSettings]] = {
    "paper-7": OldEzoSettings(side=7, games=400),
    "paper-9": OldEzoSettings(side=9, games=200),
    "paper-11": OldEzoSettings(side=11, games=100),
    "tiny": OldEzoSettings(side=5, games=8, teacher="mcts:simulations=200"),
}


def learn_weights(
    settings: OldEzoSettings,
    folder: Path,
    workers: Workers,
    *,
    on_result: Callable[[GameResult], None] | None = None,
) -> WeightsFile:
    """Plays the games that the folder does not hold yet, and writes the weights into it."""
    folder.mkdir(parents=True, exist_ok=True)
    games = make_database(
        folder / GAMES,
        settings.teacher,
        side=settings.side,
        games=settings.games,
        seed=settings.seed,
        workers=workers,
        on_result=on_result,
    )
    data = choices(games, settings.side)
    weights = learned_weights(data)
    made = {**asdict(settings), "positions": len(data), "agreement": agreement(data, weights)}
    file = WeightsFile(settings.side, weights, made)
    write_weights(folder / WEIGHTS, file)
    return file
