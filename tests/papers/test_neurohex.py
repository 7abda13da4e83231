"""Reproductions of the NeuroHex paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from beeline.papers.ezo import WinRateOverTraining
from beeline.papers.neurohex import TrainingCurves
from beeline.papers.reproduction import ReproductionError, WinRateTable, reproductions
from beeline.workers import LocalWorkers

FOLDER = Path(__file__).parents[2] / "reproductions"


def test_training_runs_are_compared_and_taken_up(tmp_path: Path) -> None:
    curves = TrainingCurves(
        name="test",
        title="A test",
        paper="Nowhere",
        runs={"quick": {"whole": "tiny", "bare": "tiny-no-database"}, "paper": {"whole": "tiny"}},
    )
    with LocalWorkers(1) as workers:
        results = curves.run("quick", tmp_path / "figure", workers)
        again = curves.run("quick", tmp_path / "figure", workers)
    assert again["history"] == results["history"]
    assert set(results["history"]) == {"whole", "bare"}
    page = (tmp_path / "figure" / "quick" / "README.md").read_text()
    assert "| whole |" in page
    assert "| bare |" in page
    for kind in ("magnitude", "cost", "win-rate"):
        assert (tmp_path / "figure" / "quick" / f"{kind}.svg").read_text().startswith("<svg")
    assert (
        json.loads((tmp_path / "figure" / "quick" / "results.json").read_text())["presets"]["bare"]
        == "tiny-no-database"
    )
    with pytest.raises(ReproductionError, match="leaves no opponent open"):
        curves.against("random")


def test_figure_6_has_its_opponent_at_four_strengths() -> None:
    table = reproductions(FOLDER)["neurohex-fig6"]
    assert isinstance(table, WinRateTable)
    assert table.total("paper") == 8 * 169
    full = table.against('gtp:command="mohex",setup="param_mohex max_time SECONDS"')
    assert full.players["MoHex-30"].endswith('max_time 30"')
    assert full.players["MoHex-1"].endswith('max_time 1"')
    with pytest.raises(ReproductionError, match="write SECONDS in"):
        table.against("random")
    with pytest.raises(ReproductionError, match="needs MoHex"):
        table.against(None)


def test_a_missing_network_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = reproductions(FOLDER)["neurohex-fig6-unrestricted"].against("mcts:seconds=SECONDS")
    with (
        LocalWorkers(1) as workers,
        pytest.raises(ReproductionError, match="beeline train neurohex --preset size-free-13"),
    ):
        table.run("quick", tmp_path / "results", workers)


def test_systems_whose_presets_have_one_name_are_apart(tmp_path: Path) -> None:
    curves = TrainingCurves(name="curves", title="A", paper="B", runs={"quick": {"one": "tiny"}, "paper": {}})
    figure = WinRateOverTraining(
        name="figure",
        title="A",
        paper="B",
        presets={"quick": "tiny", "paper": "paper-7"},
        every={"quick": 4, "paper": 20},
        games={"quick": 2, "paper": 80},
        constants={},
        opponent="random:seed=1",
    )
    with LocalWorkers(1) as workers:
        curves.run("quick", tmp_path / "neurohex" / "curves", workers)
        assert len(figure.run("quick", tmp_path / "ezo" / "figure", workers)["matches"]) == 2
