"""The neurodynamic study as ``beeline train`` finds it; PyTorch is imported when a training is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beeline.learning.neurodynamic.settings import CHECKPOINT, PRESETS, TrainingSettings
from beeline.learning.run_options import RunOptions
from beeline.learning.training_run import use_torch

if TYPE_CHECKING:
    from beeline.learning.neurodynamic.training import Training

__all__ = ["CHECKPOINT", "DEFAULT_PRESET", "PRESETS", "Settings", "open_training"]

DEFAULT_PRESET: Final = "perfect-3"
Settings = TrainingSettings


def open_training(settings: TrainingSettings, run: RunOptions) -> Training:
    use_torch(run.threads)
    from beeline.learning.neurodynamic.training import Training

    return Training(settings, run.folder, resume=run.resume)
