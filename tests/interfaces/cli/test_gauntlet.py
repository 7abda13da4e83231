"""``beeline gauntlet``: a program measured in one command."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from beeline.errors import ArgumentError
from beeline.interfaces.cli.gauntlet import measured_player
from tests.interfaces.cli.command_line import beeline

ENGINE = shlex.join([sys.executable, "-m", "beeline", "gtp", "--player", "mcts:simulations=50,seed=1"])
QUICK = ("--games", "2", "--workers", "1", "--positions", "5")


def test_a_gtp_program_is_measured_by_one_command(tmp_path: Path) -> None:
    page, store = tmp_path / "report.html", tmp_path / "g.db"
    arguments = ["gauntlet", "--command", ENGINE, "--size", "4", "--against", "random", *QUICK]
    told = beeline(*arguments, "--out", store, "--html", page, folder=tmp_path)
    assert "Solved positions" in told
    assert "7×7" in told
    assert "scale of the levels" not in told  # they were rated on 11×11
    text = page.read_text(encoding="utf-8")
    assert "<h2>Solved positions</h2>" in text
    assert "<h2>Games</h2>" in text


def test_on_the_board_of_the_scale_the_levels_give_a_rating(tmp_path: Path) -> None:
    record = json.loads(
        beeline("gauntlet", "random", "--against", "newcomer", *QUICK, "--json", folder=tmp_path)
    )
    low, high = record["standing"]["interval"]
    assert low < record["standing"]["elo"] < high
    assert [part["side"] for part in record["positions"]] == [5, 6, 7]
    assert all(part["failed"] == 0 for part in record["positions"])
    assert record["made_by"]["command"].startswith("beeline")


def test_a_gauntlet_resumes(tmp_path: Path) -> None:
    arguments = ["gauntlet", "random", "--size", "4", "--against", "random:seed=5", "--positions", "0"]
    arguments += ["--workers", "1", "--json"]
    assert json.loads(beeline(*arguments, "--games", "2", folder=tmp_path))["games"] == 2
    again = json.loads(beeline(*arguments, "--games", "4", "--resume", folder=tmp_path))
    assert (again["games"], again["positions"]) == (4, [])


@pytest.mark.parametrize(("player", "command"), [("", ""), ("random", "mohex")])
def test_one_thing_is_measured(player: str, command: str) -> None:
    with pytest.raises(ArgumentError, match="name what to measure"):
        measured_player(player, command)


def test_a_command_with_blanks_and_commas_stays_one() -> None:
    from beeline.players.registry import PlayerSpec

    command = "mohex --seed 1,2 'a b'"
    assert PlayerSpec.parse(measured_player("", command)).given == {"command": command}
