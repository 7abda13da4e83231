"""Games as rows of a store: plain values by column, checked and signed with a checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, get_args

from beeline.arena.games import GameResult, GameTask, Reason
from beeline.errors import DamagedRow
from beeline.rules.registry import game_names

_TYPES: Final[dict[str, type]] = {
    "key": str,
    "game": str,
    "rows": int,
    "cols": int,
    "komi": float,
    "black": str,
    "white": str,
    "black_version": str,
    "white_version": str,
    "opening": str,
    "swap_rule": int,
    "seed": int,
    "move_seconds": float,
    "game_seconds": float,
    "adjudicate": int,
    "winner": str,
    "reason": str,
    "moves": str,
    "seconds": str,
    "black_cpu": float,
    "white_cpu": float,
    "started": float,
    "detail": str,
}
COLUMNS: Final = list(_TYPES)
_MAY_BE_NULL: Final = frozenset({"move_seconds", "game_seconds"})
_CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "game": tuple(game_names()),
    "winner": ("black", "white", "draw"),
    "reason": get_args(Reason),
    "rows": tuple(range(1, 20)),
    "cols": tuple(range(1, 20)),
}
_TASK_FIELDS: Final = tuple(field.name for field in fields(GameTask))
_SQL: Final = {str: "TEXT", int: "INTEGER", float: "REAL"}

SCHEMA: Final = ",\n    ".join(
    f"{name} {_SQL[kind]}{'' if name in _MAY_BE_NULL else ' NOT NULL'}{' UNIQUE' if name == 'key' else ''}"
    for name, kind in _TYPES.items()
)
"""The columns as SQL declares them."""


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


def signed_row(result: GameResult) -> list[Any]:
    """The values of a game in the order of the columns, and their checksum."""
    row = row_of(result)
    values = [None if row[name] is None else kind(row[name]) for name, kind in _TYPES.items()]
    return [*values, checksum_of(values)]


def checksum_of(values: Sequence[Any]) -> str:
    """Checksum of the values in the order of the columns. It guards against accidents: whoever forges a
    row can sign it."""
    return hashlib.blake2b(json.dumps(list(values)).encode(), digest_size=16).hexdigest()


def result_of(values: Sequence[Any], checksum: str | None) -> GameResult:
    """The game of a row; raises ``DamagedRow``. Rows of the first format have no checksum."""
    row = dict(zip(COLUMNS, values, strict=True))
    for name, value in row.items():
        _check(name, value)
    if checksum is not None and checksum != checksum_of(values):
        raise DamagedRow("it does not match its checksum")
    return _result(row)


def _check(name: str, value: Any) -> None:
    kind = _TYPES[name]
    if value is None and name in _MAY_BE_NULL:
        return
    if not isinstance(value, kind):
        raise DamagedRow(f"its {name} is {value!r:.80}, which is not of the kind {_SQL[kind]}")
    if name in _CHOICES and value not in _CHOICES[name]:
        raise DamagedRow(f"its {name} is {value!r:.80}")


def _result(row: dict[str, Any]) -> GameResult:
    task = {name: row[name] for name in _TASK_FIELDS} | {
        "opening": tuple(row["opening"].split()),
        "swap_rule": bool(row["swap_rule"]),
        "adjudicate": bool(row["adjudicate"]),
    }
    try:
        seconds = tuple(map(float, row["seconds"].split()))
    except ValueError:
        raise DamagedRow(f"its seconds are {row['seconds']!r:.80}") from None
    return GameResult(
        task=GameTask(**task),
        winner=row["winner"],
        reason=row["reason"],
        moves=tuple(row["moves"].split()),
        seconds=seconds,
        cpu_seconds=(row["black_cpu"], row["white_cpu"]),
        versions=(row["black_version"], row["white_version"]),
        started=row["started"],
        detail=row["detail"],
    )
