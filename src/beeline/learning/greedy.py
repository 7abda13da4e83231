"""Games between functions that value every move, played at once and without search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.knowledge.resistance import LINK_KINDS, Links
from beeline.networks.positions import Moves, Positions, after_moves, empty_cells, empty_positions

ActionValues: TypeAlias = Callable[[Positions], NDArray[np.float32]]
"""Function from positions to ``float32[count, cells]``; what it says of stones does not count."""


def resistance_values(links: Links = "none") -> ActionValues:
    """The resistance heuristic of section 2.5 of the NeuroHex paper, on circuits with these links."""

    def values(positions: Positions) -> NDArray[np.float32]:
        found = np.empty((len(positions), positions.shape[-1] ** 2), dtype=np.float32)
        _core.value_by_resistance(positions, LINK_KINDS[links], found)
        return found

    return values


def best_moves(values: NDArray[np.float32], positions: Positions) -> tuple[Moves, NDArray[np.float32]]:
    """The empty cell of the highest value in each position, the first of equals, and that value."""
    open_values = np.where(empty_cells(positions), values, -np.inf)
    moves = open_values.argmax(axis=1)
    return moves.astype(np.int32), open_values[np.arange(len(moves)), moves].astype(np.float32)


def win_rate(ours: ActionValues, theirs: ActionValues, *, side: int) -> float:
    """Games over all first moves, each with either colour; the best move is always played."""
    cells = side * side
    openings = np.arange(cells, dtype=np.int32)
    # Both see the opened board as White; ours is to move in the first half of the games.
    opened, _ = after_moves(empty_positions(cells, side), openings)
    boards = np.concatenate([opened, opened])
    our_turn = np.arange(2 * cells) < cells
    we_won, going = np.zeros(2 * cells, dtype=np.bool_), np.ones(2 * cells, dtype=np.bool_)
    while going.any():
        for values, turn in ((ours, True), (theirs, False)):
            playing = np.flatnonzero(going & (our_turn == turn))
            if len(playing) == 0:
                continue
            moves, _ = best_moves(values(boards[playing]), boards[playing])
            boards[playing], won = after_moves(boards, moves, indices=playing)
            we_won[playing[won]] = turn
            going[playing[won]] = False
        our_turn = ~our_turn
    return float(we_won.mean())
