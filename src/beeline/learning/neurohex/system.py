"""NeuroHex as ``beeline train`` finds it: its settings and presets.

Its database of games is played when a training is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from beeline.checks import Checks
from beeline.knowledge.resistance import LINK_KINDS, Links
from beeline.learning.training_run import RunOptions, TrainingError, choose_preset, use_torch
from beeline.networks.neurohex.architecture import Architecture, scaled_layers

if TYPE_CHECKING:
    from beeline.learning.neurohex.training import Training


CHECKPOINT: Final = "training"
"""Kind of a checkpoint of such a training."""


@dataclass(frozen=True, kw_only=True)
class NeuroHexSettings:
    """Equal settings give equal runs on one thread. The defaults are those of the paper."""

    side: int = 13
    width: int = 128
    """Filters of a layer."""
    depth: int = 10
    """Layers of filters."""
    size_free: bool = False
    """Whether no weight belongs to a cell, so that the network plays every board from 5×5 to 13×13 and may
    begin with the network of a smaller one; the paper's does not."""
    start: str = field(default="", metadata={"file": True})
    """The checkpoint of a run whose network this one begins with, or none."""
    database_games: int = 10_000
    """Games of the noisy player, for starting positions; with 0 every game starts from one random move."""
    database_player: str = field(default="wolve:ply=1,temperature=0.5", metadata={"player": True})
    """The noisy player of the database."""
    links: Links = "none"
    """Links of the circuits whose values the network is mentored by."""
    mentor_updates: int = 50_000
    """Updates of mentoring; 0 is none. The paper does not say how many."""
    mentor_simulations: int = 0
    """Simulations of a tree search that is the mentor in the place of the resistance heuristic; 0 is the
    heuristic."""
    mentor_positions: int = 20_000
    """Positions of the database that are valued by that search before mentoring."""
    contrast: float = 1.0
    """Weight of the differences between the moves of a position in mentoring; 1 is the paper's regression."""
    last_mentor_rate: float | None = None
    """The learning rate of mentoring falls to this by equal factors; it stays if none is given."""
    episodes: int = 60_000
    """Games of self-play."""
    games: int = 64
    """Games at once; 1 is algorithm 1 of the paper as printed. There is one update per move either way."""
    epsilon: float = 0.1
    """Share of random moves."""
    proofs: bool = False
    """Whether games end where virtual connections decide them, with the winner that these prove."""
    batch: int = 64
    uses: int | None = None
    """Mean number of times that a move is learned from; without it there is one update per move."""
    replay: int = 100_000
    """Transitions that are remembered."""
    learning_rate: float = 0.001
    decay: float = 0.9
    """Decay of the running mean of squared gradients in RMSProp."""
    log_every: int = 1000
    """Updates from one entry of the history to the next; a checkpoint follows each."""
    measure_every: int = 10
    """Entries from one measurement by games and yardstick to the next."""
    seed: int = 1

    def __post_init__(self) -> None:
        check = Checks(self, TrainingError)
        check.counts("width", "depth", "episodes", "games", "batch", "replay", "log_every", "measure_every")
        check.counts("uses", "mentor_positions")
        check.not_negative("database_games", "mentor_updates", "mentor_simulations", "seed")
        check.shares("epsilon")
        check.positive("contrast", "last_mentor_rate", "learning_rate")
        check.below_one("decay")
        known = self.links in LINK_KINDS
        check.require(known, f"links must be one of {', '.join(LINK_KINDS)}, not {self.links!r}")
        check.require(3 <= self.side <= 19, f"networks are trained on boards from 3 to 19, not {self.side}")

    @property
    def architecture(self) -> Architecture:
        layers = scaled_layers(self.width, self.depth)
        return Architecture(side=self.side, layers=layers, size_free=self.size_free)

    @property
    def updates_a_round(self) -> int:
        """Updates after one move in each of the games."""
        return self.games if self.uses is None else max(1, round(self.games * self.uses / self.batch))


_SMALL_7: Final = NeuroHexSettings(
    side=7,
    width=32,
    depth=5,
    database_games=2000,
    mentor_updates=8000,
    episodes=6000,
    learning_rate=0.0005,
    measure_every=5,
)

_SIZE_FREE: Final = NeuroHexSettings(
    side=7,
    width=64,
    size_free=True,
    database_games=1000,
    mentor_updates=20_000,
    mentor_simulations=3000,
    contrast=10.0,
    last_mentor_rate=0.00005,
    episodes=6000,
    proofs=True,
    uses=8,
    learning_rate=0.0005,
)

_TINY: Final = NeuroHexSettings(
    side=4,
    width=8,
    depth=2,
    database_games=20,
    mentor_updates=30,
    episodes=12,
    games=4,
    batch=16,
    replay=200,
    log_every=10,
    measure_every=2,
)

PRESETS: Final[dict[str, NeuroHexSettings]] = {
    "paper-13": NeuroHexSettings(),
    "small-7": _SMALL_7,
    "small-7-unmentored": replace(_SMALL_7, mentor_updates=0),
    "small-7-no-database": replace(_SMALL_7, database_games=0),
    "contrast-7": replace(_SMALL_7, contrast=10.0, last_mentor_rate=0.00005),
    "long-7": replace(_SMALL_7, episodes=60_000),
    "long-9": replace(
        _SMALL_7, side=9, width=48, depth=8, database_games=4000, mentor_updates=12_000, episodes=60_000
    ),
    "size-free-7": _SIZE_FREE,
    "size-free-9": replace(_SIZE_FREE, side=9, mentor_updates=4000, episodes=4000),
    "size-free-11": replace(_SIZE_FREE, side=11, mentor_updates=4000, episodes=4000),
    "size-free-13": replace(_SIZE_FREE, side=13, mentor_updates=4000, episodes=20_000),
    "tiny": _TINY,
    "tiny-unmentored": replace(_TINY, mentor_updates=0),
    "tiny-no-database": replace(_TINY, database_games=0),
}
"""``tiny`` is for tests and a first look: it takes seconds, and learns next to nothing. Some are ablations:
without mentoring, or with games that start from one random move instead of a database position. The four
that are ``size-free`` are a curriculum: each begins with the network of the one before (``start``)."""


def preset(name: str) -> NeuroHexSettings:
    return choose_preset(PRESETS, name)


DEFAULT_PRESET: Final = "small-7"
Settings = NeuroHexSettings


def games_before(settings: NeuroHexSettings) -> int:
    """Games that are played before training begins."""
    return settings.database_games


def open_training(settings: NeuroHexSettings, run: RunOptions) -> Training:
    """Open a training with its database of games, which is played first, or played on."""
    use_torch(run.threads)
    from beeline.arena.database import make_database
    from beeline.learning.neurohex.learner import after_one_move
    from beeline.learning.neurohex.search_mentor import searched_positions
    from beeline.learning.neurohex.training import Training
    from beeline.networks.positions import from_moves

    run.folder.mkdir(parents=True, exist_ok=True)
    games: list[tuple[str, ...]] = []
    if settings.database_games:
        games = make_database(
            run.folder / "database.games",
            settings.database_player,
            side=settings.side,
            games=settings.database_games,
            seed=settings.seed,
            workers=run.workers,
            on_result=run.on_result,
        )
    database = from_moves(games, settings.side)
    searched = None
    if settings.mentor_updates and settings.mentor_simulations:
        searched = searched_positions(
            run.folder,
            database if len(database) else after_one_move(settings.side),
            run.workers,
            count=settings.mentor_positions,
            simulations=settings.mentor_simulations,
            seed=settings.seed,
        )
    return Training(settings, database, run.folder, searched=searched, resume=run.resume)
