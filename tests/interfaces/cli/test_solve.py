"""``beeline solve`` as a user meets it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from beeline import Board, Solver
from beeline.files import FileError
from beeline.interfaces.cli.opening_tasks import SolvedOpening, table_entries_for
from beeline.interfaces.cli.solved_openings import read_openings
from beeline.locks import held

OPENINGS = '{{"rows": 5, "cols": 5, "openings": {{"a1": {}}}}}'


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


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "not json",
        '{"rows": 5, "cols": 5}',
        OPENINGS.format('{"winner": "red", "nodes": 1, "seconds": 1.0}'),
        OPENINGS.format('{"winner": "white", "nodes": "x", "seconds": 1.0}'),
        OPENINGS.format('{"winner": "white", "nodes": -1, "seconds": 1.0}'),
        OPENINGS.format('{"winner": "white", "nodes": 1, "seconds": NaN}'),
        OPENINGS.format('{"winner": "white", "nodes": 1}'),
        OPENINGS.replace("a1", "z9").format('{"winner": "white", "nodes": 1, "seconds": 1.0}'),
        OPENINGS.format('{"winner": "white", "nodes": 1, "seconds": 1.0}').replace(
            "}}", '}, "e5": {"winner": "black", "nodes": 0, "seconds": 0.0}}'
        ),
    ],
)
def test_a_damaged_file_of_openings_is_refused(tmp_path: Path, text: str) -> None:
    out = tmp_path / "openings.json"
    out.write_text(text)
    with pytest.raises(FileError, match="is no file of solved openings"):
        read_openings(out, 5, 5)


def test_a_damaged_file_of_openings_stays_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    out.write_text("[]")
    done = solve("--size", "5", "--all-openings", "--out", str(out))
    assert done.returncode == 2
    assert "is no file of solved openings" in done.stderr
    assert out.read_text() == "[]"


def test_half_a_pair_of_openings_tells_the_other(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    out.write_text(OPENINGS.format('{"winner": "white", "nodes": 7, "seconds": 1.0}'))
    assert read_openings(out, 5, 5) == {
        "a1": SolvedOpening("white", nodes=7, seconds=1.0),
        "e5": SolvedOpening("white", nodes=0, seconds=0.0),
    }


def test_replies_of_white_are_recorded_and_turn_with_the_opening(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    solve("--size", "3", "--all-openings", "--out", str(out))
    found = read_openings(out, 3, 3)
    assert found["b2"].reply is None, "Black wins"
    reply = found["a1"].reply
    assert reply is not None
    board = Board(3)
    for move in ("a1", reply):
        board.play(move)
    assert Solver(3).solve(board).winner == "white"
    assert found["c3"].reply == board.name_of(8 - board.cell_of(reply))


def test_a_file_that_cannot_be_written_is_noticed_before_anything_is_solved(tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "openings.json"
    done = solve("--size", "9", "--all-openings", "--out", str(out))  # 9×9 would take days
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    assert done.stdout == ""
    assert "cannot read" in solve("--size", "9", "--all-openings", "--out", str(tmp_path)).stderr


def test_an_interrupt_hands_over_what_is_solved(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    command = [sys.executable, "-m", "beeline", "solve", "--size", "7", "--all-openings", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        while not out.exists() or not json.loads(out.read_text())["winning"]:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "of 49 first moves solved" in output
    assert json.loads(out.read_text())["winning"]


def verify(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "beeline", "verify", *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_processes_find_what_one_finds(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    alone = json.loads(solve("--size", "5", "--all-openings", "--json").stdout)
    done = solve("--size", "5", "--all-openings", "--workers", "2", "--out", str(out))
    assert done.returncode == 0, done.stderr
    together = json.loads(out.read_text())
    assert together["winning"] == alone["winning"]
    costs = {name: (each["winner"], each["nodes"]) for name, each in together["openings"].items()}
    assert costs == {name: (each["winner"], each["nodes"]) for name, each in alone["openings"].items()}
    refused = solve("--size", "5", "--all-openings", "--workers", "2", "--share")
    assert "--share is for one process" in refused.stderr
    assert "--workers goes with --all-openings" in solve("--workers", "2").stderr


def test_certificates_of_openings_are_verified(tmp_path: Path) -> None:
    folder, out = tmp_path / "certificates", tmp_path / "openings.json"
    arguments = ("--size", "4", "--all-openings", "--out", str(out), "--certificates", str(folder))
    assert solve(*arguments, "--workers", "2").returncode == 0
    files = sorted(folder.iterdir())
    assert len(files) == 8  # half a turn gives the others
    done = verify(*files)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("proven by") == 8
    before = out.read_text()
    files[0].unlink()
    assert solve(*arguments).returncode == 0
    assert sorted(folder.iterdir()) == files
    assert json.loads(out.read_text())["winning"] == json.loads(before)["winning"]


def test_a_limit_takes_no_proof_back(tmp_path: Path) -> None:
    folder, out = tmp_path / "certificates", tmp_path / "openings.json"
    arguments = ("--size", "4", "--all-openings", "--out", str(out))
    assert solve(*arguments).returncode == 0
    before = json.loads(out.read_text())["openings"]
    solve(*arguments, "--certificates", str(folder), "--nodes", "1")
    after = json.loads(out.read_text())["openings"]
    assert {name: each["winner"] for name, each in after.items()} == {
        name: each["winner"] for name, each in before.items()
    }


def test_certificates_of_two_boards_share_a_folder(tmp_path: Path) -> None:
    for size in ("2", "3"):
        assert solve("--size", size, "--all-openings", "--certificates", str(tmp_path)).returncode == 0
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) == 2 + 5
    assert files[0].startswith("2x2-")


def test_a_second_process_on_a_file_of_openings_is_told_who_holds_it(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    with held(tmp_path / ".openings.json.lock", what=str(out)):
        done = solve("--size", "3", "--all-openings", "--out", str(out))
    assert done.returncode == 2
    assert f"{os.getpid()}" in done.stderr
    assert not out.exists()


def test_a_file_of_openings_with_a_reply_that_is_none_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "openings.json"
    assert solve("--size", "3", "--all-openings", "--out", str(out)).returncode == 0
    data = json.loads(out.read_text())
    data["openings"]["a1"]["reply"] = []
    out.write_text(json.dumps(data))
    assert "is no file of solved openings" in solve("--size", "3", "--all-openings", "--out", str(out)).stderr


def test_a_certificate_that_proves_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "claim.json"
    claim = json.loads(solve("--size", "4", "--moves", "a1", "--certificate", "--json").stdout)
    path.write_text(json.dumps(claim))
    assert "white wins after a1 on 4×4: proven by" in verify(path).stdout
    claim["position"] = ["d1"]  # which wins for Black
    path.write_text(json.dumps(claim))
    done = verify(path)
    assert done.returncode == 2
    assert "not proven" in done.stdout
    assert "1 of 1 certificates prove nothing" in done.stderr
    for text in ("[]", "not json", '{"rows": 4}'):
        path.write_text(text)
        assert "is no certificate with its position" in verify(path).stderr


def test_a_book_is_asked_first_and_keeps_what_is_solved(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    arguments = ("--size", "5", "--moves", "a1 b4 d2", "--json", "--remember", str(book))
    first, again = (json.loads(solve(*arguments).stdout) for _ in range(2))
    assert first["nodes"] > 0
    assert again["nodes"] == 0
    assert again["winner"] == first["winner"]
    assert again["winning_moves"] == first["winning_moves"]
    opening = json.loads(solve("--size", "7", "--moves", "a1", "--json", "--remember", str(book)).stdout)
    assert (opening["winner"], opening["nodes"]) == ("white", 0)
    assert opening["winning_moves"]
    assert "--remember keeps" in solve("--all-moves", "--remember", str(book)).stderr


def test_tables_fit_the_memory_on_large_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = psutil.virtual_memory()._replace(available=16 << 30)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)
    assert table_entries_for(7, 7) == 1 << 20
    assert table_entries_for(8, 8) == 1 << 26
    assert table_entries_for(8, 8, processes=2) == 1 << 25
    assert table_entries_for(9, 9) == 1 << 24
    memory = memory._replace(available=1 << 20)
    assert table_entries_for(8, 8) == 1 << 20


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


def test_a_limit_keeps_what_is_proven_and_says_what_is_missing() -> None:
    done = solve("--size", "6", "--all-moves", "--nodes", "600")
    assert done.returncode == 2
    assert "black to move, black wins" in done.stdout
    lines = dict(line.split(": ") for line in done.stdout.splitlines() if ": " in line)
    assert lines["winning moves"]
    assert lines["best line"]
    count = len(lines["open"].split())
    assert f"not finished within the limits: {count} moves are open" in done.stderr
    done = solve("--size", "6", "--all-moves", "--certificate", "--nodes", "600", "--json")
    assert done.returncode == 2
    answer = json.loads(done.stdout)
    assert answer["winning_moves"] == lines["winning moves"].split()
    assert answer["open_moves"] == lines["open"].split()
    assert answer["certificate"] is None
    assert f"{count} moves are open, and there is no certificate" in done.stderr
    done = solve("--size", "5", "--certificate", "--nodes", "12")
    assert done.returncode == 2
    assert "a winning move: " in done.stdout
    assert "not finished within the limits: there is no certificate" in done.stderr


def interrupted(*arguments: str) -> subprocess.CompletedProcess[str]:
    """``beeline solve``, with a Ctrl-C when it has been solving for a while."""
    code = """
import os, signal, threading, time
from beeline.interfaces.main import main

def press():
    while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        time.sleep(0.01)
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=press, daemon=True).start()
main()
"""
    command = [sys.executable, "-c", code, "solve", *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


def test_an_interrupt_says_how_far_it_came() -> None:
    done = interrupted("--size", "11")
    assert done.returncode == 130
    assert re.search(r"^[\d,]+ positions in \d", done.stdout, re.MULTILINE)
    progress = r"[\d,]+ positions, proof number [\d,]+, disproof number [\d,]+"
    assert re.fullmatch(f"beeline: not solved before the interrupt: {progress}\n", done.stderr)
    done = interrupted("--size", "11", "--json")
    assert done.returncode == 130
    answer = json.loads(done.stdout)
    assert answer["winner"] is None
    assert min(answer["nodes"], answer["proof"], answer["disproof"]) > 0


def test_an_interrupt_keeps_what_is_proven() -> None:
    # d7 joins Black's chain to the bottom; what other moves do is hard to tell.
    done = interrupted("--size", "9", "--moves", "e5 a1 f3 a2", "--all-moves")
    assert done.returncode == 130
    assert "black to move, black wins" in done.stdout
    assert re.search(r"not finished before the interrupt: \d+ moves are open", done.stderr)


def solving_openings(*arguments: str) -> str:
    """What ``beeline solve --all-openings`` says to Ctrl-C in the middle of its second opening."""
    code = """
from beeline.interfaces.main import main
from beeline.knowledge.solver import Solver

solve, calls = Solver.solve, []

def interrupted(self, *arguments, **options):
    calls.append(arguments)
    if len(calls) == 2:
        raise KeyboardInterrupt
    return solve(self, *arguments, **options)

Solver.solve = interrupted
main()
"""
    command = [sys.executable, "-c", code, "solve", "--size", "4", "--all-openings", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 130
    assert "2 of 16 first moves solved" in done.stdout
    return done.stderr


def test_interrupted_openings_say_how_to_resume(tmp_path: Path) -> None:
    assert "kept, to resume from, with --out FILE only" in solving_openings()
    out = tmp_path / "openings.json"
    assert f"to resume, repeat the command ({out})" in solving_openings("--out", str(out))
    assert len(json.loads(out.read_text())["openings"]) == 2
    assert "4 of 16 first moves win" in solve("--size", "4", "--all-openings", "--out", str(out)).stdout


def test_a_small_table_costs_positions() -> None:
    for what in ("--all-moves", "--all-openings"):
        whole, small = (
            json.loads(solve("--size", "5", what, "--json", "--table", entries).stdout)
            for entries in ("1_000_000", "4")
        )
        assert small["nodes"] > whole["nodes"] > 0


@pytest.mark.parametrize("entries", ["0", "100000000000000000000"])
def test_a_table_that_cannot_be_is_refused_in_one_line(entries: str) -> None:
    for arguments in (("--size", "3"), ("--size", "3", "--all-openings")):
        done = solve(*arguments, "--table", entries)
        assert done.returncode == 2
        assert done.stdout == ""
        message = f"beeline: a table has 1 to 1,073,741,824 entries, not {int(entries):,}\n"
        assert done.stderr == message


def test_options_that_do_not_go_together() -> None:
    assert "about the empty board" in solve("--all-openings", "--moves", "a1").stderr
    assert "--share goes with --all-openings" in solve("--share").stderr
    assert "--out goes with --all-openings" in solve("--out", "openings.json").stderr
    assert solve("--size", "0").returncode == 2
    assert "black has won" in solve("--size", "1", "--moves", "a1").stderr
