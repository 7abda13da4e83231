"""Whether a player without chance wins against every defence: nothing is sampled, every reply is tried."""

from __future__ import annotations

import numpy as np

from beeline.learning.greedy import ActionValues, best_moves
from beeline.networks.positions import Positions, after_moves, empty_cells, empty_positions, seen_cell

_MOST = 200_000  # positions of one length, beyond which it is not tried


def beats_every_defence(values: ActionValues, *, side: int, opening: int) -> bool | None:
    """With Black, who has opened at a cell of the board; None if there are too many defences to try."""
    first = np.array([seen_cell(opening, side=side, to_move="black")], dtype=np.int32)
    theirs, _ = after_moves(empty_positions(1, side), first)
    while len(theirs):
        defended = _after_every_reply(theirs)
        if defended is None:
            return False
        if len(defended) > _MOST:
            return None
        moves, _ = best_moves(values(defended), defended)
        after, won = after_moves(defended, moves)
        theirs = np.unique(after[~won], axis=0)
    return True


def _after_every_reply(theirs: Positions) -> Positions | None:
    """The different positions that the opponent can bring about; None if a reply wins."""
    indices, replies = np.nonzero(empty_cells(theirs))
    after, won = after_moves(theirs, replies.astype(np.int32), indices=indices)
    return None if won.any() else np.unique(after, axis=0)
