"""Fitted value iteration: every legal move of a position learns. An extension of the study.

One step of Adam fits the values of all legal moves of a batch of positions to targets that are held fixed:

    v(s, a) ← 1                      if a wins
    v(s, a) ← -max_b v(s', b)        if not

Nothing is played, and no label is used. Positions are drawn at random: with equally many stones all are
equally likely, and the number of stones goes by the square root of the number of such positions. A share of
them comes from the agent's own games instead: where it has to move against every defence, listed anew from
time to time, and a few random moves further on.

The cost is the cross-entropy of the chances to win, (1 + v) / 2: its gradient does not vanish where a value
is wrong and sure of itself, as that of the squared error does.
"""

from __future__ import annotations

from functools import partial
from math import comb, sqrt
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from beeline.files import Arrays
from beeline.learning.gradient_descent import TorchDescent
from beeline.learning.greedy import best_moves
from beeline.learning.neurodynamic.history import Progress
from beeline.learning.neurodynamic.measurements import values_of
from beeline.learning.neurodynamic.self_play import random_positions
from beeline.learning.neurodynamic.system import NeurodynamicSettings
from beeline.learning.neurodynamic.torch_network import scores, squashed
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.positions import Positions, after_moves, empty_cells, empty_positions

_MOST_OWN = 200_000  # positions of the agent's own games that are kept, of one length


class FittedIteration:
    """One network; equal settings give equal networks on one thread."""

    def __init__(self, settings: NeurodynamicSettings) -> None:
        self.settings = settings
        self.architecture = Architecture(side=settings.side, widening=settings.widening)
        first = self.architecture.random_weights(np.random.default_rng([settings.seed, 1]))
        self._weights = nn.Parameter(torch.from_numpy(first)[None])
        self._mean = self._weights.detach().clone()
        self._descent = TorchDescent({"weights": self._weights}, partial(torch.optim.Adam, lr=settings.rate))
        self._random = np.random.default_rng([settings.seed, 2])
        self._own = empty_positions(0, settings.side)
        self._lengths = _lengths(settings.side)
        self._updates = 0

    @property
    def weights(self) -> Tensor:
        """``[1, parameters]``: the running mean over updates, which is what plays."""
        return self._mean

    def advance(self) -> Progress:
        """One update."""
        if self.settings.own_share and self._updates % self.settings.relist == 0:
            self._own = own_positions(self.architecture, self._mean)
        positions = self._drawn()
        legal = torch.from_numpy(empty_cells(positions))
        targets = self._targets(positions, legal)
        self._descent.set_learning_rate(self._rate())
        logits = scores(self.architecture, self._weights, _planes(positions), alone=True)[0][legal]
        error = float((squashed(logits.detach()) - targets).square().mean())
        self._descent.descend(binary_cross_entropy_with_logits(logits, (1 + targets) / 2))
        self._updates += 1
        keep = min(self.settings.averaging, self._updates / (self._updates + 10))
        self._mean.lerp_(self._weights.detach(), 1 - keep)
        return Progress(0, error)

    def _rate(self) -> float:
        """Falls from the first to the last by equal factors."""
        first, last = self.settings.rate, self.settings.last_rate
        done = self._updates / self.settings.updates
        return first if last is None else float(first * (last / first) ** done)

    def _own_share(self) -> float:
        """Share of own positions, from the first to the last in a straight line."""
        first, last = self.settings.own_share, self.settings.last_own_share
        done = self._updates / self.settings.updates
        return first if last is None else first + (last - first) * done

    def _targets(self, positions: Positions, legal: Tensor) -> Tensor:
        """Targets of all legal moves, one position after the other."""
        indices, moves = np.nonzero(legal.numpy())
        after, won = after_moves(positions, moves.astype(np.int32), indices=indices)
        with torch.no_grad():
            following = squashed(scores(self.architecture, self._mean, _planes(after), alone=True)[0])
        stones = torch.from_numpy(~empty_cells(after))
        best = following.masked_fill(stones, -torch.inf).amax(dim=1)
        return torch.where(torch.from_numpy(won), 1.0, -best)

    def _drawn(self) -> Positions:
        """A batch, its share of the agent's own positions first."""
        side, count = self.settings.side, self.settings.games
        own = round(self._own_share() * count) if len(self._own) else 0
        chosen = self._own[self._random.integers(max(len(self._own), 1), size=own)]
        others = random_positions(self._random, count - own, side=side, lengths=self._lengths)
        return np.concatenate([_gone_on(chosen, self._random), others])

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """State to resume from: plain data and arrays."""
        arrays: dict[str, NDArray[Any]] = {
            f"descent.{name}": array for name, array in self._descent.arrays().items()
        }
        arrays |= {"weights": self._weights.detach().numpy(), "mean": self._mean.numpy(), "own": self._own}
        return {"updates": self._updates, "random": self._random.bit_generator.state}, arrays

    def restore(self, plain: dict[str, Any], arrays: Arrays) -> None:
        self._updates = plain["updates"]
        self._random.bit_generator.state = plain["random"]
        with torch.no_grad():
            self._weights.copy_(torch.from_numpy(arrays["weights"].copy()))
        self._mean = torch.from_numpy(arrays["mean"].copy())
        self._own = arrays["own"].copy()
        prefix = "descent."
        self._descent.restore({n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)})


def own_positions(architecture: Architecture, weights: Tensor) -> Positions:
    """Positions in which an agent has to move: in every game with either colour, from every opening,
    whatever it meets.

    Of each length so many at most.
    """
    opened = _replies(empty_positions(1, architecture.side))
    found = []
    for boards in (opened, _replies(opened)):
        while len(boards):
            found.append(boards)
            moves, _ = best_moves(values_of(architecture, weights, boards)[0], boards)
            after, won = after_moves(boards, moves)
            boards = _replies(np.unique(after[~won], axis=0))
    return np.concatenate(found)


def _replies(positions: Positions) -> Positions:
    """The different positions after every move that does not end the game, the first so many of them."""
    indices, moves = np.nonzero(empty_cells(positions))
    after, won = after_moves(positions, moves.astype(np.int32), indices=indices)
    return np.unique(after[~won], axis=0)[:_MOST_OWN]


def _lengths(side: int) -> NDArray[np.float64]:
    """The chances of each number of stones."""
    cells = side * side
    roots = np.array([sqrt(comb(cells, stones) * comb(stones, stones // 2)) for stones in range(cells - 1)])
    return np.asarray(roots / roots.sum())


def _gone_on(positions: Positions, random: np.random.Generator) -> Positions:
    """Positions after a few random moves, one with probability ½, two with ¼ and so on, as far as the game
    goes."""
    positions = positions.copy()
    moving = np.flatnonzero(random.random(len(positions)) < 0.5)
    while len(moving):
        empty = empty_cells(positions[moving])
        chance = np.where(empty, random.random(empty.shape), -1)
        after, won = after_moves(positions, chance.argmax(axis=1).astype(np.int32), indices=moving)
        positions[moving[~won]] = after[~won]
        moving = moving[~won & (random.random(len(moving)) < 0.5)]
    return positions


def _planes(positions: Positions) -> Tensor:
    return torch.from_numpy(neurohex_planes(positions)).unsqueeze(0)
