"""Matches, tournaments, stores and reproductions from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beeline.arena.store import GameStore
from beeline.papers.reproduction import WinRateTable
from tests.interfaces.cli.command_line import beeline

ROOT = Path(__file__).parents[3]


def test_a_match_its_report_and_its_exports(tmp_path: Path) -> None:
    players = ["mcts:simulations=200", "random"]
    text = beeline("match", *players, "--size", 4, "--games", 8, "--openings", "all", folder=tmp_path)
    assert "mcts:simulations=200" in text
    assert text.startswith("8 games of Hex 4×4, ")
    again = json.loads(beeline("games", "match.db", "--json", folder=tmp_path))
    assert again["games"] == 8
    beeline("games", "match.db", "--sgf", "a.sgf", "--csv", "a.csv", "--html", "a.html", folder=tmp_path)
    assert (tmp_path / "a.sgf").read_text().count("GM[11]") == 8
    assert len((tmp_path / "a.csv").read_text().splitlines()) == 9
    assert (tmp_path / "a.html").read_text().startswith("<!")
    beeline("games", "copy.db", "--import-sgf", "a.sgf", folder=tmp_path)
    assert json.loads(beeline("games", "copy.db", "--json", folder=tmp_path))["games"] == 8


def test_a_match_goes_on_only_when_told_to(tmp_path: Path) -> None:
    match = ["match", "random", "mcts:simulations=5", "--size", 3, "--openings", "empty"]
    assert "to resume" in beeline(*match, "--games", 4, "--resume", folder=tmp_path, code=2)
    beeline(*match, "--games", 4, folder=tmp_path)
    assert "--resume" in beeline(*match, "--games", 8, folder=tmp_path, code=2)
    assert json.loads(beeline(*match, "--games", 8, "--resume", "--json", folder=tmp_path))["games"] == 8
    other = [*match, "--seed", 2]
    assert "holds another run: it differs in seed" in beeline(*other, "--resume", folder=tmp_path, code=2)


def test_a_tournament(tmp_path: Path) -> None:
    players = ["random", "mcts:simulations=20", "mcts:simulations=200"]
    options = ["--size", 4, "--games", 4, "--openings", "all", "--html", "t.html"]
    text = beeline("tournament", *players, *options, folder=tmp_path)
    assert all(player in text for player in players)
    assert (tmp_path / "t.html").exists()


def test_a_sequential_test(tmp_path: Path) -> None:
    options = ["--size", 4, "--games", 400, "--openings", "all", "--sprt", "0,100"]
    assert "accept H1" in beeline("match", "mcts:simulations=200", "random", *options, folder=tmp_path)


def test_a_go_match(tmp_path: Path) -> None:
    options = ["--game", "go", "--size", 5, "--games", 2, "--openings", "empty", "--json"]
    out = beeline("match", "mcts:simulations=50", "random", *options, folder=tmp_path)
    assert json.loads(out)["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "random", "nobody"], "unknown player 'nobody'"),
        (["match", "random", "random"], "the same string"),
        (["match", "neurohex", "random", "--size", "5"], "no trained network for 5×5 boards"),
        (["match", "random", "wolve", "--game", "go", "--size", "5"], "wolve plays Hex, not Go"),
        (["match", "random", "mcts", "--openings", "balance"], "balanced"),
        (["match", "random", "mcts", "--sprt", "5"], "--sprt ELO0,ELO1"),
        (["match", "random", "mcts", "--ray", "127.0.0.1:1"], "no Ray cluster"),
        (["games", "nowhere.db"], "no game store"),
        (["reproduce", "nothing", "--folder", str(ROOT / "reproductions")], "hivemind-fig6"),
        (["reproduce", "--list"], "no folder"),
        (
            ["reproduce", "hivemind-mohex-7", "--folder", str(ROOT / "reproductions")],
            "needs MoHex, a program",
        ),
        (
            ["reproduce", "hivemind-fig6", "--opponent", "random", "--folder", str(ROOT / "reproductions")],
            "leaves no opponent open",
        ),
    ],
)
def test_mistakes_are_named(tmp_path: Path, arguments: list[str], message: str) -> None:
    assert message in beeline(*arguments, folder=tmp_path, code=2)


def test_a_policy_for_another_game_is_refused_before_the_first_game(tmp_path: Path) -> None:
    hex_match = ["match", "hivemind:weights=evolved-go", "random", "--size", 4]
    assert "is for go, not for hex" in beeline(*hex_match, folder=tmp_path, code=2)
    go_match = ["match", "hivemind:weights=evolved-7", "random", "--game", "go", "--openings", "empty"]
    assert "is for hex, not for go" in beeline(*go_match, folder=tmp_path, code=2)
    assert not list(tmp_path.iterdir())


def test_a_reproduction_against_an_outside_program(tmp_path: Path) -> None:
    folder = Path("reproductions", "hivemind", "mohex-7")
    (tmp_path / folder).mkdir(parents=True)
    source = (ROOT / folder / "definition.py").read_text()
    small = source.replace("simulations=10_000", "simulations=20").replace("range(1, 11)", "()")
    assert small.count("simulations=20") == small.count("seeds=()") == 1
    (tmp_path / folder / "definition.py").write_text(small)
    text = beeline("reproduce", "hivemind-mohex-7", "--opponent", "random", folder=tmp_path)
    assert "| learned | MoHex | 42.0% |" in text
    assert "- MoHex: `random`" in text
    assert "Made by `beeline reproduce hivemind-mohex-7 --scale quick --opponent random`" in text
    with GameStore(tmp_path / folder / "quick" / "learned-MoHex.games") as store:
        games = list(store.results())
    assert [game.task.white for game in games] == ["random"] * 10
    assert {game.moves[0] for game in games} == {"c4"}


def test_a_reproduction_writes_its_table_and_plot(tmp_path: Path) -> None:
    folder = Path("reproductions", "hivemind", "fig6")
    (tmp_path / folder).mkdir(parents=True)
    source = (ROOT / folder / "definition.py").read_text()
    small = source.replace("search(10_000)", "search(20)").replace('"quick": 20', '"quick": 4')
    small = small.replace(
        "EvolutionSettings(seed=1)", "EvolutionSettings(generations=1, simulations=5, size=3)"
    )
    assert small != source
    (tmp_path / folder / "definition.py").write_text(small)
    assert "hivemind-fig6" in beeline("reproduce", "--list", folder=tmp_path)
    text = beeline("reproduce", "hivemind-fig6", folder=tmp_path)
    assert "Quick scale" in text
    assert "| uniform | default | 70.5% |" in text
    results = tmp_path / folder / "quick"
    data = json.loads((results / "results.json").read_text())
    assert [cell["games"] for cell in data["cells"]] == [4] * 9
    assert (results / "plot.svg").read_text().startswith("<svg")
    assert beeline("reproduce", "hivemind-fig6", folder=tmp_path) == text


def test_an_interrupted_reproduction_says_how_to_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(WinRateTable, "run", interrupted)
    folder = ROOT / "reproductions"
    stopped = beeline("reproduce", "hivemind-fig6", "--folder", folder, folder=tmp_path, code=130)
    assert f"to resume, repeat the command ({folder / 'hivemind' / 'fig6'})" in stopped


@pytest.mark.parametrize("size", ["3", "4x6", "10", "14"])
def test_a_match_needs_no_opening_set_of_its_size(tmp_path: Path, size: str) -> None:
    options = ["--size", size, "--games", 2, "--json"]
    assert json.loads(beeline("match", "random", "random:seed=2", *options, folder=tmp_path))["games"] == 2


def test_a_match_lists_its_players_as_they_were_named(tmp_path: Path) -> None:
    options = ["--size", 4, "--games", 8, "--openings", "all"]
    text = beeline("match", "random", "mcts:simulations=200", *options, folder=tmp_path)
    assert text.index("1  random") < text.index("2  mcts:simulations=200")


def test_a_match_of_levels_is_recorded_by_their_players(tmp_path: Path) -> None:
    out = beeline("match", "newcomer", "random", "--size", 3, "--games", 2, "--json", folder=tmp_path)
    assert {player["player"].partition(",")[0] for player in json.loads(out)["players"]} == {
        "zero:simulations=0",
        "random",
    }


def test_games_of_go_are_not_written_as_an_empty_sgf_file(tmp_path: Path) -> None:
    options = ["--game", "go", "--size", 3, "--games", 2]
    beeline("match", "random", "random:seed=2", *options, folder=tmp_path)
    error = beeline("games", "match.db", "--sgf", "a.sgf", folder=tmp_path, code=2)
    assert "only games of Hex are written as SGF, and 2 of 2 are of Go" in error
    assert not (tmp_path / "a.sgf").exists()


def test_an_interrupted_match_says_how_to_go_on(tmp_path: Path) -> None:
    slow = ["mcts:seconds=0.3", "mcts:seconds=0.2", "--size", "9", "--games", "50", "--workers", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "beeline", "match", *slow], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as run:
        while not (tmp_path / "match.db").exists():
            assert run.poll() is None
            time.sleep(0.1)
        time.sleep(1)
        os.kill(run.pid, signal.SIGINT)
        _, errors = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "to resume, repeat the command with --resume (match.db)" in errors
