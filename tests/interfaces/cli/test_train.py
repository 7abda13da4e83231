"""Training from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interfaces.cli.command_line import beeline

TINY = ["train", "neurohex", "--preset", "tiny", "--out", "run", "--workers", 1]


@pytest.mark.torch
def test_a_training_leaves_networks_a_history_and_a_report(tmp_path: Path) -> None:
    assert "there is no folder run to resume" in beeline(*TINY, "--resume", folder=tmp_path, code=2)
    out = beeline(*TINY, folder=tmp_path)
    assert "run/trained.onnx:" in out
    assert "games won against the resistance heuristic" in out
    run = tmp_path / "run"
    assert {path.name for path in run.iterdir()} >= {
        "checkpoint",
        "database.games",
        "history.jsonl",
        "mentored.onnx",
        "report.html",
        "trained.onnx",
    }
    entries = [json.loads(line) for line in (run / "history.jsonl").read_text().splitlines()]
    assert entries[-1]["phase"] == "q-learning"
    assert "<svg" in (run / "report.html").read_text()
    report = beeline("games", "run/database.games", "--json", folder=tmp_path)
    assert json.loads(report)["games"] == 20
    assert "--resume" in beeline(*TINY, folder=tmp_path, code=2)
    again = json.loads(beeline(*TINY, "--resume", "--json", folder=tmp_path))
    assert again["games"] == entries[-1]["games"]
    match = ["match", "neurohex:weights=run/trained.onnx", "random", "--size", 4, "--openings", "all"]
    assert "4 games" in beeline(*match, "--games", 4, "--workers", 1, folder=tmp_path)


EZO = ["train", "ezo", "--preset", "tiny-solved", "--out", "run", "--workers", 1]


@pytest.mark.torch
def test_epochs_of_self_play_leave_snapshots_and_a_player(tmp_path: Path) -> None:
    out = beeline(*EZO, folder=tmp_path)
    assert "run/trained.onnx: 4 epochs and 48 games" in out
    assert "--player 'ezo:weights=run/trained.onnx'" in out
    run = tmp_path / "run"
    assert {path.name for path in run.iterdir()} >= {
        "checkpoint",
        "history.jsonl",
        "report.html",
        "snapshots",
    }
    assert "Solved positions whose winner the value tells" in (run / "report.html").read_text()
    assert "--resume" in beeline(*EZO, folder=tmp_path, code=2)
    assert json.loads(beeline(*EZO, "--resume", "--json", folder=tmp_path))["epoch"] == 4
    match = [
        "match",
        "ezo:ply=1,weights=run/snapshots/epoch-2.onnx",
        "random",
        "--size",
        4,
        "--openings",
        "all",
    ]
    assert "2 games" in beeline(*match, "--games", 2, "--workers", 1, folder=tmp_path)
    other = ["train", "neurohex", "--preset", "tiny-solved", "--out", "other"]
    assert "there is no preset 'tiny-solved'" in beeline(*other, folder=tmp_path, code=2)


@pytest.mark.torch
def test_a_neurodynamic_agent_is_trained_taken_up_and_played(tmp_path: Path) -> None:
    tiny = ["train", "neurodynamic", "--preset", "tiny", "--out", "run"]
    out = beeline(*tiny, folder=tmp_path)
    assert "run/trained.onnx: update 20" in out
    assert "as second from 0 of 4" in out
    assert {path.name for path in (tmp_path / "run").iterdir()} >= {
        "checkpoint",
        "history.jsonl",
        "trained.onnx",
    }
    assert "--resume" in beeline(*tiny, folder=tmp_path, code=2)
    again = json.loads(beeline(*tiny, "--resume", "--json", folder=tmp_path))
    assert again["updates"] == 20
    assert "did you mean 'tiny'" in beeline(*tiny, "--preset", "tny", folder=tmp_path, code=2)
    match = ["match", "neurodynamic:weights=run/trained.onnx", "random", "--size", 3, "--openings", "all"]
    assert "4 games" in beeline(*match, "--games", 4, "--workers", 1, folder=tmp_path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--preset", "tny"], "there is no preset 'tny'; did you mean 'tiny'?"),
        (["--out", "file/run"], "file"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, arguments: list[object], message: str) -> None:
    (tmp_path / "file").write_text("")
    assert message in beeline(*TINY, *arguments, folder=tmp_path, code=2)


def test_weights_of_oldezo_are_learned_from_the_games_of_a_teacher(tmp_path: Path) -> None:
    tiny = ["train", "oldezo", "--preset", "tiny", "--out", "run", "--workers", 1]
    out = beeline(*tiny, folder=tmp_path)
    assert "run/learned.weights: from" in out
    assert "--resume" in beeline(*tiny, folder=tmp_path, code=2)
    again = json.loads(beeline(*tiny, "--resume", "--json", folder=tmp_path))
    assert again["games"] == 8
    assert 0 < again["agreement"] <= 1
    match = ["match", "oldezo:weights=run/learned.weights", "random", "--size", 5, "--games", 2]
    assert "2 games" in beeline(*match, "--workers", 1, folder=tmp_path)
    assert "there is no preset" in beeline(*tiny, "--preset", "huge", folder=tmp_path, code=2)


def test_settings_are_changed_and_a_run_is_taken_up_without_naming_them_again(tmp_path: Path) -> None:
    run = ["train", "hivemind", "--out", "run", "--workers", 1]
    changes = ["--preset", "tiny", "--set", "generations=1", "--set", "gauge_games=0"]
    out = json.loads(beeline(*run, *changes, "--json", folder=tmp_path))
    assert (out["policy"], out["generation"], out["win_rate"]) == ("run/learned.policy", 1, None)
    assert "tiny, generations=1, gauge_games=0" in (tmp_path / "run" / "report.html").read_text()
    assert json.loads(beeline(*run, "--resume", "--json", folder=tmp_path)) == out
    assert json.loads(beeline("evolve", "--out", "run", "--resume", "--json", folder=tmp_path)) == out
    message = beeline(*run, "--resume", "--set", "size=5", folder=tmp_path, code=2)
    assert "was begun with size 4 (now 5)" in message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hivemnd"], "there is no system 'hivemnd' that learns; did you mean 'hivemind'?"),
        (["ezo", "--set", "epochs"], "expected --set NAME=VALUE, got 'epochs'"),
        (["ezo", "--set", "epoch=3"], "ezo has no setting 'epoch'; did you mean 'epochs'?"),
        (["ezo", "--set", "epochs=few"], "setting 'epochs' needs a whole number, not 'few'"),
        (["ezo", "--set", "epochs=3", "--set", "epochs=4"], "setting 'epochs' is given twice"),
    ],
)
def test_mistakes_in_settings_are_named(tmp_path: Path, arguments: list[object], message: str) -> None:
    assert message in beeline("train", *arguments, "--out", "run", folder=tmp_path, code=2)
    assert not (tmp_path / "run").exists()


def test_the_snapshots_of_a_training_climb_a_ladder(tmp_path: Path) -> None:
    tiny = ["--preset", "tiny", "--set", "boards=4:1", "--set", "rounds=2", "--set", "measure_every=1"]
    beeline("train", "zero", *tiny, "--out", "run", "--workers", 1, folder=tmp_path)
    climb = ["ladder", "run", "--size", 4, "--games", 2, "--thinking", "simulations=4", "--workers", 1]
    out = beeline(*climb, "--against", "random", folder=tmp_path)
    assert "Elo on 4×4 above mcts:simulations=1000:" in out
    record = json.loads((tmp_path / "run" / "ladder-4.json").read_text())
    assert [point["step"] for point in record["curve"]] == [1, 2]
    assert record["games"] == 2 * (2 * 5 + 1)
    assert record["made_by"]["command"].startswith("beeline ladder run")
    assert "no training" in beeline("ladder", ".", folder=tmp_path, code=2)
