"""Hivemind as ``beeline train`` finds it: what an evolution of policies is, and its presets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from beeline.checks import Checks
from beeline.learning.hivemind.fitness import Conditions
from beeline.learning.training_run import RunOptions, TrainingError, choose_preset
from beeline.networks.hivemind.patterns import PatternGame
from beeline.networks.hivemind.policy import MAX_WEIGHT
from beeline.rules.registry import GO, HEX
from beeline.search.limit import MOST_SIMULATIONS

if TYPE_CHECKING:
    from beeline.learning.hivemind.evolution import Evolution


CHECKPOINT: Final = "evolution"
"""Kind of a checkpoint of an evolution."""


@dataclass(frozen=True, kw_only=True)
class EvolutionSettings:
    """Settings of an evolution; equal ones give equal evolutions, however many workers play."""

    game: PatternGame = HEX
    """The game to play."""
    size: int = 7
    """Rows and columns of the board."""
    generations: int = 100
    """Number of generations."""
    simulations: int = 1000
    """Simulations per move of a fitness game."""
    games: int = 5
    """Games that each individual plays by its own choice in a generation."""
    optimiser: Literal["strategy", "swarm", "gradient", "authors"] = "strategy"
    """Evolution strategies, a particle swarm, a search gradient, or evolution strategies as in the authors'
    published program, which differs from the paper: patterns tied by symmetry within a colour, the first σ of
    each individual drawn from [0, ``sigma``], and τ = 1/√(2n)."""
    sigma: float = 10.0
    """The first σ of an evolution strategy, or the σ of a search gradient; a swarm has none."""
    start: float = 50.0
    """The mean that a search gradient begins with. Below zero most patterns begin without weight, so that
    most simulations go on by the default policy."""
    tied: bool = False
    """Give patterns that are one under the game's symmetries one weight (not in the paper)."""
    counted: bool = False
    """Give patterns of Go with equal counts of stones at the sides and at the corners one weight: 1,225 in
    place of the 8,740 that symmetries leave."""
    gauge_every: int = 10
    """Generations from one gauge match against the default policy to the next; the matches change nothing."""
    gauge_games: int = 40
    """Games of a gauge match; 0 is none."""
    seed: int = 1
    """Equal seeds give equal runs."""

    def __post_init__(self) -> None:
        check = Checks(self, TrainingError)
        check.counts("generations", "simulations", "games", "gauge_every")
        check.not_negative("gauge_games", "seed")
        check.require(0 < self.sigma <= 100, f"sigma must be more than 0 and at most 100, not {self.sigma:g}")
        within = -MAX_WEIGHT <= self.start <= MAX_WEIGHT
        check.require(within, f"start must be from -100 to 100, not {self.start:g}")
        few = self.simulations <= MOST_SIMULATIONS
        check.require(few, f"simulations must be at most {MOST_SIMULATIONS:,}, not {self.simulations}")
        check.require(not self.counted or self.game == GO, "counted is for patterns of Go")
        check.require(3 <= self.size <= 19, f"policies are evolved on boards from 3 to 19, not {self.size}")

    @property
    def conditions(self) -> Conditions:
        return Conditions(game=self.game, size=self.size, simulations=self.simulations)


_PAPER: Final = EvolutionSettings()

PRESETS: Final[dict[str, EvolutionSettings]] = {
    "paper-7": _PAPER,
    "swarm-7": replace(_PAPER, optimiser="swarm"),
    "gradient-7": replace(_PAPER, optimiser="gradient"),
    "authors-7": replace(_PAPER, optimiser="authors", sigma=0.05),
    "go-7": replace(_PAPER, game=GO),
    "tiny": EvolutionSettings(size=4, generations=4, simulations=20, games=1, gauge_every=2, gauge_games=4),
}
"""``paper-7`` is the evolution of the paper's section 5, the next two are its other optimisers,
``authors-7`` is that of their published program. ``tiny`` is
for tests and a first look: it takes seconds, and learns little."""


def preset(name: str) -> EvolutionSettings:
    return choose_preset(PRESETS, name)


DEFAULT_PRESET: Final = "paper-7"
Settings = EvolutionSettings


def open_training(settings: EvolutionSettings, run: RunOptions) -> Evolution:
    """Open an evolution, which needs no PyTorch."""
    from beeline.learning.hivemind.evolution import Evolution

    return Evolution(settings, run.folder, run.workers, resume=run.resume)
