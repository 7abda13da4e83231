"""Evolution strategies, as in section 4.3 of the Hivemind paper.

A generation, from 30 parents:
  1. 35 children. Each is the average of two parents drawn at random, in its weights and in its σ.
     Its σ becomes σ·exp(N(0, τ²)), then every weight has N(0, σ²) added and is kept in [0, 100].
  2. The 5 best parents join them as they are.
  3. All 40 are evaluated, and the 30 best are the parents of the next generation.
τ starts at 1/√n for n weights and falls in a straight line to zero at the last generation.

Where the paper is silent: the two parents differ; of individuals with equal fitness, those carried over come
first, then the children in the order of their birth; before the first evaluation the 5 best parents are the
first five. The first σ is an argument: docs/papers/hivemind.md tells how its default was chosen.

The authors' published program differs from the paper: ``drawn_sigma`` draws the first σ of each individual
from [0, σ], and τ is 1/√(2n).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.learning.hivemind.optimiser import Budget, Genes, in_range, random_individuals, random_pairings

PARENTS: Final = 30
CHILDREN: Final = 35
KEPT: Final = 5


class EvolutionStrategy:
    def __init__(
        self,
        budget: Budget,
        *,
        sigma: float,
        parents: int = PARENTS,
        children: int = CHILDREN,
        kept: int = KEPT,
        drawn_sigma: bool = False,
    ) -> None:
        self._budget, self._children, self._kept = budget, children, kept
        self.individuals = kept + children
        self.parents: Genes = random_individuals(parents, budget)
        self.sigmas: Genes = np.full(parents, sigma, dtype=np.float32)
        self._halved = drawn_sigma
        if drawn_sigma:
            self.sigmas *= budget.random(0, purpose=2).random(parents, dtype=np.float32)
        self._pool_sigmas: Genes = self.sigmas

    def learning_rate(self, generation: int) -> float:
        """τ."""
        genes = 2 * self._budget.genes if self._halved else self._budget.genes
        return (1 - generation / self._budget.generations) / sqrt(genes)

    def ask(self, generation: int) -> Genes:
        random = self._budget.random(generation)
        mothers, fathers = _pairs(random, len(self.parents), self._children)
        sigmas = (self.sigmas[mothers] + self.sigmas[fathers]) / 2
        sigmas = sigmas * np.exp(random.normal(0, self.learning_rate(generation), self._children))
        averages = (self.parents[mothers] + self.parents[fathers]) / 2
        steps = random.standard_normal(averages.shape, dtype=np.float32) * sigmas[:, None]
        children = in_range(averages + steps)
        self._pool_sigmas = np.concatenate([self.sigmas[: self._kept], sigmas]).astype(np.float32)
        return np.concatenate([self.parents[: self._kept], children])

    def pairings(self, random: np.random.Generator) -> Iterator[tuple[int, int]]:
        return random_pairings(self.individuals, self._budget.games, random)

    def tell(self, generation: int, pool: Genes, fitness: NDArray[np.int64]) -> None:
        best_first = np.argsort(-fitness, kind="stable")[: len(self.parents)]
        self.parents = pool[best_first]
        self.sigmas = self._pool_sigmas[best_first]

    @property
    def learned(self) -> Genes:
        """The fittest individual of the last generation, as in section 5."""
        return np.asarray(self.parents[0])

    @property
    def spread(self) -> float:
        return float(self.sigmas.mean())

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"parents": self.parents, "sigmas": self.sigmas}

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.parents, self.sigmas = arrays["parents"], arrays["sigmas"]


def _pairs(
    random: np.random.Generator, individuals: int, count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two different individuals, ``count`` times."""
    first = random.integers(individuals, size=count)
    second = random.integers(individuals - 1, size=count)
    return first, second + (second >= first)
