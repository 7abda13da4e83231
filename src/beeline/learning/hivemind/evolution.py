"""One evolution: generations of policies that play each other, in a folder that can be taken up again.

The folder holds ``checkpoint`` (the state after the last finished generation), ``history.jsonl`` (a line a
generation), ``learned.policy`` (at the end), and TensorBoard events where tensorboardX is installed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from beeline.errors import BeelineError
from beeline.files import content_of
from beeline.learning.events import Events
from beeline.learning.hivemind.fitness import (
    Conditions,
    FitnessGame,
    FitnessResult,
    fitness_games,
    fitness_of,
    play_fitness_game,
)
from beeline.learning.hivemind.gradient import SearchGradient
from beeline.learning.hivemind.optimiser import Course, Genes, Optimiser
from beeline.learning.hivemind.strategy import EvolutionStrategy
from beeline.learning.hivemind.swarm import ParticleSwarm
from beeline.learning.run_folder import RunFolder
from beeline.networks.hivemind.patterns import PatternGame, count_classes, orbits, pattern_count
from beeline.networks.hivemind.policy import MAX_WEIGHT, Policy
from beeline.search.settings import MOST_SIMULATIONS
from beeline.workers import Workers

_KIND: Final = "evolution"
_VERSION: Final = 1
_PAIRINGS, _SEEDS, _GAUGE = 3, 4, 5  # purposes of random streams; optimisers use those below


class EvolutionError(BeelineError, ValueError):
    """An evolution that cannot begin or go on as asked."""


@dataclass(frozen=True, kw_only=True)
class EvolutionSettings:
    """What an evolution is; equal settings give equal evolutions, however many workers play."""

    game: PatternGame = "hex"
    size: int = 7
    generations: int = 100
    simulations: int = 1000
    """For each move of a fitness game."""
    games: int = 5
    """That each individual plays by its own choice in a generation."""
    optimiser: Literal["strategy", "swarm", "gradient"] = "strategy"
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
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("generations", "simulations", "games", "gauge_every"):
            if getattr(self, name) < 1:
                raise EvolutionError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if self.gauge_games < 0 or self.seed < 0:
            raise EvolutionError("gauge_games and seed must not be negative")
        if not 0 < self.sigma <= 100:
            raise EvolutionError(f"sigma must be more than 0 and at most 100, not {self.sigma:g}")
        if not -MAX_WEIGHT <= self.start <= MAX_WEIGHT:
            raise EvolutionError(f"start must be from -100 to 100, not {self.start:g}")
        if self.simulations > MOST_SIMULATIONS:
            raise EvolutionError(f"simulations must be at most {MOST_SIMULATIONS:,}, not {self.simulations}")
        if self.counted and self.game != "go":
            raise EvolutionError("counted is for patterns of Go")
        if not 3 <= self.size <= 19:
            raise EvolutionError(f"policies are evolved on boards from 3 to 19, not {self.size}")

    @property
    def conditions(self) -> Conditions:
        return Conditions(game=self.game, size=self.size, simulations=self.simulations)


@dataclass(frozen=True, kw_only=True)
class Generation:
    """What a generation came to."""

    generation: int
    """Counted from 1."""
    best: int
    """The highest fitness of an individual, in points won less points lost."""
    mean: float
    """Of the better half of the pool; of the whole pool it is always zero."""
    spread: float
    """The mean σ, or the mean speed of a swarm."""
    games: int
    simulations: int
    seconds: float
    gauge: float | None
    """Win rate of what is learned against the default policy, where it was measured."""


class Evolution:
    """An evolution in a folder: begun there, or taken up after its last finished generation."""

    def __init__(self, settings: EvolutionSettings, folder: Path, *, resume: bool = False) -> None:
        self.settings, self.folder = settings, folder
        self.history: list[Generation] = []
        self._classes = orbits(settings.game) if settings.tied else None
        if settings.counted:
            self._classes = count_classes()
        genes = int(self._classes.max()) + 1 if self._classes is not None else pattern_count(settings.game)
        self._course = Course(
            genes=genes, generations=settings.generations, games=settings.games, seed=settings.seed
        )
        self._optimiser = self._new_optimiser()
        self._run = _run_in(folder)
        if self._run.begins(resume=resume):
            self._save()  # from now on it can be taken up
        else:
            self._restore()

    @property
    def individuals(self) -> int:
        """Of a generation."""
        return self._optimiser.individuals

    @property
    def finished(self) -> bool:
        return len(self.history) == self.settings.generations

    def run(
        self,
        workers: Workers,
        *,
        on_game: Callable[[FitnessResult], None] | None = None,
        on_generation: Callable[[Generation], None] | None = None,
    ) -> Policy:
        """Goes on to the last generation, keeping a checkpoint after each, and returns the learned policy."""
        with self._run.locked(), closing(Events(self.folder)) as events:
            while not self.finished:
                done = self._next_generation(workers, on_game)
                self.history.append(done)
                # Before the checkpoint: a generation played again after a kill gives the same numbers.
                numbers = {name: getattr(done, name) for name in ("best", "mean", "spread", "gauge")}
                events.add({f"evolution/{name}": at for name, at in numbers.items()}, done.generation)
                self._save()
                if on_generation is not None:
                    on_generation(done)
            policy = self.policy()
            policy.save(self.folder / "learned.policy")
        return policy

    def policy(self) -> Policy:
        """What is learned after the last finished generation."""
        return Policy(
            game=self.settings.game,
            size=self.settings.size,
            weights=self.weights_of(self._optimiser.learned),
            made=asdict(self.settings),
            history=tuple({"best": entry.best, "mean": entry.mean} for entry in self.history),
        )

    def weights_of(self, genes: Genes) -> NDArray[np.float32]:
        """The weight of each pattern, for one individual or several."""
        return genes if self._classes is None else np.ascontiguousarray(genes[..., self._classes])

    # A generation

    def _next_generation(
        self, workers: Workers, on_game: Callable[[FitnessResult], None] | None
    ) -> Generation:
        start = time.monotonic()
        number = len(self.history)
        pool = self._optimiser.ask(number)
        pairs = list(self._optimiser.pairings(self._course.random(number, purpose=_PAIRINGS)))
        games = fitness_games(
            self.weights_of(pool),
            pairs,
            conditions=self.settings.conditions,
            seed=self._game_seeds(number, purpose=_SEEDS),
        )
        results = _played(games, workers, on_game)
        fitness = fitness_of(len(pool), pairs, [result.winner for result in results])
        self._optimiser.tell(number, pool, fitness)
        better_half = np.sort(fitness)[len(pool) // 2 :]
        return Generation(
            generation=number + 1,
            best=int(fitness.max()),
            mean=float(better_half.mean()),
            spread=self._optimiser.spread,
            games=len(results),
            simulations=sum(result.simulations for result in results),
            seconds=time.monotonic() - start,
            gauge=self._gauge(number, workers),
        )

    def _gauge(self, number: int, workers: Workers) -> float | None:
        settings = self.settings
        last = number + 1 == settings.generations
        if settings.gauge_games == 0 or ((number + 1) % settings.gauge_every and not last):
            return None
        weights = self.weights_of(self._optimiser.learned)
        seed = self._game_seeds(number, purpose=_GAUGE)
        games = [
            FitnessGame(
                number=game,
                conditions=settings.conditions,
                black=None if game % 2 else weights,
                white=weights if game % 2 else None,
                seed=seed + game,
            )
            for game in range(settings.gauge_games)
        ]
        results = _played(games, workers, None)
        ours = ["white" if result.number % 2 else "black" for result in results]
        won: int = sum(result.winner == colour for result, colour in zip(results, ours, strict=True))
        drawn = sum(result.winner == "draw" for result in results)
        return (won + drawn / 2) / len(results)

    def _game_seeds(self, number: int, *, purpose: int) -> int:
        return int(self._course.random(number, purpose=purpose).integers(1 << 62))

    def _new_optimiser(self) -> Optimiser:
        if self.settings.optimiser == "swarm":
            return ParticleSwarm(self._course)
        if self.settings.optimiser == "gradient":
            return SearchGradient(self._course, sigma=self.settings.sigma, start=self.settings.start)
        return EvolutionStrategy(self._course, sigma=self.settings.sigma)

    # The folder

    def _save(self) -> None:
        history = [asdict(generation) for generation in self.history]
        self._run.save(asdict(self.settings), history, self._optimiser.arrays())

    def _restore(self) -> None:
        about, arrays = self._run.restore(asdict(self.settings), defaults=asdict(EvolutionSettings()))
        with content_of(self._run.checkpoint):
            self.history = [Generation(**entry) for entry in about["history"]]
            self._optimiser.restore(arrays)


def _run_in(folder: Path) -> RunFolder:
    return RunFolder(folder, _KIND, _VERSION, "an evolution", EvolutionError)


def settings_in(folder: Path) -> EvolutionSettings:
    """What the evolution in a folder was begun with. Raises an error if there is none."""
    run = _run_in(folder)
    if not run.checkpoint.exists():
        raise EvolutionError(f"{folder} holds no evolution to go on with; begin one without --resume")
    about, _ = run.restore({})
    with content_of(run.checkpoint):
        return EvolutionSettings(**about["settings"])


def policy_so_far(folder: Path) -> Policy:
    """What the evolution in a folder has learned, finished or not. Raises an error if there is none."""
    with content_of(_run_in(folder).checkpoint):
        return Evolution(settings_in(folder), folder, resume=True).policy()


def _played(
    games: Any, workers: Workers, on_game: Callable[[FitnessResult], None] | None
) -> list[FitnessResult]:
    """The results in the order of the games."""
    results = []
    for result in workers.run(play_fitness_game, games):
        results.append(result)
        if on_game is not None:
            on_game(result)
    return sorted(results, key=lambda result: result.number)
