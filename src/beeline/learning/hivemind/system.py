"""Hivemind as ``beeline train`` finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beeline.learning.hivemind.settings import CHECKPOINT, PRESETS, EvolutionSettings
from beeline.learning.run_options import RunOptions

if TYPE_CHECKING:
    from beeline.learning.hivemind.evolution import Evolution

__all__ = ["CHECKPOINT", "DEFAULT_PRESET", "PRESETS", "Settings", "open_training"]

DEFAULT_PRESET: Final = "paper-7"
Settings = EvolutionSettings


def open_training(settings: EvolutionSettings, run: RunOptions) -> Evolution:
    """It needs no PyTorch."""
    from beeline.learning.hivemind.evolution import Evolution

    return Evolution(settings, run.folder, run.workers, resume=run.resume)
