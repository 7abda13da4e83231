"""Evolution strategies step by step, on an instance small enough to work out by hand; and the swarm."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from beeline.learning.hivemind.gradient import SearchGradient
from beeline.learning.hivemind.optimiser import Budget
from beeline.learning.hivemind.strategy import CHILDREN, KEPT, PARENTS, EvolutionStrategy
from beeline.learning.hivemind.swarm import PARTICLES, ParticleSwarm


@dataclass
class Dice:
    """Random numbers that were thrown before, with what they were asked for."""

    integers_thrown: list[list[int]]
    normal_thrown: list[float]
    steps_thrown: list[list[float]]
    asked: list[Any] = field(default_factory=list)

    def integers(self, high: int, size: int) -> Any:
        self.asked.append(("integers", high, size))
        return np.array(self.integers_thrown.pop(0))

    def normal(self, mean: float, deviation: float, size: int) -> Any:
        self.asked.append(("normal", mean, deviation, size))
        return np.array(self.normal_thrown)

    def standard_normal(self, shape: tuple[int, ...], dtype: Any) -> Any:
        self.asked.append(("standard_normal", shape))
        return np.array(self.steps_thrown, dtype=dtype)


class Loaded(Budget):
    """A budget whose dice are given."""

    dice: Any = None

    def random(self, generation: int, *, purpose: int = 0) -> Any:
        return super().random(generation, purpose=purpose) if purpose else self.dice


def small(dice: Dice) -> EvolutionStrategy:
    """Two genes, three parents, three children, one parent kept, over four generations."""
    Loaded.dice = dice
    strategy = EvolutionStrategy(
        Loaded(genes=2, generations=4, games=5, seed=1), sigma=10, parents=3, children=3, kept=1
    )
    strategy.parents = np.array([[10, 20], [30, 40], [90, 98]], dtype=np.float32)
    strategy.sigmas = np.array([1, 3, 8], dtype=np.float32)
    return strategy


def test_a_generation_by_hand() -> None:
    # Parents 0 and 1 (the second draw skips the first's own number), 2 and 1, 0 and 2.
    dice = Dice([[0, 2, 0], [0, 1, 1]], [log(2), 0.0, log(4)], [[1, -1], [2, 1], [0, 0.5]])
    strategy = small(dice)
    pool = strategy.ask(1)
    # τ = (1 − 1/4)/√2. The σ of the children: (1+3)/2·2 = 4, (8+3)/2·1 = 5.5 and (1+8)/2·4 = 18.
    assert dice.asked == [
        ("integers", 3, 3),
        ("integers", 2, 3),
        ("normal", 0, pytest.approx(0.75 / sqrt(2)), 3),
        ("standard_normal", (3, 2)),
    ]
    assert pool.tolist() == [
        [10, 20],  # the best parent, as it was
        [20 + 4, 30 - 4],
        [60 + 2 * 5.5, 69 + 5.5],
        [50, 59 + 0.5 * 18],
    ]
    strategy.tell(1, pool, np.array([-2, 3, -4, 1]))  # of four the three best go on
    assert strategy.parents.tolist() == [[24, 26], [50, 68], [10, 20]]
    assert strategy.sigmas.tolist() == [4, 18, 1]
    assert strategy.spread == pytest.approx(23 / 3)
    assert strategy.learned.tolist() == [24, 26]


def test_weights_stay_in_range() -> None:
    strategy = small(Dice([[0, 2, 0], [0, 1, 0]], [0.0, 0.0, 0.0], [[-9, 99], [8, 0], [0, 0]]))
    pool = strategy.ask(0)
    assert pool[1].tolist() == [2, 100]  # 20 − 18, and 30 + 198 kept at 100
    assert pool[2].tolist() == [100, 69]  # 60 + 44 kept at 100


def test_the_learning_rate_falls_to_zero() -> None:
    strategy = EvolutionStrategy(Budget(genes=2**13, generations=100, games=5, seed=1), sigma=10)
    assert strategy.learning_rate(0) == 1 / sqrt(2**13)
    assert strategy.learning_rate(50) == 0.5 / sqrt(2**13)
    assert strategy.learning_rate(100) == 0


def test_the_evolution_of_the_published_program_draws_sigmas_and_has_a_smaller_learning_rate() -> None:
    budget = Budget(genes=2**13, generations=100, games=5, seed=1)
    strategy = EvolutionStrategy(budget, sigma=0.05, drawn_sigma=True)
    assert 0 <= strategy.sigmas.min() < strategy.sigmas.max() <= 0.05
    assert len(set(strategy.sigmas.tolist())) == 30
    assert strategy.learning_rate(0) == 1 / sqrt(2**14)


def test_of_equals_those_carried_over_come_first() -> None:
    strategy = small(Dice([[0, 2, 0], [0, 1, 0]], [0.0, 0.0, 0.0], [[0, 0], [1, 1], [2, 2]]))
    pool = strategy.ask(0)
    strategy.tell(0, pool, np.array([1, 1, 1, 1]))
    assert strategy.parents.tolist() == pool[:3].tolist()


def test_the_numbers_of_the_paper() -> None:
    strategy = EvolutionStrategy(Budget(genes=8, generations=100, games=5, seed=1), sigma=10)
    assert (PARENTS, CHILDREN, KEPT) == (30, 35, 5)
    assert strategy.parents.shape == (30, 8)
    assert strategy.ask(0).shape == (40, 8)


def test_the_random_numbers_are_those_meant() -> None:
    budget = Budget(genes=2000, generations=100, games=5, seed=3)
    strategy = EvolutionStrategy(budget, sigma=5)
    assert 45 < strategy.parents.mean() < 55
    assert strategy.parents.min() < 1
    assert strategy.parents.max() > 99
    strategy.parents = np.full((30, 2000), 50, dtype=np.float32)
    children = strategy.ask(0)[KEPT:]
    assert children.std() == pytest.approx(5, rel=0.02)
    assert abs(children.mean() - 50) < 0.1
    # σ is the exponential of a normal variable with τ = 1/√2000.
    sigmas = strategy._pool_sigmas[KEPT:]
    assert np.log(sigmas / 5).std() == pytest.approx(1 / sqrt(2000), rel=0.4)


def test_parents_differ_and_all_are_drawn() -> None:
    budget = Budget(genes=30, generations=100, games=5, seed=4)
    strategy = EvolutionStrategy(budget, sigma=0.0001)
    strategy.parents = (100 * np.eye(30)).astype(np.float32)
    drawn: set[int] = set()
    for generation in range(20):
        for child in strategy.ask(generation)[KEPT:]:
            of = np.nonzero(child > 25)[0].tolist()
            assert len(of) == 2
            drawn.update(of)
    assert drawn == set(range(30))


def test_a_restored_strategy_goes_on_alike() -> None:
    budget = Budget(genes=5, generations=10, games=5, seed=1)
    one, other = EvolutionStrategy(budget, sigma=10), EvolutionStrategy(budget, sigma=1)
    fitness = np.arange(40) % 7
    one.tell(0, one.ask(0), fitness)
    other.restore(one.arrays())
    assert one.ask(1).tolist() == other.ask(1).tolist()


def test_everyone_plays_others_by_choice_with_either_colour() -> None:
    strategy = EvolutionStrategy(Budget(genes=2, generations=10, games=5, seed=1), sigma=10)
    pairs = list(strategy.pairings(np.random.default_rng(1)))
    assert len(pairs) == 200
    for game, (black, white) in enumerate(pairs):
        assert black != white
        assert game // 5 in (black, white)
        assert 0 <= min(black, white) <= max(black, white) < 40
    as_black = sum(black == game // 5 for game, (black, _) in enumerate(pairs))
    assert 70 < as_black < 130


def test_opponents_are_drawn_with_replacement() -> None:
    budget = Budget(genes=2, generations=10, games=1000, seed=1)
    strategy = EvolutionStrategy(budget, sigma=10, parents=3, children=3, kept=1)
    pairs = list(strategy.pairings(np.random.default_rng(1)))
    drawn = [[pair[0] + pair[1] - own for pair in pairs[1000 * own : 1000 * own + 1000]] for own in range(4)]
    for own, opponents in enumerate(drawn):
        for other in set(range(4)) - {own}:
            assert abs(opponents.count(other) - 1000 / 3) < 75  # five standard deviations
        # With replacement the same comes twice in a row as often as any other.
        again = sum(one == next_one for one, next_one in pairwise(opponents))
        assert abs(again - 999 / 3) < 75


# The search gradient


def test_a_search_gradient_by_hand() -> None:
    budget = Budget(genes=3, generations=4, games=2, seed=1)
    gradient = SearchGradient(budget, sigma=8)
    assert gradient.learned.tolist() == [50, 50, 50]
    pool = gradient.ask(1)
    steps = budget.random(1).standard_normal((20, 3), dtype=np.float32)
    assert pool[0] == pytest.approx(50 + 8 * steps[0], abs=1e-4)
    assert pool[1] == pytest.approx(50 - 8 * steps[0], abs=1e-4)
    assert pool[38] == pytest.approx(50 + 8 * steps[19], abs=1e-4)
    # The first pair scores 3 of 4 games, the last loses all, the others are even; the rate is 2·(1 − 1/4).
    fitness = np.zeros(40, dtype=np.int64)
    fitness[:2], fitness[38:] = (2, -2), (-4, 4)
    gradient.tell(1, pool, fitness)
    assert gradient.learned == pytest.approx(50 + 1.5 * 8 * (0.5 * steps[0] - steps[19]) / 20, abs=1e-4)


def test_the_two_of_a_mirrored_pair_play_each_other_with_either_colour() -> None:
    gradient = SearchGradient(Budget(genes=3, generations=4, games=2, seed=1), sigma=8)
    pairs = list(gradient.pairings(np.random.default_rng(1)))
    assert len(pairs) == gradient.individuals * 2
    assert pairs[:5] == [(1, 0), (0, 1), (1, 0), (0, 1), (3, 2)]


# The swarm


def test_a_swarm_moves_by_its_formula() -> None:
    budget = Budget(genes=3, generations=10, games=5, seed=2)
    swarm = ParticleSwarm(budget)
    first = swarm.ask(0)
    assert first.shape == (PARTICLES, 3)
    fitness = np.zeros(PARTICLES, dtype=np.int64)
    fitness[7] = 4
    swarm.tell(0, first, fitness)
    before, velocities = swarm.places.copy(), swarm.velocities.copy()
    second = swarm.ask(1)
    random = budget.random(1)
    random.random(before.shape, dtype=np.float32)  # no particle has been anywhere better: no own pull
    shared = random.random(before.shape, dtype=np.float32)
    expected = np.clip((0.9 - 0.05) * velocities + 2 * shared * (first[7] - before), -20, 20)
    assert second == pytest.approx(np.clip(before + expected, 0, 100), abs=1e-4)


def test_a_particle_remembers_its_best_place() -> None:
    swarm = ParticleSwarm(Budget(genes=2, generations=10, games=5, seed=2))
    first = swarm.ask(0).copy()
    swarm.tell(0, first, np.full(PARTICLES, 3))
    second = swarm.ask(1).copy()
    fitness = np.full(PARTICLES, 2)
    fitness[0] = 3  # as good as before, and newer
    swarm.tell(1, second, fitness)
    assert swarm.best_places[0].tolist() == second[0].tolist()
    assert swarm.best_places[1].tolist() == first[1].tolist()
    assert swarm.best_fitness.tolist() == [3] * PARTICLES


@pytest.mark.parametrize("make", [lambda budget: EvolutionStrategy(budget, sigma=10), ParticleSwarm])
def test_an_optimiser_finds_a_plain_optimum(make: Any) -> None:
    """Without noise and in few dimensions either comes close, which random search does not."""
    target = np.array([20, 80, 50, 10, 90])
    optimiser = make(Budget(genes=5, generations=60, games=5, seed=5))
    start = np.abs(optimiser.ask(0) - target).sum(axis=1).min()
    for generation in range(60):
        pool = optimiser.ask(generation)
        distance = np.abs(pool - target).sum(axis=1)
        optimiser.tell(generation, pool, (-1000 * distance).astype(np.int64))
    assert distance.min() < start / 3
