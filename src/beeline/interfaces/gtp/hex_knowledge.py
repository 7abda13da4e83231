"""State that commands about connections and exact solving keep from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from beeline.errors import GtpFailure
from beeline.knowledge.connections import ConnectionReport, connections
from beeline.knowledge.solver import Answer, Solver
from beeline.rules.board import Board

SOLVER_SECONDS: Final = 30.0
"""A GUI is locked while the solver runs, and has no way to stop it."""


class HexKnowledge:
    def __init__(self, should_stop: Callable[[], bool]) -> None:
        self._should_stop = should_stop
        self.solver_seconds = SOLVER_SECONDS
        """Seconds of the solver per command; 0 is no limit."""
        self._solver: Solver | None = None
        self._built: tuple[Board, ConnectionReport] | None = None

    def connections(self, board: Board) -> ConnectionReport:
        """The connections of a position, found anew unless it was the last to be asked for."""
        if self._built is None or self._built[0] != board:
            self._built = board.copy(), connections(board)
        return self._built[1]

    def solve(self, board: Board, *, all_moves: bool = False, variation: bool = False) -> Answer:
        """Solves within the limit, with all that was found out on boards of this size."""
        if self._solver is None or (self._solver.rows, self._solver.cols) != (board.rows, board.cols):
            self._solver = Solver(board.rows, board.cols)
        return self._solver.solve(
            board,
            all_moves=all_moves,
            variation=variation,
            seconds=self.solver_seconds or None,
            should_stop=self._should_stop,
        )

    def forget_solved(self) -> None:
        self._solver = None


def not_solved(knowledge: HexKnowledge, answer: Answer) -> GtpFailure:
    return GtpFailure(
        f"not solved within {knowledge.solver_seconds:g} seconds ({answer.nodes:,} positions): "
        "ask again to go on, or set param_dfpn timelimit"
    )
