"""EZO-CNN as ``beeline train`` finds it; PyTorch is imported when a training is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beeline.learning.ezo.settings import CHECKPOINT, PRESETS, EzoSettings
from beeline.learning.run_options import RunOptions
from beeline.learning.training_run import use_torch

if TYPE_CHECKING:
    from beeline.learning.ezo.training import Training

__all__ = ["CHECKPOINT", "DEFAULT_PRESET", "PRESETS", "Settings", "open_training"]

DEFAULT_PRESET: Final = "small-7"
Settings = EzoSettings


def open_training(settings: EzoSettings, run: RunOptions) -> Training:
    use_torch(run.threads)
    from beeline.learning.ezo.training import Training

    return Training(settings, run.folder, run.workers, resume=run.resume)
