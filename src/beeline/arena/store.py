"""The game store: one SQLite file a run.

Games are written in transactions as they finish, by one process. Whatever kills that process, the file opens
again and holds every game that was written; what is lost are the games that were being played.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from beeline.arena.games import GameResult, GameTask
from beeline.errors import StoreError as StoreError

_VERSION: Final = 1
_APPLICATION: Final = 0x48455853  # "HEXS": tells our files from other SQLite files

_SCHEMA: Final = """
CREATE TABLE run (description TEXT NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    rows INTEGER NOT NULL,
    cols INTEGER NOT NULL,
    komi REAL NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    black_version TEXT NOT NULL,
    white_version TEXT NOT NULL,
    opening TEXT NOT NULL,
    swap_rule INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    move_seconds REAL,
    game_seconds REAL,
    adjudicate INTEGER NOT NULL,
    winner TEXT NOT NULL,
    reason TEXT NOT NULL,
    moves TEXT NOT NULL,
    seconds TEXT NOT NULL,
    black_cpu REAL NOT NULL,
    white_cpu REAL NOT NULL,
    started REAL NOT NULL,
    detail TEXT NOT NULL
);
"""

COLUMNS: Final = [
    "key",
    "game",
    "rows",
    "cols",
    "komi",
    "black",
    "white",
    "black_version",
    "white_version",
    "opening",
    "swap_rule",
    "seed",
    "move_seconds",
    "game_seconds",
    "adjudicate",
    "winner",
    "reason",
    "moves",
    "seconds",
    "black_cpu",
    "white_cpu",
    "started",
    "detail",
]


class GameStore:
    """Finished games in a file. Use it as a context manager, or close it."""

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        """Opens a store, or makes one where there is no file; to read only, it must be there."""
        self.path = Path(path)
        is_new = not read_only and (not self.path.exists() or self.path.stat().st_size == 0)
        self._read_only = read_only
        try:
            self._connection = _connect(self.path, read_only=read_only)
            if is_new:
                self._create()
            self._check()
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be used as a game store: {error}") from None

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
        if read("user_version") != _VERSION:
            raise StoreError(
                f"{self.path} has format {read('user_version')}, and this program reads format {_VERSION}"
            )

    # The run that the games belong to

    @property
    def run(self) -> dict[str, Any] | None:
        """What was said by ``begin``, or None."""
        row = self._connection.execute("SELECT description FROM run").fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def begin(self, run: dict[str, Any]) -> None:
        """Notes which run the games are of; a store holds one run, so another description is refused."""
        run = json.loads(json.dumps(run))
        known = self.run
        if known is None:
            self._connection.execute("INSERT INTO run VALUES (?)", (json.dumps(run),))
        elif known != run:
            differing = sorted(key for key in known.keys() | run.keys() if known.get(key) != run.get(key))
            raise StoreError(
                f"{self.path} holds another run: it differs in {', '.join(differing)}; "
                f"give the same options to go on with it, or another file"
            )

    # Games

    def add(self, results: Iterable[GameResult]) -> None:
        """Writes games in one transaction."""
        places = ", ".join("?" * len(COLUMNS))
        statement = f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({places})"
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(statement, map(_row, results))
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: cannot write games: {error}") from None

    def keys(self) -> set[str]:
        """The keys of all games, to know what has been played."""
        return {key for (key,) in self._connection.execute("SELECT key FROM games")}

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def results(self) -> Iterator[GameResult]:
        """All games in the order of their keys, which does not depend on who finished first."""
        for row in self._connection.execute(f"SELECT {', '.join(COLUMNS)} FROM games ORDER BY key"):
            yield _result(dict(zip(COLUMNS, row, strict=True)))

    def result(self, key: str) -> GameResult | None:
        """The game of that key."""
        query = f"SELECT {', '.join(COLUMNS)} FROM games WHERE key = ?"
        row = self._connection.execute(query, (key,)).fetchone()
        return None if row is None else _result(dict(zip(COLUMNS, row, strict=True)))

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    if not read_only:
        return sqlite3.connect(path, isolation_level=None, timeout=30)
    # Where nobody writes, SQLite is told so: else even a reader would leave its files beside the store.
    options = "mode=ro" if is_being_written(path) else "mode=ro&immutable=1"
    address = f"{path.absolute().as_uri()}?{options}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=5)


def is_being_written(path: Path) -> bool:
    """Whether someone has the store open for writing, or was killed while having it open."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


_TASK_FIELDS: Final = tuple(field.name for field in fields(GameTask))


def row_of(result: GameResult) -> dict[str, Any]:
    """A game as a flat row of plain values, by the names of the columns."""
    task = {name: getattr(result.task, name) for name in _TASK_FIELDS}
    return task | {
        "opening": " ".join(result.task.opening),
        "black_version": result.versions[0],
        "white_version": result.versions[1],
        "winner": result.winner,
        "reason": result.reason,
        "moves": " ".join(result.moves),
        "seconds": " ".join(f"{seconds:.4g}" for seconds in result.seconds),
        "black_cpu": result.cpu_seconds[0],
        "white_cpu": result.cpu_seconds[1],
        "started": result.started,
        "detail": result.detail,
    }


def _row(result: GameResult) -> list[Any]:
    row = row_of(result)
    return [row[column] for column in COLUMNS]


def _result(row: dict[str, Any]) -> GameResult:
    task = {name: row[name] for name in _TASK_FIELDS} | {
        "opening": tuple(row["opening"].split()),
        "swap_rule": bool(row["swap_rule"]),
        "adjudicate": bool(row["adjudicate"]),
    }
    return GameResult(
        task=GameTask(**task),
        winner=row["winner"],
        reason=row["reason"],
        moves=tuple(row["moves"].split()),
        seconds=tuple(map(float, row["seconds"].split())),
        cpu_seconds=(row["black_cpu"], row["white_cpu"]),
        versions=(row["black_version"], row["white_version"]),
        started=row["started"],
        detail=row["detail"],
    )
