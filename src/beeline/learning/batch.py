"""Thousands of games at once, for learners that write their own loop.

>>> games = HexBatch(4, side=5, seed=1)
>>> for _ in range(30):
...     won = games.step(games.random_moves())
>>> games.planes().shape
(4, 6, 9, 9)
"""

from __future__ import annotations

import copy

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.errors import ArgumentError, BoardSizeError, IllegalMove
from beeline.networks.features import neurohex_planes
from beeline.networks.positions import Moves, empty_cells, empty_positions
from beeline.rules.cells import MAX_SIZE


class HexBatch:
    """Boards of one size that are stepped together; every one is seen by its player to move.

    ``positions`` is the whole state (:mod:`beeline.networks.positions`), and may be written to.
    """

    def __init__(self, count: int, *, side: int = 11, seed: int = 0) -> None:
        if not 1 <= side <= MAX_SIZE:
            raise BoardSizeError(f"a Hex board has 1 to {MAX_SIZE} rows, not {side}")
        if count < 1:
            raise ArgumentError(f"there must be 1 board or more, not {count}")
        self.count, self.side = count, side
        self.positions = empty_positions(count, side)
        self._random = np.random.default_rng(seed).integers(1 << 63, size=count, dtype=np.uint64)
        self._won = np.empty(count, dtype=np.bool_)
        self._moves = np.empty(count, dtype=np.int32)

    def __copy__(self) -> HexBatch:
        return copy.deepcopy(self)

    def __eq__(self, other: object) -> bool:
        """Whether the boards are the same, and will be given the same random moves."""
        if not isinstance(other, HexBatch):
            return NotImplemented
        return np.array_equal(self.positions, other.positions) and np.array_equal(self._random, other._random)

    __hash__ = None  # type: ignore[assignment]  # a batch changes

    def step(self, moves: Moves, *, checked: bool = True) -> NDArray[np.bool_]:
        """Makes one move on every board; returns which games it won. Those begin anew with an empty board.

        With ``checked=False`` the caller vouches for the moves. The result is overwritten by the next step.
        """
        if checked:
            moves = np.ascontiguousarray(moves, dtype=np.int32)
            self._check(moves)
        _core.step_boards(self.positions, moves, self._won)
        return self._won

    def random_moves(self) -> Moves:
        """A legal move of every board, each equally likely; overwritten by the next call."""
        _core.draw_moves(self.positions, self._random, self._moves)
        return self._moves

    def legal_moves(self) -> NDArray[np.bool_]:
        """``bool[count, cells]``."""
        return empty_cells(self.positions)

    def stones(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """``bool[count, 2, cells]``: the cells of the player to move, and of the opponent."""
        shape = (self.count, 2, self.side**2)
        if out is None:
            out = np.empty(shape, dtype=np.bool_)
        elif out.shape != shape or out.dtype != np.bool_ or not out.flags.c_contiguous:
            raise ArgumentError(f"the stones need a contiguous bool array of shape {shape}, not {out.shape}")
        _core.mark_stones(self.positions, out)
        return out

    def planes(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Input planes of the boards, ``float32[count, 6, side + 4, side + 4]``."""
        return neurohex_planes(self.positions, out=out)

    def _check(self, moves: Moves) -> None:
        if moves.shape != (self.count,):
            raise IllegalMove(f"expected a move for each of {self.count} boards, got {moves.shape}")
        if ((moves < 0) | (moves >= self.side**2)).any():
            raise IllegalMove(f"moves are cells from 0 to {self.side**2 - 1}")
        rows, cols = moves // self.side, moves % self.side
        taken = self.positions[np.arange(self.count), :, rows] >> cols[:, None].astype(np.uint32) & 1
        if taken.any():
            board = int(taken.any(axis=1).argmax())
            raise IllegalMove(f"board {board}: cell {moves[board]} is taken")
