"""EZO-CNN as ``beeline train`` finds it; PyTorch is imported when a training is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from beeline.arena.games import GameResult
from beeline.learning.ezo.settings import CHECKPOINT, PRESETS, EzoSettings
from beeline.learning.training_run import use_torch
from beeline.workers import Workers

if TYPE_CHECKING:
    from beeline.learning.ezo.training import Training

__all__ = ["CHECKPOINT", "DEFAULT_PRESET", "PRESETS", "Settings", "games_before", "open_training"]

DEFAULT_PRESET: Final = "small-7"
Settings = EzoSettings


def games_before(settings: EzoSettings) -> int:
    """Games that are played before training begins."""
    return 0


def open_training(
    settings: EzoSettings,
    folder: Path,
    workers: Workers,
    *,
    resume: bool,
    threads: int = 1,
    on_result: Callable[[GameResult], None] | None = None,
) -> Training:
    """A training in a folder, begun there or taken up; ``threads`` are those of PyTorch."""
    use_torch(threads)
    from beeline.learning.ezo.training import Training

    return Training(settings, folder, workers, resume=resume)
