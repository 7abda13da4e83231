"""Minimax tree optimisation (Hoki and Kaneko, 2014): weights under which a search plays the teacher's moves.

Of a position, let m be a move and r a reply of the opponent. The player who chose is to move again, and
w·f(m, r) is the score of what there is then, with f its twelve characteristics. A search of two plies has

    s(m) = min_r w·f(m, r)

and the weights minimise, over all positions and all moves m but the chosen one c,

    J(w) = mean 1 / (1 + exp -(s(m) - s(c))) + λ |w|²

s is not smooth in w: the reply that is best under the present weights, the end of the principal variation, is
found anew before every step, and the gradient is that of its score. J is not convex either, so it starts from
the weights of :mod:`comparison`, which looks one ply ahead. Of each position the chosen move is looked at,
and the best ``moves`` others of those weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.networks.oldezo.characteristics import Weights
from beeline.rules.board import Board

_STEPS: Final = 400
_RATE: Final = 0.02  # of Adam, for weights of standardised characteristics
_RIDGE: Final = 1e-4
_CHARACTERISTICS: Final = 12


@dataclass(frozen=True)
class Trees:
    """Positions with a chosen move, some other moves, and every reply to each."""

    leaves: NDArray[np.float32]
    """``[positions, moves, replies, 12]``: what the player who chose sees after move and reply. The chosen
    move is the first; there is nothing where ``known`` is false."""
    known: NDArray[np.bool_]
    """``[positions, moves, replies]``"""

    def __len__(self) -> int:
        return len(self.leaves)


def grown_trees(
    games: Iterable[Sequence[str]], side: int, weights: Weights, *, moves: int, opening: int = 1
) -> Trees:
    """The trees of games, after the moves of their opening, while connections decide nothing.

    ``weights`` (of one ply) tell which moves besides the chosen one are looked at.
    """
    found = [
        tree
        for played in games
        for board, chosen in _open_positions(played, side, opening=opening)
        if (tree := _tree(board, chosen, weights, moves=moves)) is not None
    ]
    return _padded(found)


def optimised_weights(trees: Trees, start: Weights) -> Weights:
    """Weights that minimise J, from ``start``; the constant, which no order depends on, stays."""
    scale = trees.leaves[trees.known].std(axis=0).astype(np.float64)
    scale[scale == 0.0] = 1.0
    weights = start[:-1] * scale
    best, least = weights, np.inf
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        cost, gradient = _cost(trees, weights, scale)
        if cost < least:
            best, least = weights, cost
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        corrected = np.sqrt(square / (1 - 0.99**step)) + 1e-8
        weights = weights - _RATE * mean / (1 - 0.9**step) / corrected
    return np.append(best / scale, start[-1])


def tree_agreement(trees: Trees, weights: Weights) -> float:
    """Share of positions in which the chosen move is the best of two plies among those that were looked
    at."""
    scores, _ = _minimax(trees, weights[:-1])
    return float((scores.argmax(axis=1) == 0).mean())


def _cost(trees: Trees, weights: Weights, scale: Weights) -> tuple[float, Weights]:
    """J and its gradient, by weights of standardised characteristics."""
    scores, ends = _minimax(trees, weights / scale)
    others = np.isfinite(scores[:, 1:])
    apart = np.where(others, scores[:, 1:] - scores[:, :1], -np.inf)
    misses = 1 / (1 + np.exp(-np.clip(apart, -500, 500)))
    count = max(int(others.sum()), 1)
    slopes = np.where(others, misses * (1 - misses), 0.0)
    gradient = (slopes[..., None] * (ends[:, 1:] - ends[:, :1])).sum(axis=(0, 1)) / scale / count
    cost = float(np.where(others, misses, 0.0).sum()) / count + _RIDGE * float(weights @ weights)
    return cost, np.asarray(gradient + 2 * _RIDGE * weights)


def _minimax(trees: Trees, weights: Weights) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The score of every move, -inf where there is none, and the leaf at the end of its best line."""
    scores = np.where(trees.known, trees.leaves @ weights, np.inf)
    reply = scores.argmin(axis=2)
    least = np.take_along_axis(scores, reply[..., None], axis=2)[..., 0]
    ends = np.take_along_axis(trees.leaves, reply[..., None, None], axis=2)[:, :, 0].astype(np.float64)
    return np.where(trees.known.any(axis=2), least, -np.inf), ends


def _open_positions(played: Sequence[str], side: int, *, opening: int) -> Iterable[tuple[Board, str]]:
    board = Board(side)
    for number, move in enumerate(played):
        if number >= opening:
            yield board.copy(), move
        board.play(move)


def _tree(board: Board, chosen: str, weights: Weights, *, moves: int) -> list[NDArray[np.float32]] | None:
    """The leaves of the chosen move and of the best others; None where connections decide the position, or
    what the chosen move leads to."""
    after = dict(_core.characteristics_after_moves(board._native))
    first = board.cell_of(chosen)
    if first not in after or len(after) < 2:
        return None
    others = sorted(after.keys() - {first}, key=lambda cell: float(np.dot(after[cell], weights[:-1])))
    found = []
    for cell in (first, *others[:moves]):
        then = board.copy()
        then.play(board.name_of(cell))
        replies = _core.characteristics_after_moves(then._native)
        if not replies and cell == first:
            return None
        if replies:
            found.append(np.array([numbers for _, numbers in replies], dtype=np.float32))
    return found if len(found) > 1 else None


def _padded(found: Sequence[Sequence[NDArray[np.float32]]]) -> Trees:
    most = max((len(tree) for tree in found), default=1)
    replies = max((len(leaves) for tree in found for leaves in tree), default=1)
    leaves = np.zeros((len(found), most, replies, _CHARACTERISTICS), dtype=np.float32)
    known = np.zeros(leaves.shape[:3], dtype=np.bool_)
    for number, tree in enumerate(found):
        for move, seen in enumerate(tree):
            leaves[number, move, : len(seen)] = seen
            known[number, move, : len(seen)] = True
    return Trees(leaves, known)
