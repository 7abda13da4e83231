"""Hex."""

from __future__ import annotations

from typing import Final

from beeline.rules.board import Board

TITLE: Final = "Hex"
SIZE: Final = 11
BOARD: Final = Board


def new_board(rows: int, cols: int, *, swap_rule: bool = False, komi: float = 0.0) -> Board:
    return Board(rows, cols, swap_rule=swap_rule)


def cell_names(rows: int, cols: int) -> list[str]:
    return Board(rows, cols).legal_moves


def empty_picture(rows: int, cols: int) -> str:
    return Board(rows, cols).svg()
