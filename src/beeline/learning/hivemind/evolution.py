"""One evolution: generations of policies that play each other.

Besides what every run has (``learning/training_run.py``), the folder holds ``learned.policy`` (at the end).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from beeline.files import content_of, write_whole
from beeline.learning import metrics
from beeline.learning.hivemind import report
from beeline.learning.hivemind.fitness import (
    FitnessGame,
    FitnessResult,
    fitness_games,
    fitness_of,
    play_fitness_game,
)
from beeline.learning.hivemind.gradient import SearchGradient
from beeline.learning.hivemind.optimiser import Budget, Genes, Optimiser
from beeline.learning.hivemind.strategy import EvolutionStrategy
from beeline.learning.hivemind.swarm import ParticleSwarm
from beeline.learning.hivemind.system import CHECKPOINT, EvolutionSettings
from beeline.learning.training_run import VERSION, Bar, RunFolder, TrainingError, TrainingRun
from beeline.networks.hivemind.patterns import count_classes, orbits, pattern_count
from beeline.networks.hivemind.policy import Policy
from beeline.rules.registry import HEX, game_kind
from beeline.workers import Workers

_PAIRINGS, _SEEDS, _GAUGE = 3, 4, 5  # purposes of random streams; optimisers use those below


@dataclass(frozen=True, kw_only=True)
class Generation(metrics.Entry):
    """Statistics of one generation. The win rate is that of what is learned against the default policy."""

    generation: int
    """Counted from 1."""
    best: int
    """The highest fitness of an individual, in points won less points lost."""
    mean: float
    """Mean fitness of the better half of the pool; that of the whole pool is always zero."""
    spread: float
    """The mean σ, or the mean speed of a swarm."""
    generation_games: int
    """Games of this generation alone."""
    simulations: int
    """Simulations of this generation."""


@dataclass(frozen=True)
class _OptimiserState:
    """State of an evolution in a checkpoint, besides its settings and its history."""

    optimiser: Optimiser

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        return {}, dict(self.optimiser.arrays())

    def restore(self, plain: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        self.optimiser.restore(arrays)


class Evolution(TrainingRun[Generation, FitnessResult]):
    """An evolution in a folder; without workers it can only tell what it has learned."""

    settings: EvolutionSettings
    kind: ClassVar[str] = CHECKPOINT
    noun: ClassVar[str] = "an evolution"
    product: ClassVar[str] = "policy"
    counter: ClassVar[str] = "generation"

    def __init__(
        self,
        settings: EvolutionSettings,
        folder: Path,
        workers: Workers | None = None,
        *,
        resume: bool = False,
    ) -> None:
        self.settings = settings
        self._workers = workers
        self._classes = orbits(settings.game) if settings.tied else None
        if settings.optimiser == "authors" and not settings.tied:
            self._classes = orbits(settings.game, exchange_colours=False)
        if settings.counted:
            self._classes = count_classes()
        genes = int(self._classes.max()) + 1 if self._classes is not None else pattern_count(settings.game)
        self._budget = Budget(
            genes=genes, generations=settings.generations, games=settings.games, seed=settings.seed
        )
        self._optimiser = self._new_optimiser()
        self._played_now = 0
        super().__init__(settings, _OptimiserState(self._optimiser), folder, resume=resume)

    def _begin(self) -> None:
        self._save()  # from now on it can be taken up

    @property
    def individuals(self) -> int:
        """Individuals per generation."""
        return self._optimiser.individuals

    @property
    def finished(self) -> bool:
        return len(self.history) == self.settings.generations

    def policy(self) -> Policy:
        """The policy after the last finished generation."""
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

    def _next_entry(self, tell: Callable[[FitnessResult], None]) -> Generation:
        start = time.monotonic()
        number = len(self.history)
        pool = self._optimiser.ask(number)
        pairs = list(self._optimiser.pairings(self._budget.random(number, purpose=_PAIRINGS)))
        games = fitness_games(
            self.weights_of(pool),
            pairs,
            conditions=self.settings.conditions,
            seed=self._game_seeds(number, purpose=_SEEDS),
        )
        results = self._played(games, tell)
        fitness = fitness_of(len(pool), pairs, [result.winner for result in results])
        self._optimiser.tell(number, pool, fitness)
        better_half = np.sort(fitness)[len(pool) // 2 :]
        games_before = self.history[-1].games if self.history else 0
        return Generation(
            generation=number + 1,
            games=games_before + len(results),
            generation_games=len(results),
            best=int(fitness.max()),
            mean=float(better_half.mean()),
            spread=self._optimiser.spread,
            simulations=sum(result.simulations for result in results),
            seconds=time.monotonic() - start,
            win_rate=self._win_rate(number),
        )

    def _played(
        self, games: Iterable[FitnessGame], tell: Callable[[FitnessResult], None] | None = None
    ) -> list[FitnessResult]:
        """The results in the order of the games."""
        if self._workers is None:
            raise TrainingError("an evolution needs workers to play its games")
        results: list[FitnessResult] = []
        for result in self._workers.run(play_fitness_game, games):
            results.append(result)
            if tell is not None:
                self._played_now = len(results)
                tell(result)
        return sorted(results, key=lambda result: result.number)

    def _win_rate(self, number: int) -> float | None:
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
        results = self._played(games)
        ours = ["white" if result.number % 2 else "black" for result in results]
        won: int = sum(result.winner == colour for result, colour in zip(results, ours, strict=True))
        drawn = sum(result.winner == "draw" for result in results)
        return (won + drawn / 2) / len(results)

    def _game_seeds(self, number: int, *, purpose: int) -> int:
        return int(self._budget.random(number, purpose=purpose).integers(1 << 62))

    def _new_optimiser(self) -> Optimiser:
        if self.settings.optimiser == "swarm":
            return ParticleSwarm(self._budget)
        if self.settings.optimiser == "gradient":
            return SearchGradient(self._budget, sigma=self.settings.sigma, start=self.settings.start)
        drawn = self.settings.optimiser == "authors"
        return EvolutionStrategy(self._budget, sigma=self.settings.sigma, drawn_sigma=drawn)

    # The folder

    def _export(self) -> None:
        if self.finished:
            self.policy().save(self.learned)

    def _entry_of(self, plain: dict[str, Any]) -> Generation:
        return Generation(**plain)

    def _in_present_words(self, history: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Older entries tell the games of their generation alone."""
        found, games = [], 0
        for entry in super()._in_present_words(history):
            if "generation_games" not in entry:
                games += entry["games"]
                entry |= {"games": games, "generation_games": entry["games"]}
            found.append(entry)
        return found

    # What people are shown

    @property
    def learned(self) -> Path:
        return self.folder / "learned.policy"

    @property
    def title(self) -> str:
        game = game_kind(self.settings.game).TITLE
        return f"Evolution of a policy of {game} on {self.settings.size}×{self.settings.size}"

    @property
    def total_steps(self) -> int:
        return self.settings.generations

    def line(self, entry: Generation) -> str:
        return report.line(self.settings, self.history[: entry.generation])

    def bars(self, progress: FitnessResult | None) -> list[Bar]:
        """The games of all generations."""
        per_generation = self.individuals * self.settings.games
        done = per_generation * len(self.history) + (self._played_now if progress is not None else 0)
        return [Bar("", done, per_generation * self.settings.generations, "games")]

    def summary(self) -> str:
        return report.summary(self.settings, self.history)

    def play_command(self) -> str:
        mode = "play" if self.settings.game == HEX else f"gtp --game {self.settings.game}"
        return f"beeline {mode} --player 'hivemind:weights={self.learned}'"

    def report(self, *, title: str) -> str:
        return report.report_html(self.settings, self.history, title=title)

    def leave(self, *, title: str) -> None:
        """Save what is learned so far as well, and the curve by itself."""
        if self.history:
            self.policy().save(self.learned)
            write_whole(self.folder / "curve.svg", report.curve(self.history).encode())
        super().leave(title=title)


def settings_in(folder: Path) -> EvolutionSettings:
    """Settings of the evolution in a folder. Raises an error if there is none."""
    run = RunFolder(folder, CHECKPOINT, VERSION, Evolution.noun, TrainingError)
    if not run.checkpoint.exists():
        raise TrainingError(f"{folder} holds no evolution to resume; start one without --resume")
    about, _ = run.restore({})
    with content_of(run.checkpoint):
        return EvolutionSettings(**about["settings"])


def policy_so_far(folder: Path) -> Policy:
    """The policy of the evolution in a folder, finished or not. Raises an error if there is none."""
    checkpoint = RunFolder(folder, CHECKPOINT, VERSION, Evolution.noun, TrainingError).checkpoint
    with content_of(checkpoint):
        return Evolution(settings_in(folder), folder, resume=True).policy()
