"""Players, each named by one string everywhere: ``kind:option=value,...``.

A kind joins by existing: a module ``beeline.players.kinds.NAME`` with a frozen dataclass ``Options`` and a
function ``create(options) -> Player`` is the player ``NAME``. It is imported when a player of its kind is
asked for, so that none pays for another's dependencies. What kinds share stands beside, in this package.
"""

from __future__ import annotations

from beeline.players.base import Decision, Player
from beeline.players.registry import (
    Option,
    make_player,
    option_help,
    options_of,
    player_files,
    player_kinds,
    with_files,
    with_seed,
)
from beeline.search.limit import NO_LIMIT, Limit

__all__ = [
    "NO_LIMIT",
    "Decision",
    "Limit",
    "Option",
    "Player",
    "make_player",
    "option_help",
    "options_of",
    "player_files",
    "player_kinds",
    "with_files",
    "with_seed",
]
