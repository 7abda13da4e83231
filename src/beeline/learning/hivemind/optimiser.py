"""The interface of an optimiser: it proposes a pool of individuals and learns how they fared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from beeline.networks.hivemind.policy import MAX_WEIGHT

Genes = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Budget:
    """Settings of every optimiser: how long it has, and its random numbers."""

    genes: int
    """Numbers in [0, 100] of an individual."""
    generations: int
    games: int
    """Games that each individual plays by its own choice in a generation."""
    seed: int

    def random(self, generation: int, *, purpose: int = 0) -> np.random.Generator:
        """A stream of its own for each generation, so that a run can be taken up at any of them."""
        return np.random.default_rng([self.seed, generation, purpose])


class Optimiser(Protocol):
    """Optimiser of policies. Its state between two generations is its arrays, and nothing else."""

    individuals: int
    """Individuals per generation."""

    def ask(self, generation: int) -> Genes:
        """The individuals of a generation, a row each; generations count from 0."""

    def pairings(self, random: np.random.Generator) -> Iterator[tuple[int, int]]:
        """Black and White of each game of a generation, by their numbers in the pool."""

    def tell(self, generation: int, pool: Genes, fitness: NDArray[np.int64]) -> None:
        """Takes the fitness of each individual of the pool just asked for."""

    @property
    def learned(self) -> Genes:
        """The best that is known after the last generation told."""

    @property
    def spread(self) -> float:
        """Size of the steps that the next generation takes."""

    def arrays(self) -> dict[str, NDArray[Any]]: ...

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None: ...


def random_pairings(pool: int, games: int, random: np.random.Generator) -> Iterator[tuple[int, int]]:
    """Every individual in turn against others drawn with replacement, with a colour drawn by chance."""
    for individual in range(pool):
        for _ in range(games):
            other = int(random.integers(pool - 1))
            other += other >= individual
            yield (individual, other) if random.random() < 0.5 else (other, individual)


def random_individuals(count: int, budget: Budget) -> Genes:
    """Weights drawn uniformly from the whole range (section 4.3, step 1)."""
    start = budget.random(0, purpose=1)
    return start.uniform(0, MAX_WEIGHT, (count, budget.genes)).astype(np.float32)


def in_range(genes: NDArray[Any]) -> Genes:
    return np.asarray(np.clip(genes, 0, MAX_WEIGHT), dtype=np.float32)
