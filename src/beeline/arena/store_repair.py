"""Repair of a damaged game store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beeline.arena.games import GameResult
from beeline.arena.store import SQL_ERRORS, GameStore, StoreError, computed_in, connect
from beeline.arena.store_rows import COLUMNS, result_of
from beeline.disk import is_own_file, sync_folder
from beeline.errors import DamagedRow
from beeline.locks import held

_LEAST_BYTES: Final = 64  # of a row: the shortest has a checksum and a name


@dataclass(frozen=True, kw_only=True, slots=True)
class Repair:
    """Result of a repair: the games that are whole, those that are not, and the place of the damaged file."""

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
            with closing(connect(path, read_only=False)) as old, GameStore(fresh) as store:
                kept, lost = _copy(old, store, path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        return Repair(kept=kept, lost=lost, damaged_file=_exchange(path, fresh))


def _copy(old: sqlite3.Connection, store: GameStore, path: Path) -> tuple[int, int]:
    select = _select(old, path)
    if (run := _run(old)) is not None:
        store.begin(run)
    results: dict[str, GameResult] = {}
    lost = 0
    for result in _games(old, select, path):
        if result is None or result.task.key in results:
            lost += 1
        else:
            results[result.task.key] = result
    store.add(results.values())
    return len(results), lost


def _run(old: sqlite3.Connection) -> dict[str, Any] | None:
    with suppress(*SQL_ERRORS, ValueError, TypeError, RecursionError):
        return dict(json.loads(old.execute("SELECT description FROM run").fetchone()[0]))
    return None


def _games(old: sqlite3.Connection, select: str, path: Path) -> Iterator[GameResult | None]:
    """The games by number; None for one that is damaged."""
    for number in _numbers(old, path):
        try:
            row = old.execute(select, [number]).fetchone()
            if row is not None:
                yield result_of(row[:-1], row[-1])
        except (*SQL_ERRORS, DamagedRow):
            yield None


def _numbers(old: sqlite3.Connection, path: Path) -> list[int]:
    """Numbers of the rows that there are or may be: no more than the file has room for."""
    found, whole = _listed(old, "ASC")
    if not whole:
        # Beyond the damage from the other end, and between the two whatever may be there.
        found |= _listed(old, "DESC")[0]
        found |= set(range(1, min(max(found, default=0), path.stat().st_size // _LEAST_BYTES) + 1))
    return sorted(found)


def _listed(old: sqlite3.Connection, order: str) -> tuple[set[int], bool]:
    """The numbers of rows as far as they can be listed, and whether that is all of them."""
    found: set[int] = set()
    try:
        for (number,) in old.execute(f"SELECT id FROM games ORDER BY id {order}"):
            found.add(number)
    except SQL_ERRORS:
        return found, False
    return found, True


def _select(old: sqlite3.Connection, path: Path) -> str:
    """The query for a game by its number."""
    try:
        if (computed := computed_in(old)) is not None:
            raise StoreError(f"{path} is no game store: {computed!r:.80} in it is computed, not kept")
        names = {row[1] for row in old.execute("PRAGMA table_info(games)")}
    except SQL_ERRORS as error:
        raise StoreError(f"nothing of {path} can be read: {error}") from None
    if not names >= set(COLUMNS):
        raise StoreError(f"{path} has no table of games to be repaired")
    checksum = "checksum" if "checksum" in names else "NULL"
    return f"SELECT {', '.join(COLUMNS)}, {checksum} FROM games WHERE id = ?"


def _exchange(path: Path, fresh: Path) -> Path:
    """Put the repaired file in the place of the damaged one, whose new path is returned. Between the two
    renames neither file has the name, but both exist."""
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
