"""What can be saved of a damaged game store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beeline.arena.games import GameResult
from beeline.arena.store import GameStore, StoreError
from beeline.arena.store_rows import COLUMNS, DamagedRow, result_of
from beeline.disk import is_own_file, sync_folder
from beeline.locks import held

_MISSING: Final = 10_000  # numbers without a row after which there are no more rows, where no index tells


@dataclass(frozen=True, kw_only=True, slots=True)
class Repair:
    """Of a store, how many games are whole and how many are not, and where the file as it was is kept."""

    kept: int
    lost: int
    damaged_file: Path


def repair_store(path: Path) -> Repair:
    """Puts a store with the games that are whole in the place of a damaged one, which is kept beside it.

    Each row is read by itself, so that damage to one costs no other. A run that lost games plays them again
    with ``--resume``.
    """
    if not is_own_file(path):
        raise StoreError(f"there is no game store {str(path)!r}")
    with held(path.with_name(f".{path.name}.lock"), what=str(path)):
        fresh = path.with_name(f".{path.name}.repaired")
        fresh.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as old, GameStore(fresh) as store:
                kept, lost = _copy(old, store, path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        return Repair(kept=kept, lost=lost, damaged_file=_exchange(path, fresh))


def _copy(old: sqlite3.Connection, store: GameStore, path: Path) -> tuple[int, int]:
    if (run := _run(old)) is not None:
        store.begin(run)
    results: dict[str, GameResult] = {}
    lost = 0
    for result in _games(old, path):
        if result is None or result.task.key in results:
            lost += 1
        else:
            results[result.task.key] = result
    store.add(results.values())
    return len(results), lost


def _run(old: sqlite3.Connection) -> dict[str, Any] | None:
    with suppress(sqlite3.Error, ValueError, TypeError):
        return dict(json.loads(old.execute("SELECT description FROM run").fetchone()[0]))
    return None


def _games(old: sqlite3.Connection, path: Path) -> Iterator[GameResult | None]:
    """The games by number; None for one that is damaged."""
    select = f"SELECT {', '.join(COLUMNS)}, {_checksum_column(old, path)} FROM games WHERE id = ?"
    number = missing = 0
    last = _last_number(old)
    while number < last if last is not None else missing < _MISSING:
        number += 1
        try:
            row = old.execute(select, [number]).fetchone()
            result = None if row is None else result_of(row[:-1], row[-1])
        except (sqlite3.Error, UnicodeError, DamagedRow):
            row = result = None
            if last is not None:
                yield None
        missing = 0 if row else missing + 1
        if result is not None:
            yield result


def _last_number(old: sqlite3.Connection) -> int | None:
    with suppress(sqlite3.Error, TypeError, ValueError):
        return int(old.execute("SELECT max(id) FROM games").fetchone()[0] or 0)
    return None


def _checksum_column(old: sqlite3.Connection, path: Path) -> str:
    try:
        names = {row[1] for row in old.execute("PRAGMA table_info(games)")}
    except sqlite3.Error as error:
        raise StoreError(f"nothing of {path} can be read: {error}") from None
    if not names >= set(COLUMNS):
        raise StoreError(f"{path} has no table of games to be repaired")
    return "checksum" if "checksum" in names else "NULL"


def _exchange(path: Path, fresh: Path) -> Path:
    """Where the damaged file is now. Between the two renames nothing has the name; both files are there."""
    number = 1
    while (damaged := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(Path(f"{damaged}{suffix}"))
    path.rename(damaged)
    fresh.rename(path)
    sync_folder(path.parent)
    return damaged
