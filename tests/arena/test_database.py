"""The position database: games that differ, are kept, and are not played twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from beeline.arena.database import DatabaseError, database_tasks, make_database
from beeline.arena.games import GameResult
from beeline.arena.store import GameStore, StoreError
from beeline.workers import LocalWorkers

PLAYER = "wolve:ply=1,temperature=0.5"


def make(path: Path, workers: LocalWorkers, games: int, **options: object) -> list[tuple[str, ...]]:
    settings = {"side": 4, "seed": 1} | options
    return make_database(path, PLAYER, games=games, workers=workers, **settings)  # type: ignore[arg-type]


def test_games_are_played_once_and_repeat_with_the_seed(tmp_path: Path) -> None:
    played: list[GameResult] = []
    with LocalWorkers(1) as workers:
        few = make(tmp_path / "one.games", workers, 6)
        more = make(tmp_path / "one.games", workers, 10, on_result=played.append)
        assert more[:6] == few
        assert len(played) == 4
        assert make(tmp_path / "one.games", workers, 6) == few
        assert make(tmp_path / "two.games", workers, 10) == more
        with pytest.raises(StoreError, match="differs in seed"):
            make(tmp_path / "one.games", workers, 10, seed=2)
        with pytest.raises(DatabaseError, match="forfeited"):
            make_database(tmp_path / "bad.games", "neurohex", side=4, games=1, seed=1, workers=workers)
    assert len(set(more)) > 5  # on so small a board some are won alike
    with GameStore(tmp_path / "one.games") as store:
        assert len(store) == 10


def test_a_game_that_was_forfeited_is_played_again(tmp_path: Path) -> None:
    """It is no game to learn from: the player had no memory, say."""
    with LocalWorkers(1) as workers:
        games = make(tmp_path / "one.games", workers, 3)
        with GameStore(tmp_path / "one.games") as store:
            (_, played, _) = store.results()
            store.remove([played.task.key])
            store.add([replace(played, reason="crash", moves=played.moves[:1])])
        assert make(tmp_path / "one.games", workers, 3) == games


def test_every_first_move_can_occur() -> None:
    openings = {task.opening for task in database_tasks(PLAYER, side=3, games=200, seed=1)}
    assert len(openings) == 9
    seeds = {task.seed for task in database_tasks(PLAYER, side=3, games=200, seed=1)}
    assert len(seeds) == 200
