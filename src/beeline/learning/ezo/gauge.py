"""How strong a network is in search: games of one ply against Wolve at two, on the same alpha-beta search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from beeline import _core
from beeline.networks.ezo.onnx_network import PlaneChances
from beeline.networks.features import board_children
from beeline.rules.board import Board
from beeline.search.alpha_beta import AlphaBetaSettings, Evaluate, alpha_beta

_OURS: Final = AlphaBetaSettings(ply=1)
_WOLVE: Final = AlphaBetaSettings(ply=2)
_CERTAIN: Final = 1e-6  # how near to 0 and 1 a chance may be


def evaluation_by(chances: PlaneChances) -> Evaluate:
    """What alpha-beta search asks of a network: all moves of a position at once."""

    def evaluate(board: _core.HexBoard, moves: Sequence[int]) -> Sequence[float]:
        theirs = chances(board_children(board, list(moves))).astype(np.float64)
        ours: list[float] = np.clip(1 - theirs, _CERTAIN, 1 - _CERTAIN).tolist()
        return ours

    return evaluate


def win_rate_against_wolve(chances: PlaneChances, *, side: int, openings: Sequence[int]) -> float:
    """Over games that begin with each of these cells, in which we have one colour and the other by turns."""
    ours = evaluation_by(chances)
    won = 0
    for number, opening in enumerate(openings):
        board = Board(side)
        board.play(board.name_of(opening))
        colour = ("black", "white")[number % 2]
        while board.winner is None:
            if board.to_move == colour:
                analysis = alpha_beta(board, _OURS, evaluation=ours, exact=False)
            else:
                analysis = alpha_beta(board, _WOLVE, exact=False)
            board.play(analysis.best.move)
        won += board.winner == colour
    return won / len(openings)
