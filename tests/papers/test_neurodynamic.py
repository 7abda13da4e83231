"""Reproductions of the neurodynamic study."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from beeline.arena.statistics import mean_interval
from beeline.learning.neurodynamic.system import BatchSettings, OnlineSettings
from beeline.papers.neurodynamic import study
from beeline.papers.neurodynamic.agents import BATCHES, VALUES, panels
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import LENGTHS, Length, seeded
from beeline.papers.neurodynamic.table import AGENTS, SeasonTable
from beeline.papers.reproduction import ReproductionError, Scale, reproductions
from beeline.workers import LocalWorkers

FOLDER = Path(__file__).parents[2] / "reproductions"


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(study.LENGTHS, "quick", Length(seeds=2, transitions=12, updates=4))


def figure(**changes: object) -> LearningFigure:
    base = LearningFigure(
        name="test",
        title="A test & more",
        paper="Nowhere",
        panels={
            "one": {"slow": OnlineSettings(alpha=0.001), "fast": OnlineSettings(alpha=0.1)},
            "two": {"tdc": OnlineSettings(algorithm="tdc")},
        },
        claim="a claim",
    )
    return replace(base, **changes)  # type: ignore[arg-type]


@pytest.mark.usefixtures("_short")
def test_a_figure_is_run_drawn_and_not_run_twice(tmp_path: Path) -> None:
    with LocalWorkers(1) as workers:
        results = figure().run("quick", tmp_path / "figure", workers)
        files = {path: path.stat().st_mtime_ns for path in (tmp_path / "training").rglob("*.runs")}
        again = figure().run("quick", tmp_path / "figure", workers)
    assert len(files) == 2  # SARSA and TDC
    assert {path: path.stat().st_mtime_ns for path in files} == files
    assert again["panels"] == results["panels"]
    assert list(results["panels"]["one"]) == ["slow", "fast"]
    curve = results["panels"]["two"]["tdc"]["curve"]
    assert all(low <= mean <= high for _, mean, low, high in curve)
    assert results["panels"]["one"]["slow"]["curve"] != results["panels"]["one"]["fast"]["curve"]
    page = (tmp_path / "figure" / "quick" / "README.md").read_text()
    assert "| one | fast |" in page
    assert "**The study:** a claim" in page
    assert "Discussion" not in page  # what is found at the paper's scale is not said of a quick run
    svg = (tmp_path / "figure" / "quick" / "plot.svg").read_text()
    assert "A test &amp; more" in svg
    assert svg.count("<g ") == 2
    assert json.loads((tmp_path / "figure" / "quick" / "results.json").read_text())["seeds"] == 2


@pytest.mark.usefixtures("_short")
def test_errors_of_batches_are_drawn_with_the_exact_measure(tmp_path: Path) -> None:
    panels = {
        "both": {
            "CNN": BatchSettings(games=20, memory=20),
            "RNN": BatchSettings(games=20, memory=20, recurrent=True),
        }
    }
    with LocalWorkers(1) as workers:
        results = figure(panels=panels, shown="error", measured=4).run("quick", tmp_path / "figure", workers)
    assert results["unit"] == "updates"
    assert len(results["panels"]["both"]["RNN"]["keeps"]) == 4
    for kind in ("plot", "error", "keeps", "wins", "first"):
        assert (tmp_path / "figure" / "quick" / f"{kind}.svg").exists()


@pytest.mark.usefixtures("_short")
def test_the_table_counts_the_wins_of_all_agents(tmp_path: Path) -> None:
    wins = {"CNN-MSE": 58, "CNN-PBE": 73, "RNN-MSE": 54, "RNN-PBE": 56}
    table = SeasonTable(name="table", title="A table", paper="Nowhere", wins=wins, longer=1, claim="a")
    with LocalWorkers(1) as workers:
        results = table.run("quick", tmp_path / "figure", workers)
    assert results["games"] == 120
    for targets in ("as the study prints them", "zero-sum"):
        rows = [row for row in results["rows"] if row["targets"] == targets]
        assert [row["agent"] for row in rows] == list(AGENTS)
        # Each of the 240 games has one winner, and each training one best agent.
        assert sum(row["wins"] for row in rows) == pytest.approx(240)
        assert sum(row["first"] + row["second"] for row in rows) == pytest.approx(240)
        assert sum(row["best"] for row in rows) == 2
    assert "| zero-sum | RNN-PBE | 56 |" in (tmp_path / "figure" / "quick" / "README.md").read_text()


def test_every_figure_of_the_study_has_its_reproduction() -> None:
    found = reproductions(FOLDER)
    for number in (*range(5, 21),):
        item = found[f"neurodynamic-fig{number}"]
        assert isinstance(item, LearningFigure)
        assert len(item.runs("paper")) >= 10 * sum(len(panel) for panel in item.panels.values())
        assert len(item.claim) > 20
        with pytest.raises(ReproductionError, match="leaves no opponent open"):
            item.against("random")
    table = found["neurodynamic-table1"]
    assert isinstance(table, SeasonTable)
    assert sum(table.wins.values()) == 241  # as the study prints it; there are 240 games
    assert len(table.runs("paper")) == 160


def test_a_quick_run_is_no_longer_than_others() -> None:
    settings = OnlineSettings()
    scales: dict[Scale, int] = {"quick": 1, "paper": 3}
    for scale, times in scales.items():
        length = LENGTHS[scale]
        expected = [
            replace(settings, seed=seed, transitions=times * length.transitions)
            for seed in range(1, length.seeds + 1)
        ]
        assert seeded(settings, scale, longer=3) == expected


def test_panels_are_rows_by_discounts() -> None:
    found = panels({"": VALUES, "batches": BATCHES}, discounts={"one": 1.0, "other": -1.0}, side=4)
    assert list(found) == ["one", "other", "batches, γ = 1", "batches, γ = -1"]
    assert [run.discount for run in found["batches, γ = -1"].values()] == [-1.0] * len(BATCHES)
    assert {run.side for panel in found.values() for run in panel.values()} == {4}


def test_the_interval_of_a_mean() -> None:
    numbers = np.random.default_rng(1).normal(size=10).tolist()
    mean, low, high = mean_interval(numbers)
    half = 2.262 * np.std(numbers, ddof=1) / np.sqrt(10)
    assert (mean, low, high) == pytest.approx((np.mean(numbers), mean - half, mean + half), rel=1e-3)
    assert mean_interval([3.0]) == (3.0, 3.0, 3.0)
