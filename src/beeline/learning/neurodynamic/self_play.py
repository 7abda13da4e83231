"""Games of many runs at once, each run with its own chance.

The study plays on two copies of the board, one the transpose of the other with colours exchanged, and takes
successive positions from different copies, so that White is to move in every position the network sees. That
is the view of :mod:`beeline.networks.positions`: each position as the player to move sees it.

Every number that chance brings to a run comes from that run's own generator, so that a run does not depend on
which others are advanced with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.files import Arrays
from beeline.networks.features import neurohex_planes
from beeline.networks.positions import Moves, Positions, after_moves, empty_cells, empty_positions

_BLOCK = 256  # steps whose chances are drawn together
_OF_A_MOVE = 3  # whether to explore, which move, and which position a new game starts from
_STARTS = 4096


class Choice(NamedTuple):
    """A move in every game, ``[runs, games]`` each."""

    actions: NDArray[np.int64]
    best: NDArray[np.int64]
    """The best-valued moves."""
    best_ratio: NDArray[np.float64]
    """Importance ratio: 1 / the probability of the move if it is the best-valued, else 0."""


class RandomStreams:
    """Uniform numbers in [0, 1) for each run, from a generator of its own."""

    def __init__(self, seeds: Sequence[int], shape: tuple[int, ...]) -> None:
        self._generators = [np.random.default_rng(seed) for seed in seeds]
        self._shape = shape
        self._block = np.empty((len(seeds), 0, *shape))
        self._used = 0

    def draw(self) -> NDArray[np.float64]:
        """``[runs, *shape]``."""
        if self._used == self._block.shape[1]:
            drawn = [generator.random((_BLOCK, *self._shape)) for generator in self._generators]
            self._block, self._used = np.stack(drawn), 0
        self._used += 1
        return self._block[:, self._used - 1]

    def state(self) -> tuple[dict[str, Any], Arrays]:
        """State to resume from: plain data and arrays."""
        states = [generator.bit_generator.state for generator in self._generators]
        return {"generators": states, "used": self._used}, {"block": self._block}

    def restore(self, plain: dict[str, Any], arrays: Arrays) -> None:
        for generator, state in zip(self._generators, plain["generators"], strict=True):
            generator.bit_generator.state = state
        self._used, self._block = plain["used"], arrays["block"]


class SelfPlay:
    """``games`` at once in every run; one that ends begins anew from a random position."""

    def __init__(self, seeds: Sequence[int], *, side: int, games: int = 1) -> None:
        self.runs, self.games, self.side = len(seeds), games, side
        self._chances = RandomStreams(seeds, (games, _OF_A_MOVE))
        self._starts = starting_positions(side)
        self._chance = self._chances.draw()
        self.positions = self._begun(np.ones((self.runs, games), dtype=np.bool_))
        self.begins = np.ones((self.runs, games), dtype=np.bool_)
        """Mask of the games in which no move has been made yet."""
        self._look()

    def _look(self) -> None:
        self.legal = empty_cells(self.positions).reshape(self.runs, self.games, -1)

    @property
    def planes(self) -> Tensor:
        """``[runs, games, 6, w, w]``, of the positions now."""
        planes = torch.from_numpy(neurohex_planes(self.positions))
        return planes.view(self.runs, self.games, *planes.shape[1:])

    def choose(self, values: Tensor, epsilon: NDArray[np.float64]) -> Choice:
        """ε-greedily by values ``[runs, games, cells]``: with probability ε a random move, each as likely."""
        self._chance = self._chances.draw()
        best = self._best(values)
        moves = self.legal.sum(axis=2)
        wanted = (self._chance[..., 1] * moves).astype(np.int64) + 1
        random = ((self.legal.cumsum(axis=2) == wanted[..., None]) & self.legal).argmax(axis=2)
        rate = epsilon[:, None]
        actions = np.where(self._chance[..., 0] < rate, random, best)
        return Choice(actions, best, (actions == best) / (1 - rate + rate / moves))

    def sample(self, values: Tensor, probabilities: Tensor) -> Choice:
        """Sample moves by the probabilities of a policy, ``[runs, games, cells]``."""
        self._chance = self._chances.draw()
        best = self._best(values)
        chances = np.where(self.legal, probabilities.numpy(), 0.0).astype(np.float64)
        reached = chances.cumsum(axis=2)
        # A policy that has diverged has no probabilities left: its first legal move counts as chosen.
        over = (reached > self._chance[..., 1:2] * reached[..., -1:]) & self.legal
        actions = np.where(over.any(axis=2), over.argmax(axis=2), self.legal.argmax(axis=2))
        likely = np.take_along_axis(chances, actions[..., None], axis=2)[..., 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            return Choice(actions, best, (actions == best) / likely)

    def play(self, choice: Choice) -> NDArray[np.bool_]:
        """Makes the moves; returns which of them won."""
        moves: Moves = choice.actions.astype(np.int32).ravel()
        after, won = after_moves(self.positions, moves)
        won = won.reshape(self.runs, self.games)
        after[won.ravel()] = self._begun(won)
        self.positions, self.begins = after, won
        self._look()
        return won

    def state(self) -> tuple[dict[str, Any], Arrays]:
        """State to resume from: plain data and arrays."""
        plain, arrays = self._chances.state()
        return plain, {**arrays, "chance": self._chance, "positions": self.positions, "begins": self.begins}

    def restore(self, plain: dict[str, Any], arrays: Arrays) -> None:
        self._chances.restore(plain, arrays)
        self._chance, self.positions, self.begins = (
            arrays[name].copy() for name in ("chance", "positions", "begins")
        )
        self._look()

    def _begun(self, where: NDArray[np.bool_]) -> Positions:
        chosen = (self._chance[..., 2] * len(self._starts)).astype(np.int64)
        return self._starts[chosen[where]]

    def _best(self, values: Tensor) -> NDArray[np.int64]:
        best: NDArray[np.int64] = np.where(self.legal, values.numpy(), -np.inf).argmax(axis=2)
        return best


@cache
def starting_positions(side: int) -> Positions:
    """Positions after a random number of random moves, the same for every run."""
    return random_positions(np.random.default_rng(0), _STARTS, side=side)


def random_positions(
    random: np.random.Generator,
    count: int,
    *,
    side: int,
    lengths: NDArray[np.float64] | None = None,
) -> Positions:
    """Positions after a random number of random moves, from none to two less than the cells.

    ``lengths`` are the chances of each number, which is uniform without them. Among positions with equally
    many stones all are equally likely: each has as many orders of moves.
    """
    found: list[Positions] = []
    missing = count
    while missing > 0:
        most = side * side - 1
        left = random.integers(most, size=count) if lengths is None else random.choice(most, count, p=lengths)
        found.append(_after_random_moves(random, left, side=side))
        missing -= len(found[-1])
    return np.concatenate(found)[:count]


def _after_random_moves(random: np.random.Generator, left: NDArray[np.int64], *, side: int) -> Positions:
    """Positions after so many random moves each; games that end before that are left out."""
    boards = empty_positions(len(left), side)
    going = np.ones(len(left), dtype=np.bool_)
    for move in range(int(left.max())):
        moving = np.flatnonzero(going & (left > move))
        chance = np.where(empty_cells(boards[moving]), random.random((len(moving), side * side)), -1)
        boards[moving], won = after_moves(boards, chance.argmax(axis=1).astype(np.int32), indices=moving)
        going[moving[won]] = False
    return boards[going]
