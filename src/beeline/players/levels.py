"""Strengths by name, with their measured ratings (``benchmarks/levels.py``).

A level is a name for a player string, in every interface: ``club``, or with more options ``club:seed=5``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from beeline.errors import PlayerError
from beeline.fields import suggestion


@dataclass(frozen=True, kw_only=True, slots=True)
class Level:
    """A strength by name; its rating is in Elo above the weakest, on 11×11."""

    name: str
    player: str
    elo: int
    interval: tuple[int, int]


@cache
def levels() -> tuple[Level, ...]:
    """Levels from the weakest to the strongest."""
    import json  # few players are named by a level

    data = json.loads(Path(__file__).with_name("levels.json").read_text(encoding="utf-8"))
    return tuple(Level(**{**entry, "interval": tuple(entry["interval"])}) for entry in data)


@cache
def _kinds() -> frozenset[str]:
    return frozenset(path.stem for path in Path(__file__).with_name("kinds").glob("*.py"))


def find_level(name: str) -> Level | None:
    """The level of this name, in letters of any case; a kind of player is none."""
    if name.strip() in _kinds():  # so that the levels need not be read
        return None
    return next((level for level in levels() if level.name.lower() == name.strip().lower()), None)


def level_player(name: str) -> str:
    """The player string of a level; raises PlayerError, with the names there are, if there is none."""
    if (level := find_level(name)) is None:
        names = [level.name.lower() for level in levels()]
        raise PlayerError(f"there is no level {name!r}{suggestion(name.lower(), names)}")
    return level.player
