"""Proofs that are kept: winners of solved positions, from the package and from a file that grows.

The package has the openings of small boards (``opening_table.py``). A book is an SQLite file with a row per
position; a position and the same turned by 180° share one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beeline.errors import FileError
from beeline.knowledge.opening_table import solved_opening
from beeline.rules.board import Board
from beeline.rules.game import COLOURS, Colour

_APPLICATION: Final = 0x42654C70  # "BeLp", in the head of the file
_VERSION: Final = 1
_SCHEMA: Final = f"""BEGIN IMMEDIATE;
CREATE TABLE proofs (position TEXT PRIMARY KEY, winner TEXT NOT NULL, move INTEGER) WITHOUT ROWID;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
COMMIT"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownProof:
    """Winner of a position with best play."""

    winner: Colour
    move: str | None
    """A winning move; None if the side to move loses."""


class ProofBook:
    """A book of proofs in a file, which is made if it is not there."""

    def __init__(self, path: Path) -> None:
        """Raises ``FileError`` for a file that is no book, or of a later version."""
        self._path = path
        with self._open() as database:
            (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if not tables:
                database.executescript(_SCHEMA)
            (kind,) = database.execute("PRAGMA application_id").fetchone()
            (version,) = database.execute("PRAGMA user_version").fetchone()
        if kind != _APPLICATION:
            raise self._damaged()
        if version != _VERSION:
            raise FileError(f"{str(path)!r} is a book of proofs of version {version}, not {_VERSION}")

    def find(self, board: Board) -> KnownProof | None:
        """Knowledge of the package or the book about a position, with a move if it is won; else None."""
        opening = solved_opening(board)
        if opening is not None and (opening.winning_moves or opening.winner != board.to_move):
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
        with self._open() as database, database:
            return database.execute(statement, values).fetchall()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path)) as database:
                yield database
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
