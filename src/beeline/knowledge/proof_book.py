"""Proofs that are kept: winners of solved positions, from the package and from a file that grows.

The package has the openings of small boards (``opening_table.py``). A book is an SQLite file with a row per
position; a position and the same turned by 180° share one.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beeline.errors import FileError
from beeline.knowledge.opening_table import solved_opening
from beeline.rules.board import Board
from beeline.rules.game import COLOURS, Colour

_SCHEMA: Final = """CREATE TABLE IF NOT EXISTS proofs (
    position TEXT PRIMARY KEY, winner TEXT NOT NULL, move INTEGER
) WITHOUT ROWID"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownProof:
    """Winner of a position with best play."""

    winner: Colour
    move: str | None
    """A winning move; None if the side to move loses, or if none is recorded."""


class ProofBook:
    """A book of proofs in a file, which is made if it is not there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._execute(_SCHEMA)

    def find(self, board: Board) -> KnownProof | None:
        """Knowledge of the package or the book about a position; None if neither does."""
        if (opening := solved_opening(board)) is not None:
            return KnownProof(winner=opening.winner, move=next(iter(opening.winning_moves), None))
        key, turned = _key(board)
        rows = self._execute("SELECT winner, move FROM proofs WHERE position = ?", key)
        return self._proof(board, *rows[0], turned=turned) if rows else None

    def add(self, board: Board, proof: KnownProof) -> None:
        """Keeps a proof; the file has it when this returns."""
        key, turned = _key(board)
        move = None if proof.move is None else _turn(board, board.cell_of(proof.move), turned=turned)
        self._execute("INSERT OR REPLACE INTO proofs VALUES (?, ?, ?)", key, proof.winner, move)

    def _proof(self, board: Board, winner: Any, move: Any, *, turned: bool) -> KnownProof:
        wins = winner == board.to_move
        if winner not in COLOURS or wins != isinstance(move, int):
            raise self._damaged()
        name = board.name_of(_turn(board, move, turned=turned)) if self._fits(board, move) else None
        if wins and name not in board.legal_moves:
            raise self._damaged()
        return KnownProof(winner=winner, move=name)

    @staticmethod
    def _fits(board: Board, move: Any) -> bool:
        return isinstance(move, int) and 0 <= move < board.rows * board.cols

    def _execute(self, statement: str, *values: Any) -> list[Any]:
        try:
            with closing(sqlite3.connect(self._path)) as database, database:
                return database.execute(statement, values).fetchall()
        except sqlite3.OperationalError as error:
            raise FileError(f"cannot use {str(self._path)!r} as a book of proofs: {error}") from None
        except sqlite3.DatabaseError:
            raise self._damaged() from None

    def _damaged(self) -> FileError:
        return FileError(f"{str(self._path)!r} is damaged, or no book of proofs")


def _key(board: Board) -> tuple[str, bool]:
    """The position as text, the same for its half turn, and whether that is what the text shows."""
    cells = ["."] * (board.rows * board.cols)
    for colour in COLOURS:
        for name in board.stones(colour):
            cells[board.cell_of(name)] = colour[0]
    plain, turned = "".join(cells), "".join(reversed(cells))
    return f"{board.rows}x{board.cols} {board.to_move} {min(plain, turned)}", turned < plain


def _turn(board: Board, cell: int, *, turned: bool) -> int:
    return board.rows * board.cols - 1 - cell if turned else cell
