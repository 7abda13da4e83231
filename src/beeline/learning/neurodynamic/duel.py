"""Games between networks: the study's table I.

A recurrent network reads every position of a game, whoever is to move, as it did in training.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.learning.neurodynamic.torch_network import memory_step, scores, squashed
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.positions import Positions, after_moves, empty_cells, empty_positions


class Agent:
    """A network as one of two players."""

    def __init__(self, architecture: Architecture, weights: NDArray[np.float32]) -> None:
        self.architecture = architecture
        self._weights = torch.from_numpy(weights).unsqueeze(0)
        self._memory: Tensor | None = None

    def begin(self) -> None:
        """Forgets the games that were."""
        self._memory = None

    def values(self, positions: Positions) -> NDArray[np.float32]:
        """``[games, cells]``, of positions that follow those of the last call game by game."""
        planes = torch.from_numpy(neurohex_planes(positions)).unsqueeze(0)
        with torch.no_grad():
            if not self.architecture.recurrent:
                return np.asarray(squashed(scores(self.architecture, self._weights, planes))[0].numpy())
            if self._memory is None:
                self._memory = planes.new_zeros(1, len(positions), self.architecture.cells)
            values, self._memory = memory_step(self.architecture, self._weights, planes, self._memory)
        return np.asarray(values[0].numpy())


def first_player_wins(
    first: Agent, second: Agent, *, games: int, epsilon: float, random: np.random.Generator
) -> NDArray[np.bool_]:
    """``[games]``: whether the first player won, all from the empty board; a move is random with ``epsilon``.

    Both players look at every position, so that a recurrent one has the whole game before it.
    """
    side = first.architecture.side
    boards = empty_positions(games, side)
    first_won, going = np.zeros(games, dtype=np.bool_), np.ones(games, dtype=np.bool_)
    first.begin()
    second.begin()
    mover, other = first, second
    for _ in range(side * side):
        values = mover.values(boards)
        if other.architecture.recurrent:
            other.values(boards)
        legal = empty_cells(boards)
        chance = np.where(legal, random.random(legal.shape), -1.0)
        best = np.where(legal, values, -np.inf)
        moves = np.where(random.random(games) < epsilon, chance.argmax(axis=1), best.argmax(axis=1))
        after, won = after_moves(boards, moves.astype(np.int32))
        ended = going & won
        first_won[ended] = mover is first
        going &= ~won
        if not going.any():
            break
        boards[going] = after[going]
        mover, other = other, mover
    return first_won


def season(
    agents: Sequence[Agent], *, tournaments: int, epsilon: float, random: np.random.Generator
) -> NDArray[np.int64]:
    """Wins ``[agents, 2]`` as first and as second player: in a tournament all meet all with either turn."""
    wins = np.zeros((len(agents), 2), dtype=np.int64)
    for one, first in enumerate(agents):
        for two, second in enumerate(agents):
            if one == two:
                continue
            won = int(
                first_player_wins(first, second, games=tournaments, epsilon=epsilon, random=random).sum()
            )
            wins[one, 0] += won
            wins[two, 1] += tournaments - won
    return wins
