"""NeuroHex as ``beeline train`` finds it: its database of games is played when a training is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beeline.learning.neurohex.settings import CHECKPOINT, PRESETS, TrainingSettings
from beeline.learning.run_options import RunOptions
from beeline.learning.training_run import use_torch

if TYPE_CHECKING:
    from beeline.learning.neurohex.training import Training

__all__ = ["CHECKPOINT", "DEFAULT_PRESET", "PRESETS", "Settings", "games_before", "open_training"]

DEFAULT_PRESET: Final = "small-7"
Settings = TrainingSettings


def games_before(settings: TrainingSettings) -> int:
    """Games that are played before training begins."""
    return settings.database_games


def open_training(settings: TrainingSettings, run: RunOptions) -> Training:
    """With its database of games, which is played first, or played on."""
    use_torch(run.threads)
    from beeline.arena.database import make_database
    from beeline.learning.neurohex.learner import after_one_move
    from beeline.learning.neurohex.search_mentor import searched_positions
    from beeline.learning.neurohex.training import Training
    from beeline.networks.positions import from_moves

    run.folder.mkdir(parents=True, exist_ok=True)
    games: list[tuple[str, ...]] = []
    if settings.database_games:
        games = make_database(
            run.folder / "database.games",
            settings.database_player,
            side=settings.side,
            games=settings.database_games,
            seed=settings.seed,
            workers=run.workers,
            on_result=run.on_result,
        )
    database = from_moves(games, settings.side)
    searched = None
    if settings.mentor_updates and settings.mentor_simulations:
        searched = searched_positions(
            run.folder,
            database if len(database) else after_one_move(settings.side),
            run.workers,
            count=settings.mentor_positions,
            simulations=settings.mentor_simulations,
            seed=settings.seed,
        )
    return Training(settings, database, run.folder, searched=searched, resume=run.resume)
