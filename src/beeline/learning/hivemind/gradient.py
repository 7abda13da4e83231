"""Evolution by a search gradient from mirrored pairs, which learns more from equal games than section 4.3.

One policy, the mean, is what evolves. A generation is 20 steps z, drawn from N(0, 1) for each weight, and
for each of them the two individuals mean + σz and mean − σz. The two play each other, so that every game
tells directly whether to go along z or against it, and no game is spent on who the opponent was. Then

    mean ← mean + rate · σ · (sum over the pairs of score(z) · z) / 20,    score = (won − lost) / games

with the rate falling in a straight line to zero. The mean may leave the range of weights, individuals may
not: a mean far below zero is a pattern that hardly any individual has a weight for.

Mirrored sampling: Brockhoff et al., Mirrored Sampling and Sequential Selection for Evolution Strategies (PPSN
2010). The update: Salimans et al., Evolution Strategies as a Scalable Alternative to Reinforcement Learning
(2017).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.learning.hivemind.optimiser import Budget, Genes, in_range
from beeline.networks.hivemind.policy import MAX_WEIGHT

STEPS: Final = 20
_RATE: Final = 2.0


class SearchGradient:
    def __init__(self, budget: Budget, *, sigma: float, start: float = MAX_WEIGHT / 2) -> None:
        self._budget, self._sigma = budget, sigma
        self.individuals = 2 * STEPS
        self.mean: Genes = np.full(budget.genes, start, dtype=np.float32)

    def ask(self, generation: int) -> Genes:
        steps = self._sigma * self._steps(generation)
        return in_range(np.stack([self.mean + steps, self.mean - steps], axis=1).reshape(2 * STEPS, -1))

    def pairings(self, random: np.random.Generator) -> Iterator[tuple[int, int]]:
        """Each pair plays as many games as its two individuals would ask for, half with each colour."""
        for first in range(0, 2 * STEPS, 2):
            for game in range(2 * self._budget.games):
                yield (first, first + 1) if game % 2 else (first + 1, first)

    def tell(self, generation: int, pool: Genes, fitness: NDArray[np.int64]) -> None:
        score = fitness[::2] / (2 * self._budget.games)
        rate = _RATE * (1 - generation / self._budget.generations)
        move = rate * self._sigma * (score @ self._steps(generation)) / STEPS
        self.mean = (self.mean + move).astype(np.float32)

    def _steps(self, generation: int) -> Genes:
        random = self._budget.random(generation)
        return random.standard_normal((STEPS, self._budget.genes), dtype=np.float32)

    @property
    def learned(self) -> Genes:
        return in_range(self.mean)

    @property
    def spread(self) -> float:
        return self._sigma

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"mean": self.mean}

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.mean = arrays["mean"]
