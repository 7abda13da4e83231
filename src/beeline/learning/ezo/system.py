"""EZO-CNN as ``beeline train`` finds it: its settings and presets.

PyTorch is imported when a training is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from beeline.checks import Checks
from beeline.learning.training_run import RunOptions, TrainingError, choose_preset, use_torch
from beeline.networks.ezo.architecture import CHANNELS, HIDDEN, Architecture

if TYPE_CHECKING:
    from beeline.learning.ezo.training import Training


CHECKPOINT: Final = "ezo training"
"""Kind of a checkpoint of such a training."""


@dataclass(frozen=True, kw_only=True)
class EzoSettings:
    """Equal settings give equal runs, however many workers play. The defaults are the paper's for 7×7."""

    side: int = 7
    channels: int = CHANNELS
    hidden: int = HIDDEN
    start: str = field(default="", metadata={"file": True})
    """The checkpoint of a run whose first layers this network begins with, or none; its board may be
    smaller."""
    games_from: str = field(default="", metadata={"file": True})
    """A game store, whose games on this board are learned from in place of self-play; or none."""
    epochs: int = 1000
    """The paper tells days, not epochs."""
    hours: float = 0
    """Processor hours of playing and learning after which a training ends early; 0 is no limit."""
    games: int = 500
    """Games per epoch."""
    latest_start: int = 20
    """T, the ply from which a game is learned from, is drawn from 1 to this."""
    ply: int = 1
    """Plies of the search that chooses moves in self-play: 1, or 2 for the five moves that are best after
    one."""
    noise: float = 0.05
    """Values are changed by up to so much when a move is chosen in self-play."""
    snapshot_every: int = 10
    """Epochs from one network that is kept to the next; the last two kept are opponents in self-play."""
    play_out: float = 1.0
    """Share of the games that go on to the last stone; others end where virtual connections decide, with that
    as label."""
    whole: bool = False
    """Learn from the positions before T too, which played by value led to."""
    solver_nodes: int = 0
    """Nodes of the exact solver for each position, from the end of a game until three are left open; where it
    finds the winner, that is the target."""
    trace: float = 0.0
    """λ of the targets: 0 is the value one ply later, 1 the result of the game."""
    window: int = 1
    """Epochs whose positions are learned from in each epoch: the last so many."""
    cross_entropy: bool = False
    """The loss of all positions, rather than of the last of a game alone; it has the same minimum."""
    batch: int = 32
    learning_rate: float = 0.001
    """Learning rate of Adam, whose own default it is; the paper names none."""
    half_life: int = 0
    """Epochs in which the learning rate halves; with 0 it stays."""
    measure_every: int = 10
    """Epochs from one measurement by games and yardstick to the next."""
    seed: int = 1

    def __post_init__(self) -> None:
        check = Checks(self, TrainingError)
        check.counts("channels", "hidden", "epochs", "games", "latest_start", "window", "batch")
        check.counts("snapshot_every", "measure_every")
        check.not_negative("solver_nodes", "half_life", "hours", "seed")
        check.shares("noise", "trace", "play_out")
        check.positive("learning_rate")
        check.require(self.ply in (1, 2), f"self-play looks 1 or 2 plies ahead, not {self.ply}")
        check.require(3 <= self.side <= 19, f"networks are trained on boards from 3 to 19, not {self.side}")

    def rate_in(self, epoch: int) -> float:
        """The learning rate of an epoch, counted from 1."""
        return self.learning_rate * 0.5 ** ((epoch - 1) / self.half_life if self.half_life else 0)

    @property
    def architecture(self) -> Architecture:
        return Architecture(side=self.side, channels=self.channels, hidden=self.hidden)


_SOLVED_7: Final = EzoSettings(
    latest_start=12,
    play_out=0,
    whole=True,
    solver_nodes=40,
    trace=0.8,
    window=3,
    cross_entropy=True,
    half_life=150,
)

_SMALL_7: Final = replace(_SOLVED_7, epochs=20, channels=48, measure_every=5)

_TAUGHT: Final = EzoSettings(
    channels=64,
    whole=True,
    trace=0.8,
    cross_entropy=True,
    epochs=60,
    window=6,
    batch=128,
    half_life=12,
    measure_every=15,
)

_TINY: Final = EzoSettings(
    side=4, channels=8, hidden=8, epochs=4, games=12, latest_start=4, snapshot_every=1, measure_every=2
)

PRESETS: Final[dict[str, EzoSettings]] = {
    "paper-7": EzoSettings(epochs=346),
    "paper-9": EzoSettings(side=9, games=750, latest_start=40, epochs=627),
    "paper-11": EzoSettings(side=11, games=750, latest_start=60, epochs=96),
    "solved-7": _SOLVED_7,
    "traced-7": replace(_SOLVED_7, solver_nodes=0),
    "small-7": _SMALL_7,
    "small-7-traced": replace(_SMALL_7, solver_nodes=0),
    "small-7-paper": EzoSettings(epochs=20, channels=48, measure_every=5),
    "small-7-two-ply": replace(_SMALL_7, ply=2),
    "solved-9": replace(_SOLVED_7, side=9, channels=64, latest_start=24),
    "solved-11": replace(_SOLVED_7, side=11, channels=64, latest_start=36, games=750),
    "small-7-both": EzoSettings(epochs=20, channels=48, measure_every=5, solver_nodes=40, play_out=0.25),
    "taught-9": replace(_TAUGHT, side=9),
    "taught-11": replace(_TAUGHT, side=11),
    "tiny": _TINY,
    "tiny-solved": replace(
        _TINY, play_out=0, whole=True, solver_nodes=5, trace=0.8, window=2, cross_entropy=True
    ),
    "tiny-two-ply": replace(_TINY, ply=2),
}
"""``paper-`` is as printed, for as many games as the paper's days and seconds per game come to: 173,000,
470,000 and 72,000. ``solved-`` is meant to learn faster, by results of the solver and λ-returns on
whole games; ``traced-`` does without the solver. ``taught-`` learns from the games of a store
(``games_from``), such as those of zero. The small ones are for comparing ways to learn; ``small-7-both`` is
the printed way with the solver's targets. ``tiny`` is for tests and a first look: it takes seconds, and
learns little."""


def preset(name: str) -> EzoSettings:
    return choose_preset(PRESETS, name)


DEFAULT_PRESET: Final = "small-7"
Settings = EzoSettings


def open_training(settings: EzoSettings, run: RunOptions) -> Training:
    use_torch(run.threads)
    from beeline.learning.ezo.training import Training

    return Training(settings, run.folder, run.workers, resume=run.resume)
