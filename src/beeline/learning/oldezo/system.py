"""OldEZO as ``beeline train`` finds it: the games of its teacher are played when a training is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beeline.learning.oldezo.settings import CHECKPOINT, PRESETS, OldEzoSettings
from beeline.learning.run_options import RunOptions
from beeline.learning.training_run import TrainingError

if TYPE_CHECKING:
    from beeline.learning.oldezo.training import Training

__all__ = ["CHECKPOINT", "DEFAULT_PRESET", "PRESETS", "Settings", "games_before", "open_training"]

DEFAULT_PRESET: Final = "paper-7"
Settings = OldEzoSettings


def games_before(settings: OldEzoSettings) -> int:
    """Games that are played before training begins."""
    return settings.games


def open_training(settings: OldEzoSettings, run: RunOptions) -> Training:
    """The games of the teacher are played first, or played on; it needs no PyTorch."""
    from beeline.arena.database import make_database
    from beeline.learning.oldezo.training import GAMES, Training

    if (run.folder / GAMES).exists() and not run.resume:
        raise TrainingError(f"{run.folder} holds games of a teacher; go on with them by --resume")
    run.folder.mkdir(parents=True, exist_ok=True)
    games = make_database(
        run.folder / GAMES,
        settings.teacher,
        side=settings.side,
        games=settings.games,
        seed=settings.seed,
        workers=run.workers,
        on_result=run.on_result,
    )
    return Training(settings, games, run.folder, resume=run.resume)
