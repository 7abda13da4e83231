"""Hivemind as ``beeline train`` finds it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from beeline.arena.games import GameResult
from beeline.learning.hivemind.settings import CHECKPOINT, PRESETS, EvolutionSettings
from beeline.workers import Workers

if TYPE_CHECKING:
    from beeline.learning.hivemind.evolution import Evolution

__all__ = ["CHECKPOINT", "DEFAULT_PRESET", "PRESETS", "Settings", "games_before", "open_training"]

DEFAULT_PRESET: Final = "paper-7"
Settings = EvolutionSettings


def games_before(settings: EvolutionSettings) -> int:
    """Games that are played before training begins."""
    return 0


def open_training(
    settings: EvolutionSettings,
    folder: Path,
    workers: Workers,
    *,
    resume: bool,
    threads: int = 1,
    on_result: Callable[[GameResult], None] | None = None,
) -> Evolution:
    """An evolution in a folder, begun there or taken up; it needs no PyTorch."""
    from beeline.learning.hivemind.evolution import Evolution

    return Evolution(settings, folder, workers, resume=resume)
