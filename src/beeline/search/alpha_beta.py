"""Alpha-beta search of Hex on virtual connections and an evaluator: resistance, or another.

The algorithm is in ``cpp/search/alpha_beta.hpp``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from beeline import _core
from beeline.checks import require, require_types
from beeline.errors import GameOver
from beeline.rules.board import Board, require_board
from beeline.search.analysis import STOP_REASONS, Analysis, MoveAnalysis, Proof
from beeline.search.limit import NO_LIMIT, Limit, require_limit

MOST_PLY: Final = 100

Weights = Sequence[float]
"""Weights of the twelve characteristics (``cpp/circuit/characteristics.hpp``), and a constant."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AlphaBetaSettings:
    """The parameters of the search."""

    ply: int = 2
    """Moves to look ahead."""
    width: int = 25
    """Moves searched at a position, best first by the evaluator; more only while all of them lose."""
    connections: bool = True
    """Use virtual connections, not only bridges."""
    thorough: bool = False
    """Look for more connections: ten full and 64 semi-connections of a pair, three semi-connections together
    in the OR rule, captured cells in common, and edges in the middle of the AND rule. Many times slower."""

    def __post_init__(self) -> None:
        require_types(self)
        require(1 <= self.ply <= MOST_PLY, "ply", f"from 1 to {MOST_PLY}", self.ply)
        require(self.width >= 1, "width", "1 or more", self.width)
        require(self.connections or not self.thorough, "thorough", "False without connections", self.thorough)


def alpha_beta(
    board: Board,
    settings: AlphaBetaSettings | None = None,
    *,
    limit: Limit = NO_LIMIT,
    evaluator: _core.Network | Weights | None = None,
    exact: bool = True,
    seconds: float | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Analysis:
    """Searches a position to the ply of the settings, or as far as the ``limit`` allows.

    ``seconds`` and ``should_stop`` are short for one; simulations there are none.

    A value is what the evaluator says at the end of the line: the value of a network, characteristics with
    weights, or without either the player's share of both currents, I / (I + I'). With ``exact``, that holds
    for each move that was searched; without, a move that is not the best may have a higher value than it
    deserves, and the search is faster. ``visits`` are the positions searched below a move; where there are
    none the value is predicted before the move.
    """
    require_board(board, by="alpha_beta")
    require_limit(limit)
    limit = limit.within(seconds=seconds, should_stop=should_stop)
    if board.winner is not None:
        raise GameOver(f"there is nothing to search: {board.winner} has won")
    settings = settings or AlphaBetaSettings()
    board = board.copy()  # which nobody changes meanwhile
    search = _core.AlphaBeta(
        board.rows,
        board.cols,
        connections=settings.connections,
        thorough=settings.thorough,
        network=evaluator if isinstance(evaluator, _core.Network) else None,
        weights=None if isinstance(evaluator, _core.Network) else evaluator,
    )
    report = search.run(
        board._native,
        ply=settings.ply,
        width=settings.width,
        exact=exact,
        seconds=limit.seconds,
        should_stop=limit.should_stop,
    )
    return Analysis(
        to_move=board.to_move,
        moves=[_move_analysis(board, move) for move in report.moves],
        variation=[board.name_of(move) for move in report.variation],
        simulations=report.positions,
        seconds=report.seconds,
        nodes=report.positions,
        tree_full=False,
        stopped=STOP_REASONS[report.stopped],
        depth=report.depth,
    )


def _move_analysis(board: Board, move: _core.ValuedMove) -> MoveAnalysis:
    if abs(move.score) >= _core.PROVEN_SCORE:
        won = move.score > 0
        return _analysis_of(board, move, float(won), "win" if won else "loss")
    # Of log(I / I'), the logistic function is I / (I + I').
    return _analysis_of(board, move, 1 / (1 + exp(-move.score)), None)


def _analysis_of(board: Board, move: _core.ValuedMove, value: float, proof: Proof | None) -> MoveAnalysis:
    return MoveAnalysis(board.name_of(move.move), move.positions, value, 0, 0.0, proof)
