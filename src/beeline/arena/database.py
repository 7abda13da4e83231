"""The position database: noisy games of one player with itself, each from a random first move.

NeuroHex (section 2.4) draws its starting positions from 10,000 such games of Wolve, whose moves are chosen
by a softmax over their evaluations: here the player ``wolve`` with a temperature.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from beeline.arena.games import FORFEITS, GameResult, GameTask
from beeline.arena.store import GameStore
from beeline.arena.tournament import game_seed, play_into
from beeline.errors import DatabaseError as DatabaseError
from beeline.rules.cells import cell_name
from beeline.workers import Workers


def database_tasks(player: str, *, side: int, games: int, seed: int) -> Iterator[GameTask]:
    """The games, each with a seed of its own."""
    for number in range(games):
        key = f"{number:06d}"
        chance = random.Random(game_seed(seed, key))
        opening = cell_name(chance.randrange(side), chance.randrange(side))
        yield GameTask(
            key=key,
            rows=side,
            cols=side,
            black=player,
            white=player,
            opening=(opening,),
            seed=game_seed(seed, key),
        )


def make_database(
    path: Path,
    player: str,
    *,
    side: int,
    games: int,
    seed: int,
    workers: Workers,
    on_result: Callable[[GameResult], None] | None = None,
) -> list[tuple[str, ...]]:
    """Plays what the store does not hold yet, and returns the moves of all games in order.

    Raises ``DatabaseError`` where the player forfeits a game; the next attempt plays that game again.
    """
    with GameStore(path) as store:
        store.begin({"database": player, "side": side, "seed": seed})
        store.remove([result.task.key for result in store.results() if result.reason in FORFEITS])
        known = store.keys()
        missing = (
            task
            for task in database_tasks(player, side=side, games=games, seed=seed)
            if task.key not in known
        )
        for result in play_into(store, missing, workers, players=[player]):
            if result.reason in FORFEITS:
                raise DatabaseError(f"{player} forfeited a game of the database: {result.detail}")
            if on_result is not None:
                on_result(result)
        return [result.moves for result in store.results() if int(result.task.key) < games]
