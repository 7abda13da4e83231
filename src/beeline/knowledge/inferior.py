"""Cells that do not matter, and moves that need not be tried; see ``docs/explanation/solver.md``.

>>> from beeline.rules.board import Board
>>> board = Board(7)
>>> board.play("d6")
>>> inferior(board).captured["black"]
('c7', 'd7')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from beeline import _core
from beeline.notebook import html_table
from beeline.rules.board import Board, require_board
from beeline.rules.game import Colour


@dataclass(frozen=True, slots=True)
class InferiorCells:
    """Empty cells in reading order. Every claim is proven; what is not claimed may still be true."""

    dead: tuple[str, ...]
    """Cells whose colour cannot matter any more."""
    captured: Mapping[Colour, tuple[str, ...]]
    """Cells that are as good as a colour's stones: it can answer every intrusion."""
    killers: Mapping[str, str]
    """Vulnerable cells of the side to move, each with an answer of the opponent that would kill a stone
    there: if any move wins, then one that is not vulnerable does."""
    better: Mapping[str, str]
    """Dominated cells of the side to move, each with a move that is at least as good: it would capture or
    kill the cell, or a chain of such moves leads to it. It is neither vulnerable nor dominated."""

    @property
    def vulnerable(self) -> tuple[str, ...]:
        return tuple(self.killers)

    @property
    def dominated(self) -> tuple[str, ...]:
        return tuple(self.better)

    def _repr_html_(self) -> str:
        rows = [
            ("dead", " ".join(self.dead)),
            *((f"captured by {colour}", " ".join(cells)) for colour, cells in self.captured.items()),
            ("vulnerable", " ".join(f"{cell} (to {killer})" for cell, killer in self.killers.items())),
            ("dominated", " ".join(f"{cell} (by {move})" for cell, move in self.better.items())),
        ]
        return html_table("Inferior cells", ("", ""), [row for row in rows if row[1]])


def inferior(board: Board) -> InferiorCells:
    """Dead, captured, vulnerable and dominated cells of a position. After a win, every empty cell is dead."""
    require_board(board, by="inferior")
    if board.winner is not None:
        empty = (cell for cell in range(board.rows * board.cols) if not board._native.at(cell))
        return InferiorCells(
            dead=tuple(map(board.name_of, empty)), captured={"black": (), "white": ()}, killers={}, better={}
        )
    *filled, vulnerable, dominated = _core.inferior_cells(board._native)
    dead, black, white = (tuple(map(board.name_of, cells)) for cells in filled)
    killers, better = (
        {board.name_of(cell): board.name_of(move) for cell, move in reasons}
        for reasons in (vulnerable, dominated)
    )
    return InferiorCells(dead=dead, captured={"black": black, "white": white}, killers=killers, better=better)
