"""The exact measure: values and moves of many networks held against the solved game.

On 3×3 (and 4×4) every position that play can reach is known with the moves that win. An after-state, the
position that a move leads to, is worth 1 to the player who made the move if that player wins with best play,
and -1 if not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beeline.learning.positions import Positions, after_moves, empty_cells
from beeline.learning.yardstick import yardstick

Numbers = NDArray[np.float64]


class Exact(NamedTuple):
    """What networks are worth, ``[runs]`` each; not a number where a network's values are not."""

    error: Numbers
    """The root of the mean squared error of values over all after-states."""
    keeps: Numbers
    """Of won positions that have a losing move: how often the best-valued move keeps the win."""
    wins: Numbers
    """Against perfect play over all openings, on the side that wins with best play."""
    first: Numbers
    """The same over the winning openings alone, as the player who opened."""


@dataclass(frozen=True)
class Truth:
    """Every position of a board whose game goes on, as the player to move sees it."""

    positions: Positions
    legal: NDArray[np.bool_]
    """``[positions, cells]``"""
    winning: NDArray[np.bool_]
    following: NDArray[np.int64]
    """``[positions, cells]``: the number of the position after a move; -1 if the move ends the game."""
    stones: NDArray[np.int64]

    def measure(self, values: NDArray[np.float32]) -> Exact:
        """Of values ``[runs, positions, cells]``."""
        finite = np.isfinite(values).all(axis=(1, 2))
        worth = np.where(self.winning, 1.0, -1.0)
        squares = np.square(values[:, self.legal] - worth[self.legal])
        moves = np.where(self.legal, values, -np.inf).argmax(axis=2)
        keeps = np.take_along_axis(np.broadcast_to(self.winning, values.shape), moves[..., None], axis=2)
        contested = self.winning.any(axis=1) & (self.legal & ~self.winning).any(axis=1)
        wins, first = self._against_perfect_play(moves)
        found = (np.sqrt(squares.mean(axis=1)), keeps[:, contested, 0].mean(axis=1), wins, first)
        return Exact(*(np.where(finite, number, np.nan) for number in found))

    def _against_perfect_play(self, moves: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
        """The chance to win, exactly: positions from the full board back to the first moves.

        The opponent keeps a win by any of the moves that do, each as likely, and has any move, each as
        likely, where it has lost: a chance of 1 is a win against every defence.
        """
        runs = len(moves)
        on_move, waiting = np.zeros((2, runs, len(self.positions) + 1))  # the last: the game has ended
        replies = np.where(self.winning.any(axis=1, keepdims=True), self.winning, self.legal)
        for stones in range(int(self.stones.max()), -1, -1):
            here = np.flatnonzero(self.stones == stones)
            after = self.following[here, moves[:, here]]
            ours = np.take_along_axis(waiting, after, axis=1)
            on_move[:, here] = np.where(after < 0, 1.0, ours)
            chances = on_move[:, self.following[here]] * replies[here]
            waiting[:, here] = chances.sum(axis=2) / replies[here].sum(axis=1)
        empty = int(np.flatnonzero(self.stones == 0)[0])
        opened = self.following[empty]
        opens = waiting[:, opened[self.winning[empty]]]
        answers = on_move[:, opened[~self.winning[empty]]]
        return np.concatenate([opens, answers], axis=1).mean(axis=1), opens.mean(axis=1)


@cache
def truth(side: int) -> Truth:
    """Raises ValueError where not all positions are known."""
    known = yardstick(side)
    positions, legal = known.positions, empty_cells(known.positions)
    keys = _keys(positions)
    order = keys.argsort()
    indices, moves = np.nonzero(legal)
    after, won = after_moves(positions, moves.astype(np.int32), indices=indices)
    following = np.full(legal.shape, -1, dtype=np.int64)
    following[indices, moves] = np.where(
        won, -1, order[np.searchsorted(keys[order], _keys(after)).clip(max=len(keys) - 1)]
    )
    return Truth(positions, legal, known.winning, following, (~legal).sum(axis=1))


def _keys(positions: Positions) -> NDArray[np.int64]:
    count, _, side = positions.shape
    rows = positions.reshape(count, -1).astype(np.int64)
    return np.asarray((rows << np.arange(2 * side) * side).sum(axis=1))
