"""A library of games that a person keeps: one SQLite file, a row per game.

The game itself is SGF with its variations, comments and marks, so that it can be read without us; the other
columns are what it is found by. What is deleted can be brought back for thirty days. Several processes may
use one library at the same time.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from beeline import portable
from beeline.disk import is_own_file, make_folder
from beeline.errors import LibraryError as LibraryError
from beeline.limits import LIBRARY_BYTES, LIBRARY_GAMES

_APPLICATION: Final = 0x4845584C  # "HEXL"
_VERSION: Final = 1
_KEPT_SECONDS: Final = 30 * 24 * 3600.0
"""Seconds for which a deleted game can be restored."""

_SCHEMA: Final = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL, result TEXT NOT NULL,
    rows INTEGER NOT NULL, cols INTEGER NOT NULL, moves INTEGER NOT NULL, changed REAL NOT NULL,
    deleted REAL, sgf TEXT NOT NULL, checksum TEXT NOT NULL
);
CREATE INDEX latest ON games (deleted, changed);
"""
_ABOUT: Final = ("id", "name", "black", "white", "result", "rows", "cols", "moves", "changed")
_FOUND_IN: Final = (
    "folded(name || ' ' || black || ' ' || white || ' ' || result || ' ' || cols || '×' || rows)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A game of the library, without its moves."""

    id: str
    name: str
    black: str
    white: str
    result: str
    rows: int
    cols: int
    moves: int
    """Moves on the main line."""
    changed: float = 0.0
    """Seconds since 1970."""


class Library:
    """The games in a file, which is made with the first of them. Raises ``LibraryError``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, query: str = "", *, offset: int = 0, limit: int = 100) -> tuple[int, list[Entry]]:
        """Number of games that have every word of the query in name, players, result or size, and a page
        of them.

        The latest come first.
        """
        words = query.casefold().split()
        where = " AND ".join(["deleted IS NULL", *(f"instr({_FOUND_IN}, ?) > 0" for _ in words)])
        with self._open() as database:
            (total,) = database.execute(f"SELECT count(*) FROM games WHERE {where}", words).fetchone()
            rows = database.execute(
                f"SELECT {', '.join(_ABOUT)} FROM games WHERE {where} ORDER BY changed DESC LIMIT ? OFFSET ?",
                [*words, limit, offset],
            ).fetchall()
        return total, [_entry(row) for row in rows]

    def get(self, id: str) -> tuple[Entry, str]:
        """A game with its SGF."""
        with self._open() as database:
            row = database.execute(
                f"SELECT {', '.join(_ABOUT)}, sgf, checksum FROM games WHERE id = ? AND deleted IS NULL", [id]
            ).fetchone()
        if row is None:
            raise LibraryError(f"the library has no game {id!r}")
        *about, sgf, checksum = row
        if checksum != _checksum(sgf):
            raise LibraryError(f"the game {about[1]!r} of the library is damaged")
        return _entry(about), sgf

    def changed(self) -> float:
        """Time of the last change, in seconds since 1970; 0 before the first game."""
        try:
            return self.path.stat().st_mtime
        except OSError:
            return 0.0

    def games(self) -> Iterator[str]:
        """The SGF of every game, the latest first."""
        _, entries = self.find(limit=LIBRARY_GAMES)
        return (self.get(entry.id)[1] for entry in entries)

    def put(self, entry: Entry, sgf: str) -> Entry:
        """Keeps a game, in place of the one with the same id."""
        entry = replace(entry, changed=time.time())
        with self._open() as database:
            self._check_room(database, entry.id, len(sgf.encode()))
            values = [*(getattr(entry, name) for name in _ABOUT), sgf, _checksum(sgf)]
            columns = ", ".join((*_ABOUT, "sgf", "checksum"))
            places = ", ".join("?" * len(values))
            database.execute(f"INSERT OR REPLACE INTO games ({columns}) VALUES ({places})", values)
        return entry

    def rename(self, id: str, name: str) -> None:
        self._change("name = ?", name, id)

    def delete(self, id: str) -> None:
        """Takes a game out of the library; ``restore`` brings it back."""
        self._change("deleted = ?", time.time(), id)

    def restore(self, id: str) -> None:
        self._change("deleted = ?", None, id)

    def _change(self, what: str, value: Any, id: str) -> None:
        with self._open() as database:
            if not database.execute(f"UPDATE games SET {what} WHERE id = ?", [value, id]).rowcount:
                raise LibraryError(f"the library has no game {id!r}")

    def _check_room(self, database: sqlite3.Connection, id: str, size: int) -> None:
        database.execute("DELETE FROM games WHERE deleted < ?", [time.time() - _KEPT_SECONDS])
        count, total = database.execute(
            "SELECT count(*), coalesce(sum(length(CAST(sgf AS BLOB))), 0) FROM games WHERE id <> ?", [id]
        ).fetchone()
        if count >= LIBRARY_GAMES or total + size > LIBRARY_BYTES:
            raise LibraryError(
                f"the library is full: it has {count:,} games in {total >> 20:,} MB, and takes "
                f"{LIBRARY_GAMES:,} in {LIBRARY_BYTES >> 20:,} MB; delete some"
            )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The database in a transaction."""
        try:
            _make(self.path)
            with closing(sqlite3.connect(self.path, isolation_level=None, timeout=10)) as database:
                database.create_function("folded", 1, str.casefold, deterministic=True)
                _prepare(database, self.path)
                database.execute("BEGIN IMMEDIATE")
                yield database
                database.execute("COMMIT")
        except (sqlite3.Error, UnicodeError, OSError) as error:
            raise LibraryError(f"{self.path} cannot be used as a library: {error}") from None


def _make(path: Path) -> None:
    """A file that only its user can read, in a folder that is there; raises OSError for a link or a pipe."""
    make_folder(path.parent)
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | portable.OWN, 0o600))
    if not is_own_file(path):
        raise OSError(errno.EINVAL, "it is no regular file")


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    (application,) = database.execute("PRAGMA application_id").fetchone()
    if application == _APPLICATION:
        return
    database.execute("BEGIN IMMEDIATE")
    (application,) = database.execute("PRAGMA application_id").fetchone()
    is_empty = database.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    if application == 0 and is_empty:
        for statement in filter(str.strip, _SCHEMA.split(";")):
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {_APPLICATION}")
        database.execute(f"PRAGMA user_version = {_VERSION}")
    database.execute("COMMIT")
    if application != _APPLICATION and not (application == 0 and is_empty):
        raise LibraryError(f"{path} is a database, but no library of games")


def _entry(row: Any) -> Entry:
    return Entry(**dict(zip(_ABOUT, row, strict=True)))


def _checksum(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
