"""A training run of NeuroHex with the games that it begins from; PyTorch is imported when one is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from beeline.arena.database import make_database
from beeline.arena.games import GameResult
from beeline.learning.neurohex.settings import TrainingSettings
from beeline.learning.training_run import use_torch
from beeline.networks.positions import from_moves
from beeline.workers import Workers

if TYPE_CHECKING:
    from beeline.learning.neurohex.training import Training


def open_training(
    settings: TrainingSettings,
    folder: Path,
    workers: Workers,
    *,
    resume: bool,
    threads: int = 1,
    on_result: Callable[[GameResult], None] | None = None,
) -> Training:
    """A training run in a folder with its database of games, begun there or taken up.

    ``threads`` are those of PyTorch; with one, a run repeats to the bit.
    """
    use_torch(threads)
    from beeline.learning.neurohex.training import Training

    folder.mkdir(parents=True, exist_ok=True)
    games: list[tuple[str, ...]] = []
    if settings.database_games:
        games = make_database(
            folder / "database.games",
            settings.database_player,
            side=settings.side,
            games=settings.database_games,
            seed=settings.seed,
            workers=workers,
            on_result=on_result,
        )
    return Training(settings, from_moves(games, settings.side), folder, resume=resume)
