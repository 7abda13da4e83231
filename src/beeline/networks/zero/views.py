"""Positions as networks of zero see them, and the planes that they read.

The player to move joins top and bottom; where White is to move the board is transposed and recoloured.
Stones are ``uint8[count, rows, cols]``: 0 empty, 1 own, 2 opposing. ``last`` is ``int32[count]``: the cell of
the last move, row * cols + column, or -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.errors import BoardSizeError
from beeline.networks.zero.architecture import PLANES
from beeline.rules.board import Board

Stones: TypeAlias = NDArray[np.uint8]
Cells: TypeAlias = NDArray[np.int32]
Planes: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True)
class Views:
    """Positions of one shape."""

    stones: Stones
    last: Cells

    def __len__(self) -> int:
        return len(self.stones)

    def __getitem__(self, index: NDArray[np.int64] | slice) -> Views:
        return Views(self.stones[index], self.last[index])

    @property
    def empty(self) -> NDArray[np.bool_]:
        """``bool[count, cells]``: where a move can be."""
        return np.equal(self.stones, 0).reshape(len(self), -1)

    def planes(self) -> Planes:
        """``float32[count, 4, rows + 2, cols + 2]``: own, opposing, board, last move.

        The frame above and below holds own stones, left and right opposing stones, in its corners both.
        """
        count, rows, cols = self.stones.shape
        planes = np.zeros((count, PLANES, rows + 2, cols + 2), dtype=np.float32)
        planes[:, 0, [0, -1], :] = 1
        planes[:, 1, :, [0, -1]] = 1
        planes[:, 0, 1:-1, 1:-1] = self.stones == 1
        planes[:, 1, 1:-1, 1:-1] = self.stones == 2
        planes[:, 2, 1:-1, 1:-1] = 1
        moved = np.flatnonzero(self.last >= 0)
        row, col = np.divmod(self.last[moved], cols)
        planes[moved, 3, row + 1, col + 1] = 1
        return planes


def views_of(boards: Sequence[Board]) -> Views:
    """Canonical views of boards of one shape: square, or with one player to move."""
    told = [_view_of(board) for board in boards]
    if len({stones.shape for stones, _ in told}) > 1:
        raise BoardSizeError("expected boards of one shape, as their players to move see them")
    return Views(
        np.stack([stones for stones, _ in told]), np.array([last for _, last in told], dtype=np.int32)
    )


def _view_of(board: Board) -> tuple[Stones, int]:
    stones = np.empty(board.rows * board.cols, dtype=np.uint8)
    rows, cols, last = _core.canonical_view(board._native, stones)
    return stones.reshape(rows, cols), last
