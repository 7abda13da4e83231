"""First moves that are solved: the winners with best play, as ``tools/make_opening_table.py`` recorded them.

All openings of 3×3 to 7×7, and those of 8×8 that are solved so far.

>>> from beeline.rules.board import Board
>>> solved_opening(Board(4)).winning_moves
('d1', 'c2', 'b3', 'a4')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from beeline.rules.board import Board
from beeline.rules.cells import transpose_name
from beeline.rules.game import Colour, opponent
from beeline.versioned import read_json

OPENING_FILE: Final = Path(__file__).with_name("data") / "openings.json"
OPENING_VERSION: Final = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Opening:
    """A first move of Black and its outcome."""

    winner: Colour
    reply: str | None
    """A move with which White wins; None where Black does, or where none is recorded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SolvedOpening:
    """Proofs for a position with at most one stone."""

    winner: Colour
    winning_moves: tuple[str, ...]
    """Known ones, in reading order; others may win too where the table has gaps."""
    losing_moves: tuple[str, ...]


@cache
def opening_table(size: int) -> Mapping[str, Opening]:
    """The solved first moves of a square board, by name; empty for sizes of which nothing is recorded."""
    found = _file()["boards"].get(str(size), {})
    return {
        name: Opening(winner="white" if reply is not None else "black", reply=reply or None)
        for name, reply in found.items()
    }


def solved_opening(board: Board) -> SolvedOpening | None:
    """Proofs of the table for a position; None for boards with more stones, and where it has a gap."""
    if board.rows != board.cols or len(board) > 1:
        return None
    if not len(board):
        return _of_the_empty_board(board) if board.to_move == "black" else None
    if board.to_move == "black":
        seen = _after_the_first_move(board.reflected())  # a stone that was swapped
        return None if seen is None else _reflected(seen)
    return _after_the_first_move(board)


def _of_the_empty_board(board: Board) -> SolvedOpening | None:
    table = opening_table(board.rows)
    won = tuple(move for move in board.legal_moves if move in table and table[move].winner == "black")
    lost = tuple(move for move in board.legal_moves if move in table and table[move].winner == "white")
    return SolvedOpening(winner="black", winning_moves=won, losing_moves=lost) if won else None


def _after_the_first_move(board: Board) -> SolvedOpening | None:
    stones = board.stones("black")
    found = opening_table(board.rows).get(stones[0]) if stones and board.to_move == "white" else None
    if found is None:
        return None
    lost = tuple(board.legal_moves) if found.winner == "black" else ()
    won = (found.reply,) if found.reply else ()
    return SolvedOpening(winner=found.winner, winning_moves=won, losing_moves=lost)


def _reflected(found: SolvedOpening) -> SolvedOpening:
    return SolvedOpening(
        winner=opponent(found.winner),
        winning_moves=tuple(map(transpose_name, found.winning_moves)),
        losing_moves=tuple(map(transpose_name, found.losing_moves)),
    )


@cache
def _file() -> dict[str, Any]:
    return read_json(OPENING_FILE, version=OPENING_VERSION)
