"""Square positions as networks see them, many in one array, and their symmetries.

A network plays White, who joins left and right. Where Black is to move, the board is reflected in the long
diagonal and the colours are exchanged: the same position, seen by the player to move. An array of positions
is ``uint32[count, 2, side]``: the rows of the player to move as bits, the first column in bit 0, then those
of the opponent. A move in such a position is a cell of what is seen, row * side + column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.errors import BoardSizeError
from beeline.rules.board import Board
from beeline.rules.game import Colour

Positions: TypeAlias = NDArray[np.uint32]
Moves: TypeAlias = NDArray[np.int32]


def empty_positions(count: int, side: int) -> Positions:
    """Make ``count`` empty boards."""
    return np.zeros((count, 2, side), dtype=np.uint32)


def positions_of(boards: Sequence[Board]) -> Positions:
    """Views of boards of one size, each by its player to move."""
    side = boards[0].rows if boards else 1
    packed = empty_positions(len(boards), side)
    for index, board in enumerate(boards):
        if (board.rows, board.cols) != (side, side):
            raise BoardSizeError(f"expected a board of {side}×{side}, got {board.rows}×{board.cols}")
        _core.pack_position(board._native, packed, index)
    return packed


def board_of(position: Positions, *, to_move: Colour = "white") -> Board:
    """One position on a board, with the colour that is to move there."""
    side = position.shape[-1]
    board = Board(side)
    cells = np.arange(side * side)
    white, black = (
        [board.name_of(int(cell)) for cell in cells[(rows[cells // side] >> (cells % side) & 1).astype(bool)]]
        for rows in position
    )
    board.set_up(black=black, white=white, to_move="white")
    return board if to_move == "white" else board.reflected()


def seen_cell(cell: int, *, side: int, to_move: Colour) -> int:
    """A cell of the board as the player to move sees it, and back: the map is its own inverse."""
    return cell if to_move == "white" else cell % side * side + cell // side


def half_turned(positions: Positions) -> Positions:
    """The boards turned by 180°: the same players, the same value."""
    turned = positions.copy()
    _core.half_turn_positions(turned)
    return turned


def half_turned_moves(moves: NDArray[np.integer], side: int) -> Moves:
    return np.asarray(side * side - 1 - moves, dtype=np.int32)


def with_other_to_move(positions: Positions) -> Positions:
    """The same stones where the opponent is to move, as the opponent sees them."""
    other = positions.copy()
    _core.reflect_positions(other)
    return other


def after_moves(
    positions: Positions,
    moves: Moves,
    *,
    indices: NDArray[np.int64] | None = None,
    turned: NDArray[np.bool_] | None = None,
) -> tuple[Positions, NDArray[np.bool_]]:
    """The positions after a move each, as the opponents see them, and whether the move won.

    ``indices`` choose positions, which are not copied; those for which ``turned`` holds are turned by 180°.
    """
    if indices is None:
        indices = np.arange(len(positions))
    count = len(indices)
    after = np.empty((count, *positions.shape[1:]), dtype=np.uint32)
    won = np.empty(count, dtype=np.bool_)
    if turned is None:
        turned = np.zeros(count, dtype=np.bool_)
    _core.follow_moves(positions, indices, moves, turned, after, won)
    return after, won


def empty_cells(positions: Positions) -> NDArray[np.bool_]:
    """``bool[count, cells]``: where there is no stone."""
    count, _, side = positions.shape
    empty = np.empty((count, side * side), dtype=np.bool_)
    _core.mark_empty(positions, empty)
    return empty


def from_moves(games: Iterable[tuple[str, ...]], side: int) -> Positions:
    """Every position of these games in which the game goes on, from the first move on.

    A swap of pieces counts as the move it is.
    """
    found: list[Board] = []
    for moves in games:
        board = Board(side)
        for move in moves:
            board.play(move)
            if board.winner is None:
                found.append(board.copy())
    return positions_of(found) if found else empty_positions(0, side)
