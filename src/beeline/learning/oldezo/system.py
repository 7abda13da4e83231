"""OldEZO as ``beeline train`` finds it: which games its weights are learned from, and the presets.

The games of its teacher are played when a training is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from beeline.checks import Checks
from beeline.learning.training_run import RunOptions, TrainingError, choose_preset
from beeline.rules.cells import MAX_SIZE

if TYPE_CHECKING:
    from beeline.learning.oldezo.training import Training


CHECKPOINT: Final = "oldezo training"
"""Kind of a checkpoint of such a training."""


@dataclass(frozen=True, kw_only=True)
class OldEzoSettings:
    """Equal settings give equal weights, however many workers play."""

    side: int = 7
    """Rows and columns of the board."""
    games: int = 400
    """Games of the teacher with itself, each from a random first move."""
    teacher: str = field(default="mcts:simulations=4000,knowledge=300", metadata={"player": True})
    """The player whose moves are learned from."""
    moves: int = 0
    """Moves per position, besides the teacher's, whose replies minimax tree optimisation looks at; with 0
    the weights are those of one ply."""
    seed: int = 1
    """Equal seeds give equal runs."""

    def __post_init__(self) -> None:
        check = Checks(self, TrainingError)
        check.counts("games")
        check.not_negative("moves", "seed")
        within = 2 <= self.side <= MAX_SIZE
        check.require(within, f"weights are learned on boards from 2 to {MAX_SIZE}, not {self.side}")


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
        raise TrainingError(f"{run.folder} holds games of a teacher; resume with --resume")
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
