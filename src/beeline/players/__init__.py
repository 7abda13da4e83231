"""Players, each named by one string everywhere: ``kind:option=value,...``.

A kind is a module of this package. It joins by existing: a module ``beeline.players.NAME`` with a frozen
dataclass ``Options`` and a function ``create(options) -> Player`` is the player ``NAME``. It is imported
when a player of their kind is asked for, so that none pays for another's dependencies.
"""

from __future__ import annotations

from beeline.players.base import Decision, Player
from beeline.players.registry import (
    make_player,
    option_help,
    player_files,
    player_kinds,
    with_files,
    with_seed,
)

__all__ = [
    "Decision",
    "Player",
    "make_player",
    "option_help",
    "player_files",
    "player_kinds",
    "with_files",
    "with_seed",
]
