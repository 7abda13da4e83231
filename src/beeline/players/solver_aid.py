"""The exact solver beside a tree search: before it for the position, after it for the move it likes best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from beeline.knowledge.solver import Answer, Solver
from beeline.players.base import Decision
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Game
from beeline.search.analysis import Analysis, MoveAnalysis
from beeline.search.limit import Limit

_SOLVE_FIRST: Final = 1 / 3
"""The part of the solver's time that goes to the position itself, before the tree search."""

Search = Callable[[Limit], Analysis]
"""A tree search of the position, within what is left of its limit."""


class SolverAid:
    """Takes a share of the seconds of a move, in positions of Hex near enough to their end."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._solver: Solver | None = None

    def decide(self, board: Game, limit: Limit, search: Search) -> Decision:
        """The move of the search, or a better one that the solver proves."""
        time_left = limit.seconds
        to_check = 0.0  # seconds
        lost = False
        solvable = self._solvable(board)
        if time_left is not None and solvable is not None:
            to_solve = _SOLVE_FIRST * self._share * time_left
            answer = self._solve(solvable, replace(limit, seconds=to_solve))
            if answer.winner == board.to_move and answer.winning_moves:
                return Decision(answer.winning_moves[0], 1.0, _solved(solvable, answer))
            lost = answer.winner is not None
            if not lost:
                to_check = self._share * time_left - to_solve
            time_left -= min(answer.seconds, to_solve) + to_check
        analysis = search(replace(limit, seconds=time_left))
        if to_check and solvable is not None:
            analysis = self._check(solvable, analysis, replace(limit, seconds=to_check))
        best = analysis.best
        lost = lost or analysis.root_proof == "loss"
        return Decision.move_or_swap(best.move, board, 0.0 if lost else best.value, analysis)

    def _solvable(self, board: Game) -> Board | None:
        """The board, if the solver is to look at it."""
        if not self._share or not isinstance(board, Board):
            return None
        return board if len(board) >= _stones_to_solve(board.rows * board.cols) else None

    def _solve(self, board: Board, limit: Limit) -> Answer:
        """Solves within this limit; the solver remembers from move to move."""
        if self._solver is None or (self._solver.rows, self._solver.cols) != (board.rows, board.cols):
            self._solver = Solver(board.rows, board.cols)
        return self._solver.solve(board, limit=limit, variation=False)

    def _check(self, board: Board, analysis: Analysis, limit: Limit) -> Analysis:
        """The analysis without a best move that the solver refutes in this time.

        Where it refutes all that the search has visited, the search's choice stands: it is hardest to refute.
        """
        checked, seconds = analysis, limit.seconds or 0.0
        while checked.best.proof is None and seconds > 0:
            move = checked.best.move
            if not checked.best.visits:
                return analysis
            after = board.copy()
            after.play(move)
            answer = self._solve(after, replace(limit, seconds=seconds))
            if answer.winner is None:
                return checked
            checked = checked.with_proof(move, "win" if answer.winner == board.to_move else "loss")
            seconds -= answer.seconds
        return analysis if checked.best.proof == "loss" else checked


def _stones_to_solve(cells: int) -> int:
    """Number of stones on the board before solving is tried.

    On 9×9, where that is 8, half the positions after 15 moves are solved in 0.3 s. On 11×11, where it is 24,
    half the positions after 30 moves are solved in 3 s.
    """
    return max(0, 2 * (cells - 60) // 5)


def _solved(board: Board, answer: Answer) -> Analysis:
    """A won position as a search would report it that needed no simulation."""
    win, *_ = answer.winning_moves or ()
    others = [move for move in board.legal_moves if move not in (win, SWAP_PIECES)]
    return Analysis(
        to_move=board.to_move,
        moves=[
            MoveAnalysis(win, 0, 1.0, 0, 0.5, "win"),
            *(MoveAnalysis(move, 0, 0.5, 0, 0.5, None) for move in others),
        ],
        variation=[win],
        simulations=0,
        seconds=answer.seconds,
        nodes=answer.nodes,
        tree_full=False,
        stopped="proven",
    )
