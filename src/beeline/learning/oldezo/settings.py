"""Which games the weights of the characteristics are learned from: a preset, or a preset with changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from beeline.learning.training_run import TrainingError, choose_preset
from beeline.rules.cells import MAX_SIZE

CHECKPOINT: Final = "oldezo training"
"""What a checkpoint of such a training calls itself."""


@dataclass(frozen=True, kw_only=True)
class OldEzoSettings:
    """Equal settings give equal weights, however many workers play."""

    side: int = 7
    """Rows and columns of the board."""
    games: int = 400
    """Of the teacher with itself, each from a random first move."""
    teacher: str = field(default="mcts:simulations=4000,knowledge=300", metadata={"player": True})
    """The player whose moves are learned from."""
    moves: int = 0
    """Of a position: the moves besides the teacher's whose replies minimax tree optimisation looks at; with 0
    the weights are those of one ply."""
    seed: int = 1
    """Equal seeds give equal runs."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise TrainingError(f"games must be 1 or more, not {self.games}")
        if not 2 <= self.side <= MAX_SIZE:
            raise TrainingError(f"weights are learned on boards from 2 to {MAX_SIZE}, not {self.side}")
        if self.moves < 0:
            raise TrainingError(f"moves must not be negative, and is {self.moves}")
        if self.seed < 0:
            raise TrainingError("seed must not be negative")


PRESETS: Final[dict[str, OldEzoSettings]] = {
    "paper-7": OldEzoSettings(),
    "paper-9": OldEzoSettings(side=9, games=200),
    "paper-11": OldEzoSettings(side=11, games=100),
    "tree-7": OldEzoSettings(moves=6),
    "tree-9": OldEzoSettings(side=9, games=200, moves=6),
    "tree-11": OldEzoSettings(side=11, games=100, moves=6),
    "tiny": OldEzoSettings(side=5, games=8, teacher="mcts:simulations=200"),
}


def preset(name: str) -> OldEzoSettings:
    return choose_preset(PRESETS, name)
