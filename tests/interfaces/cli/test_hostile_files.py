"""Files of strangers at the command line: a sentence with the file's name, nothing that steers a terminal."""

from __future__ import annotations

import csv
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from beeline.arena.exchange import from_sgf, write_csv
from beeline.arena.store import GameStore
from beeline.errors import printable
from tests.interfaces.cli.command_line import beeline

ESCAPES = "\x1b\\]0;owned\x07\x1b[31m\x9b2J\u202eevil"


def sgf(name: str) -> str:
    return f"(;GM[11]SZ[3]PB[{name}]PW[Bob]RE[B+R];B[b2];W[a1])"


def test_escapes_of_a_file_do_not_reach_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "esc.sgf").write_text(sgf(ESCAPES), encoding="utf-8")
    shown = beeline("games", "games.db", "--import-sgf", "esc.sgf", folder=tmp_path)
    assert "evil" in shown
    assert not set(shown) & set("\x1b\x07\x9b\u202e")
    (tmp_path / "esc.sgf").write_text(f"(;GM[{ESCAPES}])", encoding="utf-8")
    told = beeline("games", "games.db", "--import-sgf", "esc.sgf", folder=tmp_path, code=2)
    assert not set(told) & set("\x1b\x07\x9b\u202e")


def test_what_is_printable_stays() -> None:
    assert printable("a\tb\nÄ – 棋 😀") == "a\tb\nÄ – 棋 😀"
    assert printable("\x00\x1b\x7f\x85") == "�" * 4


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_a_table_holds_no_formulas(tmp_path: Path, name: str) -> None:
    write_csv(from_sgf(sgf(name), source="x"), tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["black"] == f"'{name}"
    assert row["white"] == "Bob"
    assert row["seed"] == "0"


def damaged_store(folder: Path) -> Path:
    path = folder / "games.db"
    with GameStore(path) as store:
        store.add(from_sgf(sgf("Ada") * 3, source="x"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET winner = 'white' WHERE id = 2")
    return path


def test_a_damaged_store_is_told_by_name_and_repaired(tmp_path: Path) -> None:
    damaged_store(tmp_path)
    told = beeline("games", "games.db", folder=tmp_path, code=2)
    assert told.startswith(
        "beeline: games.db is damaged: of the game 'x/00001', it does not match its checksum"
    )
    assert told.count("\n") == 1
    beeline("games", "games.db", "--repair", folder=tmp_path)
    assert "2 games" in beeline("games", "games.db", folder=tmp_path)
    assert (tmp_path / "games.db.damaged-1").exists()


def test_a_second_match_on_a_file_is_told_who_plays_there(tmp_path: Path) -> None:
    command = [
        "match",
        "random",
        "random:seed=2",
        "--size",
        "3",
        "--openings",
        "empty",
        "--games",
        "2",
        "--workers",
        "1",
        "--out",
        "m.db",
    ]
    beeline(*command, folder=tmp_path)
    holder = subprocess.Popen(
        [sys.executable, "-c", "import sys; from beeline.arena.store import GameStore; "
         "store = GameStore('m.db'); print(flush=True); sys.stdin.read()"],
        cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    with holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        told = beeline(*command, "--resume", folder=tmp_path, code=2)
        assert f"m.db is being written by process {holder.pid} on" in told
        assert "random" in beeline("games", "m.db", folder=tmp_path)
        holder.communicate()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    os.mkfifo(tmp_path / "pipe.policy")
    assert "is no file" in beeline("games", "pipe.db", folder=tmp_path, code=2)
    told = beeline("gtp", "--player", "hivemind:weights=pipe.policy", folder=tmp_path, code=2)
    assert "no regular file" in told
