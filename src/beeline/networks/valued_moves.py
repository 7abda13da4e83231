"""Values that a network gives to the moves of a position, as an analysis of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beeline.networks.positions import seen_cell
from beeline.rules.board import Board
from beeline.search.analysis import Analysis, MoveAnalysis


def analysis_by_values(board: Board, values: NDArray[np.float32], *, seconds: float) -> Analysis:
    """Every move by its value in (-1, 1), as the player to move sees the cells; no position is searched."""
    moves = []
    for cell in board._native.legal_moves():
        value = float(values[seen_cell(cell, side=board.rows, to_move=board.to_move)])
        moves.append(MoveAnalysis(board.name_of(cell), 0, (1 + value) / 2, 0, 0.0, None))
    moves.sort(key=lambda move: -move.value)
    return Analysis(
        to_move=board.to_move,
        moves=moves,
        variation=[moves[0].move],
        simulations=0,
        seconds=seconds,
        nodes=1,
        tree_full=False,
        stopped="ply",
        depth=0,
    )
