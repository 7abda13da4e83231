"""Agents to train: a preset, or a preset with changes. Equal settings give equal runs on one thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from beeline.learning.neurodynamic.settings import ZERO_SUM, BatchSettings
from beeline.learning.training_run import TrainingError, choose_preset


@dataclass(frozen=True, kw_only=True)
class TrainingSettings(BatchSettings):
    """An agent that learns from batches, as the zero-sum game that Hex is."""

    discount: float = ZERO_SUM
    log_every: int = 100
    """Updates from one entry of the history to the next; a checkpoint follows each."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.log_every < 1:
            raise TrainingError(f"log_every must be 1 or more, not {self.log_every}")


_PERFECT_3: Final = TrainingSettings(
    rate=0.01, last_rate=0.0003, epsilon=0.3, updates=2500, log_every=250, seed=2
)

PRESETS: Final[dict[str, TrainingSettings]] = {
    "perfect-3": _PERFECT_3,
    "long-4": replace(_PERFECT_3, side=4, updates=4000, log_every=500),
    "long-5": replace(_PERFECT_3, side=5, updates=4000, log_every=500),
    "study-cnn-mse": TrainingSettings(discount=1.0, updates=600),
    "study-cnn-pbe": TrainingSettings(discount=1.0, updates=600, objective="pbe", target="sarsa"),
    "study-rnn-mse": TrainingSettings(discount=1.0, updates=600, recurrent=True),
    "study-rnn-pbe": TrainingSettings(
        discount=1.0, updates=600, objective="pbe", target="sarsa", recurrent=True
    ),
    "tiny": TrainingSettings(updates=20, games=10, memory=20, log_every=5, rate=0.01),
}
"""``perfect-3`` plays 3×3 without a mistake from every winning opening. The four of the study are the agents
of its table I. ``tiny`` is for tests and a first look: it takes seconds, and learns next to nothing."""


def preset(name: str) -> TrainingSettings:
    return choose_preset(PRESETS, name)
