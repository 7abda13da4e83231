"""Cells that do not matter, and moves that need not be tried; see ``docs/solver.md``.

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
from beeline.rules.board import Board
from beeline.rules.game import Colour


@dataclass(frozen=True, slots=True)
class InferiorCells:
    """Empty cells in reading order. Every claim is proven; what is not claimed may still be true."""

    dead: tuple[str, ...]
    """Cells whose colour cannot matter any more."""
    captured: Mapping[Colour, tuple[str, ...]]
    """Cells that are as good as a colour's stones: it can answer every intrusion."""
    vulnerable: tuple[str, ...]
    """For the side to move: the opponent's answer would kill the stone, so another move is as good."""
    dominated: tuple[str, ...]
    """For the side to move: another move, not among these, would capture or kill the cell."""


def inferior(board: Board) -> InferiorCells:
    """Dead, captured, vulnerable and dominated cells of a position."""
    named = [tuple(board.name_of(cell) for cell in cells) for cells in _core.inferior_cells(board._native)]
    dead, black, white, vulnerable, dominated = named
    return InferiorCells(
        dead=dead,
        captured={"black": black, "white": white},
        vulnerable=vulnerable,
        dominated=dominated,
    )
