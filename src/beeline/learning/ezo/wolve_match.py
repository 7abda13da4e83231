"""How strong a network is in search: games of one ply against Wolve at two, on the same alpha-beta search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beeline.networks.ezo.onnx_network import PlaneChances, value_network
from beeline.rules.board import Board
from beeline.search.alpha_beta import AlphaBetaSettings, alpha_beta

_OURS: Final = AlphaBetaSettings(ply=1)
_WOLVE: Final = AlphaBetaSettings(ply=2)


def win_rate_against_wolve(chances: PlaneChances, *, side: int, openings: Sequence[int]) -> float:
    """Over games that begin with each of these cells, in which we have one colour and the other by turns."""
    ours = value_network(chances)
    won = 0
    for number, opening in enumerate(openings):
        board = Board(side)
        board.play(board.name_of(opening))
        colour = ("black", "white")[number % 2]
        while board.winner is None:
            if board.to_move == colour:
                analysis = alpha_beta(board, _OURS, evaluator=ours, exact=False)
            else:
                analysis = alpha_beta(board, _WOLVE, exact=False)
            board.play(analysis.best.move)
        won += board.winner == colour
    return won / len(openings)
