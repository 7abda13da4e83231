"""``beeline solve`` as a user meets it."""

from __future__ import annotations

import json
import subprocess
import sys


def solve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "beeline", "solve", *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


def test_board_of_winning_first_moves() -> None:
    done = solve("--size", "4", "--all-openings")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:6] == [
        "  a b c d",
        "1  W W W B",
        " 2  W W B W",
        "  3  W B W W",
        "   4  B W W W",
        "4 of 16 first moves win: d1 c2 b3 a4",
    ]


def test_openings_as_json_from_scratch_and_with_one_table() -> None:
    alone = json.loads(solve("--size", "5", "--all-openings", "--json").stdout)
    shared = json.loads(solve("--size", "5", "--all-openings", "--share", "--json").stdout)
    assert len(alone["winning"]) == 13
    assert alone["winning"] == shared["winning"]
    assert 0 < shared["nodes"] < alone["nodes"]
    assert alone["openings"]["a1"]["winner"] == "white"


def test_one_position() -> None:
    done = solve("--size", "4", "--all-moves", "--certificate")
    assert done.returncode == 0, done.stderr
    assert "black to move, black wins" in done.stdout
    assert "winning moves: d1 c2 b3 a4" in done.stdout
    assert "promises: checked" in done.stdout
    answer = json.loads(solve("--size", "4", "--moves", "a1", "--certificate", "--json").stdout)
    assert (answer["winner"], answer["to_move"]) == ("white", "white")
    assert answer["certificate"]["winner"] == "white"


def test_a_limit_says_how_far_it_came() -> None:
    done = solve("--size", "7", "--nodes", "20")
    assert done.returncode == 2
    assert "not solved within the limits: 20 positions" in done.stderr
    done = solve("--size", "6", "--all-openings", "--nodes", "2", "--json")
    assert done.returncode == 2
    assert "not solved within the limits:" in done.stderr
    assert json.loads(done.stdout)["openings"]["a3"]["winner"] is None
    assert solve("--size", "9", "--time", "0.2").returncode == 2


def test_options_that_do_not_go_together() -> None:
    assert "about the empty board" in solve("--all-openings", "--moves", "a1").stderr
    assert "--share goes with --all-openings" in solve("--share").stderr
    assert solve("--size", "0").returncode == 2
    assert "black has won" in solve("--size", "1", "--moves", "a1").stderr
