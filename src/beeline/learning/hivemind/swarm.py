"""Particle swarm optimisation, which the authors of Hivemind tried first (section 4).

Kennedy and Eberhart's swarm with the falling inertia of Shi and Eberhart, as in the textbook that the paper
cites. Each of 40 particles is drawn towards the best place it has been and the best place any has been:

    v ← w·v + 2·r₁·(own best − x) + 2·r₂·(best of all − x),    x ← x + v

with w falling from 0.9 to 0.4, r₁ and r₂ uniform in [0, 1] for each weight, and |v| at most 20. As many
individuals as evolution strategies evaluate, so that generations cost the same. Fitness comes from games
within the pool, so the fitness of a place is what it was worth when it was visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.learning.hivemind.optimiser import Budget, Genes, in_range, random_individuals, random_pairings

PARTICLES: Final = 40
_PULL: Final = 2.0
_INERTIA: Final = (0.9, 0.4)
_FASTEST: Final = 20.0


class ParticleSwarm:
    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.individuals = PARTICLES
        self.places: Genes = random_individuals(PARTICLES, budget)
        start = budget.random(0, purpose=2)
        velocities = start.uniform(-_FASTEST, _FASTEST, self.places.shape)
        self.velocities: Genes = velocities.astype(np.float32)
        self.best_places: Genes = self.places.copy()
        self.best_fitness: NDArray[np.int64] = np.full(PARTICLES, np.iinfo(np.int64).min)

    def ask(self, generation: int) -> Genes:
        if generation == 0:
            return self.places
        random = self._budget.random(generation)
        done = generation / self._budget.generations
        inertia = _INERTIA[0] + (_INERTIA[1] - _INERTIA[0]) * done
        own, shared = (random.random(self.places.shape, dtype=np.float32) for _ in range(2))
        velocities = (
            inertia * self.velocities
            + _PULL * own * (self.best_places - self.places)
            + _PULL * shared * (self.learned - self.places)
        )
        self.velocities = np.clip(velocities, -_FASTEST, _FASTEST).astype(np.float32)
        self.places = in_range(self.places + self.velocities)
        return self.places

    def pairings(self, random: np.random.Generator) -> Iterator[tuple[int, int]]:
        return random_pairings(PARTICLES, self._budget.games, random)

    def tell(self, generation: int, pool: Genes, fitness: NDArray[np.int64]) -> None:
        better = fitness >= self.best_fitness
        self.best_places = np.where(better[:, None], pool, self.best_places)
        self.best_fitness = np.where(better, fitness, self.best_fitness)

    @property
    def learned(self) -> Genes:
        """The best place that any particle has been."""
        return np.asarray(self.best_places[self.best_fitness.argmax()])

    @property
    def spread(self) -> float:
        return float(np.abs(self.velocities).mean())

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {
            "places": self.places,
            "velocities": self.velocities,
            "best_places": self.best_places,
            "best_fitness": self.best_fitness,
        }

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.places, self.velocities = arrays["places"], arrays["velocities"]
        self.best_places, self.best_fitness = arrays["best_places"], arrays["best_fitness"]
