"""Evolutions from the command line."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from beeline.networks.hivemind.policy import Policy
from tests.interfaces.cli.command_line import beeline

SMALL = ["--size", 4, "--generations", 2, "--simulations", 10, "--games", 1, "--workers", 1]


def test_an_evolution_leaves_a_policy_a_history_and_a_curve(tmp_path: Path) -> None:
    out = beeline("evolve", "--out", "run", *SMALL, folder=tmp_path)
    assert "run/learned.policy: fitness" in out
    assert "in generation 2" in out
    assert len((tmp_path / "run" / "history.jsonl").read_text().splitlines()) == 2
    curve = (tmp_path / "run" / "curve.svg").read_text()
    assert curve.startswith("<svg")
    assert "win rate against default" in curve
    match = ["match", "hivemind:simulations=20,weights=run/learned.policy", "random"]
    assert "2 games" in beeline(*match, "--size", 4, "--games", 2, "--openings", "all", folder=tmp_path)


def test_a_policy_of_go_is_played_over_gtp(tmp_path: Path) -> None:
    out = beeline("evolve", "--game", "go", "--counted", "--out", "run", *SMALL, folder=tmp_path)
    assert "Play with it: beeline gtp --game go --player 'hivemind:weights=run/learned.policy'" in out


def test_json_for_programs(tmp_path: Path) -> None:
    out = json.loads(beeline("evolve", "--out", "run", *SMALL, "--json", folder=tmp_path))
    assert out["policy"] == "run/learned.policy"
    assert out["generation"] == 2
    again = json.loads(beeline("evolve", "--out", "run", *SMALL, "--json", "--resume", folder=tmp_path))
    assert again == out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--generations", 0], "generations must be 1 or more, not 0"),
        (["--size", 2], "boards from 3 to 19, not 2"),
        (["--sigma", 0], "sigma must be more than 0"),
        (["--start", "nan"], "start must be from -100 to 100, not nan"),
        (["--simulations", 0], "simulations must be 1 or more"),
        (["--simulations", 2**31], "simulations must be at most"),
        (["--optimiser", "swarm", "--sigma", 5], "--sigma is for the optimiser strategy or gradient"),
        (["--start", 5], "--start is for the optimiser gradient"),
        (["--resume"], "there is no folder run to resume"),
        (["--ray", "127.0.0.1:1"], "no Ray cluster"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, arguments: list[object], message: str) -> None:
    assert message in beeline("evolve", "--out", "run", *arguments, folder=tmp_path, code=2)
    assert not (tmp_path / "run").exists()


def test_a_folder_in_use_is_not_begun_again(tmp_path: Path) -> None:
    beeline("evolve", "--out", "run", *SMALL, folder=tmp_path)
    assert "--resume" in beeline("evolve", "--out", "run", *SMALL, folder=tmp_path, code=2)
    message = beeline("evolve", "--out", "run", *SMALL, "--seed", 2, "--resume", folder=tmp_path, code=2)
    assert re.search(r"was begun with seed 1 \(now 2\)", message)


def test_an_evolution_goes_on_as_it_was_begun(tmp_path: Path) -> None:
    out = json.loads(beeline("evolve", "--out", "run", *SMALL, "--tied", "--json", folder=tmp_path))
    again = json.loads(beeline("evolve", "--out", "run", "--json", "--resume", folder=tmp_path))
    assert again == out


def test_an_interrupt_leaves_what_is_learned(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "beeline", "evolve", "--out", "run", *map(str, SMALL)]
    command[command.index("--generations") + 1] = "1000"
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        first = run.stderr.readline()
        os.kill(run.pid, signal.SIGINT)
        rest = run.stderr.read()
    assert re.fullmatch(
        r"generation 1 of 1000  best \+\d+  mean \+\d\.\d  σ \d+\.\d\d  \d+ games/s  \d+:\d\d:\d\d left\n",
        first,
    )
    assert re.search(r"\d+ of 1000 generations are done; resume with beeline evolve --out run --resume", rest)
    assert "Traceback" not in rest
    assert run.returncode == 130
    assert len(Policy.load(tmp_path / "run" / "learned.policy").history) < 1000
    assert (tmp_path / "run" / "curve.svg").exists()


@pytest.mark.parametrize(("optimiser", "steps"), [("strategy", "σ"), ("swarm", "speed")])
def test_progress_fits_a_terminal_of_80_columns(tmp_path: Path, optimiser: str, steps: str) -> None:
    keyboard, screen = pty.openpty()
    small = [*map(str, SMALL), "--optimiser", optimiser]
    process = subprocess.Popen(
        [sys.executable, "-m", "beeline", "evolve", "--out", "run", *small],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=screen,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(screen)
    shown = b""
    while True:
        try:
            shown += os.read(keyboard, 4096)
        except OSError:  # the other end is closed: the program has ended
            break
    os.close(keyboard)
    assert process.wait(timeout=20) == 0
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert re.search(r"80/80 games \d:\d\d:\d\d", text)
    assert re.search(rf"generation 2 of 2  best \+\d+  mean \+\d\.\d  {steps} \d+\.\d\d  \d+ games/s", text)
    assert re.search(r"\d+% against\s+default", text)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "file" in beeline("evolve", "--out", "file/run", *SMALL, folder=tmp_path, code=2)
