"""The command line as a user meets it."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beeline import __version__, make_player
from tests.interfaces.cli.command_line import run_beeline as beeline

SGF = "(;FF[4]GM[11]SZ[5];B[c3];W[b2];B[d2])"


def process(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "beeline", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_help_has_every_mode_and_each_mode_an_example() -> None:
    text = beeline("--help").stdout
    for mode in ("serve", "play", "analyse", "solve", "gtp", "bench", "players"):
        assert mode in text
        assert f"Example: beeline {mode}" in beeline(mode, "--help").stdout


def test_version() -> None:
    assert process("--version").stdout == f"beeline {__version__}\n"


def test_without_a_terminal_the_engine_plays_itself() -> None:
    run = process("play", "--size", "3", "--player", "mcts:simulations=50")
    assert run.returncode == 0
    assert "wins in" in run.stdout
    assert run.stdout.count("a b c") >= 2 * 4


def test_analysis_in_json() -> None:
    run = beeline("analyse", "--size", "5", "--moves", "c3 b2", "--player", "mcts:simulations=300", "--json")
    data = json.loads(run.stdout)
    assert data["moves"][0]["visits"] >= data["moves"][1]["visits"]
    assert (data["to_move"], data["simulations"], data["rows"]) == ("black", 300, 5)
    assert data["position"] == ["c3", "b2"]


def test_analysis_of_an_sgf_with_a_picture(tmp_path: Path) -> None:
    game, picture = tmp_path / "game.sgf", tmp_path / "board.svg"
    game.write_text(SGF)
    run = beeline(
        "analyse",
        "--sgf",
        str(game),
        "--move",
        "2",
        "--player",
        "mcts:simulations=300",
        "--svg",
        str(picture),
    )
    assert run.returncode == 0, run.stderr
    assert "black to move" in run.stdout
    assert picture.read_text().startswith("<svg")


def test_analysis_of_a_link() -> None:
    link = "https://hexworld.org/board/#5c1,c3b2"
    run = beeline("analyse", "--link", link, "--player", "mcts:simulations=100", "--json")
    assert json.loads(run.stdout)["position"] == ["c3", "b2"]


def test_bench() -> None:
    run = beeline("bench", "--size", "5", "--simulations", "2000", "--json")
    expected = ["default", "local", "tenuki", "patterns", "bridges"]
    assert list(json.loads(run.stdout)["simulations_per_second"]) == expected


def test_players_lists_kinds_and_options() -> None:
    assert "mcts" in json.loads(beeline("players", "--json").stdout)
    assert "simulations" in beeline("players", "mcts").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["analyse", "--size", "20"], "1 to 19 rows and columns"),
        (["analyse", "--size", "big"], "a size such as 11 or 9x7"),
        (["analyse", "--moves", "a1 a1"], "holds a black stone"),
        (["analyse", "--moves", "9z"], "expected a cell"),
        (["analyse", "--player", "mtcs"], "did you mean 'mcts'"),
        (["analyse", "--player", "random"], "does not search"),
        (["analyse", "--sgf", "/no/such/file"], "beeline: /no/such/file: No such file or directory\n"),
        (["analyse", "--link", "#11,zz"], "expected"),
        (["analyse", "--size", "1", "--moves", "a1"], "black has won"),
        (["play", "--player", "mcts:simulations=x"], "needs a whole number"),
        (["players", "nobody"], "unknown player 'nobody'"),
        (["gtp", "--player", "nobody"], "unknown player 'nobody'"),
        (["gtp", "--size", "99"], "19"),
    ],
)
def test_bad_input_ends_with_one_clear_line(arguments: list[str], message: str) -> None:
    run = beeline(*arguments)
    assert run.returncode == 2
    assert message in run.stderr
    assert run.stderr.startswith("beeline: ")
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr


def test_an_engine_that_resigns_ends_the_game() -> None:
    program = Path(__file__).parents[2] / "data" / "bad_gtp.py"
    run = beeline("play", "--size", "4", "--player", f'gtp:command="{sys.executable} {program} obey resign"')
    assert run.returncode == 0, run.stderr
    assert "resigns" in run.stdout


def test_a_broken_sgf_is_located(tmp_path: Path) -> None:
    game = tmp_path / "game.sgf"
    game.write_text("(;FF[4]GM[11]SZ[5];B[c3]\n;W[z9])")
    assert "(line 2, column 2)" in beeline("analyse", "--sgf", str(game)).stderr


def test_an_unknown_mode_is_refused() -> None:
    assert process("analyze").returncode == 2


def test_a_process_ends_with_one_clear_line_too() -> None:
    run = process("analyse", "--size", "20")
    assert (run.returncode, run.stderr.count("\n"), run.stdout) == (2, 1, "")


def test_a_game_at_the_terminal() -> None:
    """A person plays on a real (pseudo-)terminal: help, a mistake, undo, a hint, and a resignation."""
    keyboard, screen = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "beeline", "play", "--size", "4", "--player", "mcts:simulations=50"],
        stdin=screen,
        stdout=screen,
        stderr=screen,
        env=os.environ | {"TERM": "dumb"},
    )
    os.close(screen)
    for line in ("help", "b2", "b2", "hint", "undo", "[/x]", "swap-sides", "zz", "c3", "resign"):
        os.write(keyboard, f"{line}\n".encode())
        time.sleep(0.05)
    shown = b""
    while True:
        try:
            chunk = os.read(keyboard, 4096)
        except OSError:  # the other end is closed: the program has ended
            break
        if not chunk:
            break
        shown += chunk
    os.close(keyboard)
    assert process.wait(timeout=20) == 0
    text = shown.decode()
    assert "joins top and bottom" in text
    assert "holds a black stone" in text
    assert "expected a letter and a number" in text
    assert "'[/x]'" in text
    assert "type swap" in text
    assert "The engine would play" in text
    assert "black resigns" in text


@pytest.mark.parametrize("command", [[], ["match"], ["play"], ["gtp"], ["train"]], ids=str)
def test_h_is_help(command: list[str]) -> None:
    short = beeline(*command, "-h")
    assert short.returncode == 0
    assert short.stdout == beeline(*command, "--help").stdout


def test_a_level_is_chosen_by_name() -> None:
    told = beeline("analyse", "--size", "4", "--level", "newcomer", "--json")
    assert json.loads(told.stdout)["player"] == make_player("newcomer").spec
    for command in ("play", "gtp", "analyse"):
        refused = beeline(command, "--level", "clbu")
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert "no level 'clbu'; did you mean 'club'?" in refused.stderr
    assert "strongest" in beeline("players").stdout


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["so"], {"solve"}),
        (["solve", "--all"], {"--all-openings", "--all-moves"}),
        (["reproduce", "--scale", ""], {"quick", "paper"}),
    ],
    ids=["command", "option", "value"],
)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_words(words: list[str], completed: set[str], shell: str) -> None:
    line = " ".join(["beeline", *words])
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words)), "_TYPER_COMPLETE_ARGS": line}
    asked |= {"_BEELINE_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    code = "import sys; from beeline.interfaces.main import main; sys.argv[0] = 'beeline'; main()"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        timeout=60,
    )
    found = set(re.split(r'["\s(]+', told.stdout))
    assert completed <= found, told
    assert not found & {"match", "--size", "--help"}


def test_completion_is_offered() -> None:
    assert "--install-completion" in beeline("--help").stdout
