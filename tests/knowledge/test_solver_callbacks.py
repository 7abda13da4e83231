"""The solver drops callbacks that nobody else keeps, and the interpreter survives it."""

from __future__ import annotations

from beeline import Board
from beeline.knowledge.solver import Solver


def test_a_callback_that_only_the_solver_keeps_is_dropped_under_the_lock() -> None:
    board, solver = Board(6), Solver(6, 6)
    for _ in range(20):
        solver.solve(board, variation=False, nodes=20, should_stop=lambda: True)
        solver.solve(board, variation=False, nodes=20)
