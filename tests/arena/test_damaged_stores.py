"""Game stores that are damaged, hostile, or in use: named, explained, and repaired as far as they go."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from beeline.arena.games import GameResult, GameTask
from beeline.arena.store import GameStore, StoreError
from beeline.arena.store_repair import repair_store
from beeline.limits import ROW_BYTES
from beeline.locks import InUse

RESULT = GameResult(
    task=GameTask(key="", rows=3, cols=3, black="random", white="mcts", opening=("a1",), move_seconds=1.5),
    winner="white",
    reason="win",
    moves=("a1", "a2", "c1", "b2", "a3", "c2"),
    seconds=(0.25, 1e-05, 0.5, 0.125, 3.0),
    cpu_seconds=(0.5, 0.25),
    versions=("beeline 0.1.0", "other 1"),
    started=1e9,
    detail="nothing",
)


def game(number: int) -> GameResult:
    return replace(RESULT, task=replace(RESULT.task, key=f"0-1/{number:05d}/ab"))


def make_store(path: Path, games: int = 5) -> Path:
    with GameStore(path) as store:
        store.begin({"players": ["random", "mcts"]})
        store.add(game(number) for number in range(games))
    return path


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE games SET winner = 'black' WHERE id = 3", "it does not match its checksum"),
        ("UPDATE games SET moves = 'a1 a2 c1 b2 a3 b3' WHERE id = 3", "it does not match its checksum"),
        ("UPDATE games SET checksum = 'x' WHERE id = 3", "it does not match its checksum"),
        ("UPDATE games SET seconds = 'x' WHERE id = 3", "it does not match its checksum"),
        ("UPDATE games SET seconds = 'x', checksum = NULL WHERE id = 3", "its seconds are 'x'"),
        ("UPDATE games SET rows = 'many', checksum = NULL WHERE id = 3", "its rows is 'many'"),
        ("UPDATE games SET rows = 500, checksum = NULL WHERE id = 3", "its rows is 500"),
        ("UPDATE games SET winner = 'me', checksum = NULL WHERE id = 3", "its winner is 'me'"),
        ("UPDATE games SET moves = x'ff', checksum = NULL WHERE id = 3", r"its moves is b'\xff'"),
        ("UPDATE games SET moves = CAST(x'ff' AS TEXT) WHERE id = 3", "UTF-8"),
        ("DROP TABLE games", "no such table"),
    ],
)
def test_damage_is_told_with_the_name_of_the_file_and_a_way_out(
    tmp_path: Path, statement: str, complaint: str
) -> None:
    path = make_store(tmp_path / "run.db")
    change(path, statement)
    for read_only in (True, False):
        with GameStore(path, read_only=read_only) as store, pytest.raises(StoreError) as raised:
            list(store.results())
        assert str(raised.value).startswith(f"{path} is damaged: ")
        assert complaint in str(raised.value)
        assert f"beeline games {path} --repair" in str(raised.value)


@pytest.mark.parametrize("description", ["", "[1]", "x", "[" * 100_000, "null"])
def test_a_damaged_description_of_the_run_is_told(tmp_path: Path, description: str) -> None:
    path = make_store(tmp_path / "run.db")
    change(path, f"UPDATE run SET description = '{description}'")
    with GameStore(path) as store, pytest.raises(StoreError, match="its run cannot be read"):
        store.begin({"players": []})


def test_a_repair_keeps_every_game_that_is_whole(tmp_path: Path) -> None:
    path = make_store(tmp_path / "run.db")
    change(path, "UPDATE games SET winner = 'black' WHERE id = 3")
    done = repair_store(path)
    assert (done.kept, done.lost) == (4, 1)
    assert done.damaged_file == tmp_path / "run.db.damaged-1"
    with GameStore(path) as store:
        assert list(store.results()) == [game(0), game(1), game(3), game(4)]
        assert store.run == {"players": ["random", "mcts"]}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["run.db", "run.db.damaged-1"]


def test_damaged_pages_are_noticed_and_repaired(tmp_path: Path) -> None:
    whole = make_store(tmp_path / "whole.db", games=200).read_bytes()
    chance = random.Random(1)
    kept = []
    for number in range(40):
        path = tmp_path / f"{number}.db"
        broken = bytearray(whole)
        page = chance.randrange(1, len(whole) // 4096)
        broken[4096 * page : 4096 * page + 512] = chance.randbytes(512)
        path.write_bytes(broken)
        try:
            with GameStore(path) as store:
                same = list(store.results()) == [game(number) for number in range(200)]
            assert same, "damage went unnoticed"
        except StoreError as error:
            assert str(path) in str(error)  # noqa: PT017
            kept.append(repair_store(path).kept)
            with GameStore(path) as store:
                assert set(store.results()) <= {game(number) for number in range(200)}
    assert len(kept) > 20
    assert sorted(kept)[len(kept) // 2] > 150


def test_a_store_of_the_first_format_is_read_and_written(tmp_path: Path) -> None:
    path = make_store(tmp_path / "old.db")
    change(path, "ALTER TABLE games DROP COLUMN checksum")
    change(path, "PRAGMA user_version = 1")
    with GameStore(path, read_only=True) as store:
        assert len(list(store.results())) == 5
    with GameStore(path) as store:
        store.add([game(7)])
        assert len(list(store.results())) == 6
    with GameStore(path, read_only=True) as store:
        assert list(store.results())[-1] == game(7)


def test_a_pipe_is_no_store(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    for read_only in (True, False):
        with pytest.raises(StoreError, match="is no file"):
            GameStore(tmp_path / "pipe.db", read_only=read_only)


def test_a_second_writer_is_told_who_holds_the_store(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with GameStore(path):
        with pytest.raises(InUse, match=f"run.db is being written by process {os.getpid()} on "):
            GameStore(path)
        GameStore(path, read_only=True).close()
        with pytest.raises(InUse):
            repair_store(path)
    GameStore(path).close()
    assert [file.name for file in tmp_path.iterdir()] == ["run.db"]


def test_the_lock_of_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    code = (
        "import os, sys; from beeline.arena.store import GameStore; "
        "store = GameStore(sys.argv[1]); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, path], check=False)
    assert (tmp_path / ".run.db.lock").exists()
    make_store(path)
    assert [file.name for file in tmp_path.iterdir()] == ["run.db"]


ENDLESS = "WITH RECURSIVE n (x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT x AS id, * FROM n"


@pytest.mark.parametrize("name", ["games", "run"])
def test_a_store_whose_games_are_a_query_is_refused(tmp_path: Path, name: str) -> None:
    """A view may go on for ever."""
    path = make_store(tmp_path / "a.db")
    change(path, f"ALTER TABLE {name} RENAME TO kept")
    change(path, f"CREATE VIEW {name} AS {ENDLESS}")
    for open_it in (lambda: GameStore(path), lambda: GameStore(path, read_only=True)):
        with pytest.raises(StoreError, match=f"a.db is no game store: '{name}' in it is computed"):
            open_it()
    with pytest.raises(StoreError, match="is computed, not kept"):
        repair_store(path)


def test_a_store_that_does_something_when_it_is_written_is_refused(tmp_path: Path) -> None:
    path = make_store(tmp_path / "a.db")
    change(path, "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END")
    with pytest.raises(StoreError, match="'t' in it is computed"):
        GameStore(path)


def test_a_row_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = make_store(tmp_path / "a.db")
    change(path, f"UPDATE games SET detail = hex(zeroblob({ROW_BYTES})) WHERE id = 3")
    with GameStore(path, read_only=True) as store, pytest.raises(StoreError, match=r"is damaged: .*too big"):
        list(store.results())
    assert repair_store(path).lost == 1


def test_games_are_read_by_pages(tmp_path: Path) -> None:
    with GameStore(make_store(tmp_path / "a.db"), read_only=True) as store:
        assert store.page(offset=3, limit=10) == list(store.results())[3:]
        assert store.page(offset=1, limit=2) == list(store.results())[1:3]
