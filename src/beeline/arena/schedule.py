"""Which games a match or tournament consists of.

Games come in pairs: two players meet twice on the same opening, once as each colour. The key of a game is
``PAIRING/PAIR/ab`` or ``.../ba``: which two players of the run, the number of the pair, and who is Black.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

from beeline.arena.games import GameTask

Format = Literal["round-robin", "gauntlet"]


def pairings(players: Sequence[str], format: Format = "round-robin") -> list[tuple[int, int]]:
    """Who meets whom, as numbers of players: everyone, or the first against each of the others."""
    if format == "gauntlet":
        return [(0, other) for other in range(1, len(players))]
    return list(combinations(range(len(players)), 2))


def match_tasks(
    players: Sequence[str],
    *,
    games: int,
    openings: Sequence[tuple[str, ...]],
    template: GameTask,
    seed: int,
    format: Format = "round-robin",
    paired: bool = True,
) -> Iterator[GameTask]:
    """The games of a match or tournament, in the order in which they should be played.

    ``games`` is the number for each two players, rounded up to pairs; the openings are gone through in order,
    again and again. ``template`` has what all games share. A round is one pair for each two players, so that
    a run cut short is still a fair one. Unless ``paired``, the earlier of two players is always Black.
    """
    orders = ("ab", "ba") if paired else ("ab",)
    for pair in range(-(-games // len(orders))):
        opening = openings[pair % len(openings)]
        for first, second in pairings(players, format):
            for order in orders:
                black, white = (first, second) if order == "ab" else (second, first)
                key = f"{first}-{second}/{pair:05d}/{order}"
                yield replace(
                    template,
                    key=key,
                    black=players[black],
                    white=players[white],
                    opening=opening,
                    seed=game_seed(seed, key),
                )


def game_seed(seed: int, key: str) -> int:
    """The seed of a game, from that of the run: games differ, and repeat with the run."""
    digest = hashlib.blake2b(f"{seed}/{key}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1  # SQLite's integers have 63 bits and a sign
