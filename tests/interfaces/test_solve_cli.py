"""``beeline solve`` as a user meets it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path


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


def test_openings_that_are_one_by_a_half_turn_are_solved_once() -> None:
    openings = json.loads(solve("--size", "3x4", "--all-openings", "--json").stdout)["openings"]
    names = list(openings)
    for name, turned in zip(names, reversed(names), strict=True):
        assert openings[name]["winner"] == openings[turned]["winner"]
        assert min(openings[name]["nodes"], openings[turned]["nodes"]) == 0


def test_openings_go_on_from_their_file(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    limited = solve("--size", "5", "--all-openings", "--nodes", "10", "--out", str(out))
    assert limited.returncode == 2
    before = json.loads(out.read_text())["openings"]
    solved = {name: opening for name, opening in before.items() if opening["winner"]}
    assert 0 < len(solved) < len(before)
    assert f"{len(solved)} of 25 first moves solved" in limited.stdout
    assert solve("--size", "5", "--all-openings", "--out", str(out)).returncode == 0
    after = json.loads(out.read_text())
    assert len(after["winning"]) == 13
    assert {name: after["openings"][name] for name in solved} == solved  # the same to the microsecond: kept
    assert "is about 5×5, not 6×6" in solve("--size", "6", "--all-openings", "--out", str(out)).stderr
    out.write_text("[]")
    assert "is no file of solved openings" in solve("--size", "5", "--all-openings", "--out", str(out)).stderr


def test_an_interrupt_hands_over_what_is_solved(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    command = [sys.executable, "-m", "beeline", "solve", "--size", "7", "--all-openings", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        while not out.exists():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "of 49 first moves solved" in output
    assert json.loads(out.read_text())["winning"]


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
    assert "--out goes with --all-openings" in solve("--out", "openings.json").stderr
    assert solve("--size", "0").returncode == 2
    assert "black has won" in solve("--size", "1", "--moves", "a1").stderr
