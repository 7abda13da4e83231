"""Evolutions from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import beeline

SMALL = ["--size", 4, "--generations", 2, "--simulations", 10, "--games", 1, "--workers", 1]


def test_an_evolution_leaves_a_policy_a_history_and_a_curve(tmp_path: Path) -> None:
    out = beeline("evolve", "--out", "run", *SMALL, folder=tmp_path)
    assert "run/learned.policy: fitness" in out
    assert "after 2 generations" in out
    assert len((tmp_path / "run" / "history.jsonl").read_text().splitlines()) == 2
    curve = (tmp_path / "run" / "curve.svg").read_text()
    assert curve.startswith("<svg")
    assert "win rate against default" in curve
    match = ["match", "hivemind:simulations=20,weights=run/learned.policy", "random"]
    assert "2 games" in beeline(*match, "--size", 4, "--games", 2, "--openings", "all", folder=tmp_path)


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
        (["--ray", "127.0.0.1:1"], "no Ray cluster"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, arguments: list[object], message: str) -> None:
    assert message in beeline("evolve", "--out", "run", *arguments, folder=tmp_path, code=2)


def test_a_folder_in_use_is_not_begun_again(tmp_path: Path) -> None:
    beeline("evolve", "--out", "run", *SMALL, folder=tmp_path)
    assert "--resume" in beeline("evolve", "--out", "run", *SMALL, folder=tmp_path, code=2)
    message = beeline("evolve", "--out", "run", *SMALL, "--seed", 2, "--resume", folder=tmp_path, code=2)
    assert re.search(r"was begun with seed 1 \(now 2\)", message)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "file" in beeline("evolve", "--out", "file/run", *SMALL, folder=tmp_path, code=2)
