"""The game store keeps what it was given, and says what it cannot keep."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from beeline.arena.exchange import from_sgf, set_opening, to_sgf, write_csv
from beeline.arena.games import GameResult, GameTask
from beeline.arena.store import GameStore, StoreError, is_being_written
from beeline.rules.sgf import read_hex_sgf

RESULT = GameResult(
    task=GameTask(
        key="0-1/00000/ab",
        rows=3,
        cols=3,
        black="random",
        white='gtp:command="a, b"',
        opening=("a1",),
        swap_rule=True,
        seed=2**63 - 1,
        move_seconds=1.5,
        adjudicate=True,
    ),
    winner="white",
    reason="win",
    moves=("a1", "a2", "c1", "b2", "a3", "c2"),
    seconds=(0.25, 1e-05, 0.5, 0.125, 3.0),
    cpu_seconds=(0.5, 0.25),
    versions=("beeline 0.1.0", "other 1"),
    started=1e9,
    detail="line\nof 'text'",
)


def game(number: int) -> GameResult:
    return replace(RESULT, task=replace(RESULT.task, key=f"0-1/{number:05d}/ab"))


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    with GameStore(tmp_path / "run.db") as store:
        store.add([RESULT])
        assert list(store.results()) == [RESULT]
    with GameStore(tmp_path / "run.db") as store:
        assert list(store.results()) == [RESULT]
        assert (len(store), store.keys()) == (1, {RESULT.task.key})


def test_games_are_in_the_order_of_their_keys(tmp_path: Path) -> None:
    with GameStore(tmp_path / "run.db") as store:
        store.add([game(2), game(0)])
        store.add([game(1)])
        assert list(store.results()) == [game(0), game(1), game(2)]


def test_no_game_is_stored_twice_and_a_failed_transaction_stores_nothing(tmp_path: Path) -> None:
    with GameStore(tmp_path / "run.db") as store:
        store.add([game(0)])
        with pytest.raises(StoreError, match="UNIQUE"):
            store.add([game(1), game(0)])
        assert store.keys() == {game(0).task.key}


def test_a_store_holds_one_run(tmp_path: Path) -> None:
    with GameStore(tmp_path / "run.db") as store:
        store.begin({"players": ("a", "b"), "seed": 1})
        store.begin({"players": ["a", "b"], "seed": 1})
        with pytest.raises(StoreError, match="differs in seed"):
            store.begin({"players": ("a", "b"), "seed": 2})
        assert store.run == {"players": ["a", "b"], "seed": 1}


def test_other_files_are_refused(tmp_path: Path) -> None:
    text, other, newer = tmp_path / "text.db", tmp_path / "other.db", tmp_path / "newer.db"
    text.write_text("not a database " * 100)
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    GameStore(newer).close()
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
    for path, message in ((text, "not a database"), (other, "not a game store"), (newer, "format 99")):
        with pytest.raises(StoreError, match=message):
            GameStore(path)
    with pytest.raises(StoreError, match="cannot be used"):
        GameStore(tmp_path / "no" / "such" / "folder.db")


def test_a_file_left_by_a_kill_before_the_first_write_is_usable(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with GameStore(tmp_path / "empty.db") as store:
        store.add([RESULT])
    bare = tmp_path / "bare.db"
    with closing(sqlite3.connect(bare)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    with GameStore(bare) as store:
        store.add([RESULT])
        assert len(store) == 1


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    assert write_csv([RESULT, game(1)], path) == 2
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["moves"] == "a1 a2 c1 b2 a3 c2"
    assert rows[0]["white"] == RESULT.task.white
    assert rows[1]["key"] == "0-1/00001/ab"


def test_sgf_out_and_in_again() -> None:
    resigned = replace(RESULT, winner="black", reason="resignation", moves=("a1", "b2"))
    text = "\n".join(to_sgf([RESULT, resigned]))
    games = from_sgf(text, source="file")
    assert [result.moves for result in games] == [RESULT.moves, resigned.moves]
    assert [result.winner for result in games] == ["white", "black"]
    assert [result.reason for result in games] == ["win", "resignation"]
    assert [result.task.key for result in games] == ["file/00000", "file/00001"]
    assert games[0].task.black == "random"


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[11]SZ[5];B[a1])",  # unfinished
        "(;GM[11]SZ[5]RE[B+];B[a1];B[b2];W[c3])",  # out of turn
        "(;GM[11]SZ[5]RE[B+];B[a1];W[pass];B[b2])",
        "(;GM[11]SZ[5]RE[B+]AB[c3];W[b2])",  # set up
    ],
)
def test_a_game_that_its_moves_do_not_tell_is_left_out(text: str) -> None:
    assert from_sgf(text, source="x") == []


def test_a_reader_sees_games_as_they_are_written_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with GameStore(path) as store:
        store.add([game(1)])
        assert is_being_written(path)
        with GameStore(path, read_only=True) as reader:
            store.add([game(2)])
            assert len(reader) == 2
            assert reader.result(game(2).task.key) == game(2)
            assert reader.result("no such key") is None
            with pytest.raises(StoreError, match="cannot write games"):
                reader.add([game(3)])
    assert not is_being_written(path)
    with GameStore(path, read_only=True) as reader:
        assert len(reader) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["run.db"]


def test_a_reader_makes_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        GameStore(tmp_path / "none.db", read_only=True)
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError):
        GameStore(tmp_path / "empty.db", read_only=True)
    assert (tmp_path / "empty.db").stat().st_size == 0


def test_the_number_of_games_is_kept_and_may_grow(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with GameStore(path) as store:
        store.begin({"players": ["a", "b"]})
        assert (store.run, store.total) == ({"players": ["a", "b"]}, None)
        store.begin({"players": ["a", "b"]}, total=20)
        assert (store.run, store.total) == ({"players": ["a", "b"]}, 20)
    with GameStore(path) as store:
        store.begin({"players": ["a", "b"]}, total=30)
        store.begin({"players": ["a", "b"]})
        assert store.total == 30
        with pytest.raises(StoreError, match="differs in players"):
            store.begin({"players": ["a", "c"]}, total=30)


def test_the_opening_that_a_match_set_is_read_from_the_comment_on_its_game() -> None:
    (record,) = read_hex_sgf(next(iter(to_sgf([RESULT]))))
    assert set_opening(record.comment) == ("a1",)
    assert set_opening("win; opening: f1 h4; seed 1") == ("f1", "h4")
    for comment in ("", "win; opening: none; seed 1", "a fine opening: a1 and more", "opening: zz"):
        assert set_opening(comment) == ()
