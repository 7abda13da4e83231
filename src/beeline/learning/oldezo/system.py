"""OldEZO as ``beeline train`` finds it: the games of its teacher are played when a training is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from beeline.arena.games import GameResult
from beeline.learning.oldezo.settings import CHECKPOINT, PRESETS, OldEzoSettings
from beeline.learning.training_run import TrainingError
from beeline.workers import Workers

if TYPE_CHECKING:
    from beeline.learning.oldezo.training import Training

__all__ = ["CHECKPOINT", "DEFAULT_PRESET", "PRESETS", "Settings", "games_before", "open_training"]

DEFAULT_PRESET: Final = "paper-7"
Settings = OldEzoSettings


def games_before(settings: OldEzoSettings) -> int:
    """Games that are played before training begins."""
    return settings.games


def open_training(
    settings: OldEzoSettings,
    folder: Path,
    workers: Workers,
    *,
    resume: bool,
    threads: int = 1,
    on_result: Callable[[GameResult], None] | None = None,
) -> Training:
    """A training in a folder whose games are played first, or played on; it needs no PyTorch."""
    from beeline.arena.database import make_database
    from beeline.learning.oldezo.training import GAMES, Training

    if (folder / GAMES).exists() and not resume:
        raise TrainingError(f"{folder} holds games of a teacher; go on with them by --resume")
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
    return Training(settings, games, folder, resume=resume)
