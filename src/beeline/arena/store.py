"""The game store: one SQLite file per run.

Games are written in transactions as they finish, by one process, which holds the store's lock. Whatever kills
that process, the file opens again and holds every game that was written; what is lost are the games that were
being played. Every row has a checksum, and a store that is damaged says so when it is read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from beeline.arena.games import GameResult
from beeline.arena.store_rows import COLUMNS, SCHEMA, result_of, signed_row
from beeline.errors import BeelineError, DamagedRow
from beeline.errors import StoreError as StoreError
from beeline.limits import ROW_BYTES
from beeline.locks import held

SQL_ERRORS: Final = (sqlite3.Error, UnicodeError)
"""Errors of SQLite; also for a complaint of its own that quotes damaged text."""

_TOTAL: Final = "total"
_VERSION: Final = 2  # the first had no checksums
_APPLICATION: Final = 0x48455853  # "HEXS": tells our files from other SQLite files

_SCHEMA: Final = f"""
CREATE TABLE run (description TEXT NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    {SCHEMA},
    checksum TEXT
);
"""


_FROM_FORMAT_1: Final = "BEGIN; ALTER TABLE games ADD COLUMN checksum TEXT; PRAGMA user_version = 2; COMMIT;"


class GameStore:
    """Finished games in a file. Use it as a context manager, or close it."""

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        """Opens a store, or makes one where there is no file; to read only, it must be there."""
        self.path = Path(path)
        self._read_only = read_only
        self._held = ExitStack()
        try:
            self._open()
        except (*SQL_ERRORS, OSError) as error:
            self._held.close()
            raise StoreError(f"{self.path} cannot be used as a game store: {error}") from None
        except BeelineError:
            self._held.close()
            raise

    def _open(self) -> None:
        if self.path.exists() and not self.path.is_file():  # a pipe would be waited for
            raise StoreError(f"{self.path} is no file, and so no game store")
        is_new = not self.path.exists() or self.path.stat().st_size == 0
        if not self._read_only:
            lock = self.path.with_name(f".{self.path.name}.lock")
            self._held.enter_context(held(lock, what=str(self.path)))
        self._connection = self._held.enter_context(closing(connect(self.path, read_only=self._read_only)))
        if is_new and not self._read_only:
            self._create()
        self._check()

    def _create(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        script = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {_VERSION};"
        self._connection.executescript(f"BEGIN; {_SCHEMA} {script} COMMIT;")

    def _check(self) -> None:
        def read(pragma: str) -> int:
            return int(self._connection.execute(f"PRAGMA {pragma}").fetchone()[0])

        # A killed process may have left a file that SQLite made and we had not yet filled.
        if (
            not self._read_only
            and read("application_id") == 0
            and not self._connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        ):
            self._create()
        if read("application_id") != _APPLICATION:
            raise StoreError(f"{self.path} is a database, but not a game store")
        if (computed := computed_in(self._connection)) is not None:
            raise StoreError(f"{self.path} is no game store: {computed!r:.80} in it is computed, not kept")
        format = read("user_version")
        if not 1 <= format <= _VERSION:
            raise StoreError(f"{self.path} has format {format}, and this program reads format {_VERSION}")
        if not self._read_only:
            self.check_pages()
            if format == 1:
                self._connection.executescript(_FROM_FORMAT_1)
        self._checksum = "NULL" if self._read_only and format == 1 else "checksum"

    def check_pages(self) -> None:
        """Raises ``StoreError`` unless the file is whole as a database; of its rows their checksums tell."""
        (found,) = next(self._rows("PRAGMA quick_check(1)"))
        if found != "ok":
            raise self._damaged(str(found).strip())

    def _damaged(self, problem: str) -> StoreError:
        return StoreError(
            f"{self.path} is damaged: {problem}. `beeline games {self.path} --repair` keeps what is whole"
        )

    # The run that the games belong to

    @property
    def run(self) -> dict[str, Any] | None:
        """The description given to ``begin``, or None."""
        described = self._described()
        return described and {key: value for key, value in described.items() if key != _TOTAL}

    @property
    def total(self) -> int | None:
        """Games of the whole run, if that was told when it began."""
        found = (self._described() or {}).get(_TOTAL)
        return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else None

    def _described(self) -> dict[str, Any] | None:
        try:
            row = self._connection.execute("SELECT description FROM run").fetchone()
            return None if row is None else dict(json.loads(row[0]))
        except (*SQL_ERRORS, ValueError, TypeError, RecursionError) as error:
            raise self._damaged(f"its run cannot be read ({error})") from None

    def begin(self, run: dict[str, Any], *, total: int | None = None) -> None:
        """Notes which run the games are of; a store holds one run, so another description is refused.

        ``total`` is the number of games that it is to have, which may be another when it is resumed.
        """
        run = json.loads(json.dumps(run))
        written = json.dumps(run if total is None else {**run, _TOTAL: total})
        known = self.run
        if known is None:
            self._write("INSERT INTO run VALUES (?)", [(written,)])
        elif known == run:
            if total not in (None, self.total):
                self._write("UPDATE run SET description = ?", [(written,)])
        else:
            differing = sorted(key for key in known.keys() | run.keys() if known.get(key) != run.get(key))
            raise StoreError(
                f"{self.path} holds another run: it differs in {', '.join(differing)}; "
                f"give the same options to resume it, or name another file"
            )

    # Games

    def add(self, results: Iterable[GameResult]) -> None:
        """Writes games in one transaction."""
        columns = [*COLUMNS, "checksum"]
        places = ", ".join("?" * len(columns))
        statement = f"INSERT INTO games ({', '.join(columns)}) VALUES ({places})"
        self._write(statement, map(signed_row, results))

    def remove(self, keys: Iterable[str]) -> None:
        """Takes games out, so that they can be played again; in one transaction."""
        self._write("DELETE FROM games WHERE key = ?", ((key,) for key in keys))

    def _write(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(statement, rows)
        except SQL_ERRORS as error:
            raise StoreError(f"{self.path}: cannot write games: {error}") from None

    def keys(self) -> set[str]:
        """The keys of all games, to know what has been played."""
        return {key for (key,) in self._rows("SELECT key FROM games")}

    def keys_on(self, rows: int, cols: int) -> list[str]:
        """The keys of the games of Hex on a board of that size, in order."""
        query = "SELECT key FROM games WHERE game = 'hex' AND rows = ? AND cols = ? ORDER BY key"
        return [key for (key,) in self._rows(query, rows, cols)]

    def __len__(self) -> int:
        return next(int(count) for (count,) in self._rows("SELECT count(*) FROM games"))

    def results(self) -> Iterator[GameResult]:
        """All games in the order of their keys, which does not depend on who finished first.

        Raises ``StoreError`` for the first that is damaged.
        """
        return map(self._result, self._rows(f"{self._select} ORDER BY key"))

    def page(self, *, offset: int, limit: int) -> list[GameResult]:
        """Some of these games: ``limit`` at most, from the one of that number on."""
        query = f"{self._select} ORDER BY key LIMIT ? OFFSET ?"
        return list(map(self._result, self._rows(query, limit, offset)))

    def result(self, key: str) -> GameResult | None:
        """The game of that key."""
        return next(map(self._result, self._rows(f"{self._select} WHERE key = ?", key)), None)

    @property
    def _select(self) -> str:
        return f"SELECT {', '.join(COLUMNS)}, {self._checksum} FROM games"

    def _rows(self, query: str, *values: str | int) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._connection.execute(query, values)
        except SQL_ERRORS as error:
            raise self._damaged(str(error)) from None

    def _result(self, row: tuple[Any, ...]) -> GameResult:
        try:
            return result_of(row[:-1], row[-1])
        except DamagedRow as error:
            raise self._damaged(f"of the game {row[0]!r:.80}, {error}") from None

    def close(self) -> None:
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """A connection that reads no row of more than ``ROW_BYTES``."""
    if read_only:
        # Where nobody writes, SQLite is told so: else even a reader would leave its files beside the store.
        options = "mode=ro" if is_being_written(path) else "mode=ro&immutable=1"
        address = f"{path.absolute().as_uri()}?{options}"
        connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=5)
    else:
        connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, ROW_BYTES)
    return connection


def computed_in(connection: sqlite3.Connection) -> str | None:
    """The name of a view, a trigger or the like: a file of strangers would have us run its queries."""
    query = (
        "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
    )
    row = connection.execute(query).fetchone()
    return None if row is None else str(row[0])


def is_being_written(path: Path) -> bool:
    """Whether someone has the store open for writing, or was killed while having it open."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0
