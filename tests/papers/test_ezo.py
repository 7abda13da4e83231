"""Reproductions of the EZO-CNN paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from beeline.learning.ezo.system import preset
from beeline.papers.ezo import LearningVariants, WinRateOverTraining
from beeline.papers.reproduction import ReproductionError, reproductions
from beeline.workers import LocalWorkers

FOLDER = Path(__file__).parents[2] / "reproductions"


def test_snapshots_of_a_training_play_over_its_epochs(tmp_path: Path) -> None:
    figure = WinRateOverTraining(
        name="test",
        title="A test",
        paper="Nowhere",
        presets={"quick": "tiny", "paper": "paper-7"},
        every={"quick": 2, "paper": 20},
        games={"quick": 2, "paper": 80},
        constants={"Wolve-1ply": "wolve:ply=1"},
        paper_seconds={"EZO-CNN-1ply": 0.5},
        opponent="random:seed=1",
    )
    told = []
    with LocalWorkers(1) as workers:
        results = figure.run("quick", tmp_path / "figure", workers, on_result=told.append)
        again = figure.run("quick", tmp_path / "figure", workers)
        with pytest.raises(ReproductionError, match="beeline train ezo --preset paper-7"):
            figure.run("paper", tmp_path / "figure", workers)
    assert again["matches"] == results["matches"]
    assert [(match["label"], match["epoch"]) for match in results["matches"]] == [
        ("Wolve-1ply", None),
        ("EZO-CNN-1ply", 2),
        ("EZO-CNN-1ply", 4),
        ("EZO-CNN-2ply", 2),
        ("EZO-CNN-2ply", 4),
    ]
    assert all(match["games"] == 2 for match in results["matches"])
    assert len(told) == 10
    page = (tmp_path / "figure" / "quick" / "README.md").read_text()
    assert "| EZO-CNN-1ply | 0.5 |" in page
    assert "`random:seed=1`" in page
    assert [entry["epoch"] for entry in results["yardstick"]] == [2, 4]
    assert all(0 <= right <= 1 for entry in results["yardstick"] for right in entry["accuracy"].values())
    assert "](yardstick.svg)" in page
    assert "3×3" in (tmp_path / "figure" / "quick" / "yardstick.svg").read_text()
    svg = (tmp_path / "figure" / "quick" / "plot.svg").read_text()
    assert "EZO-CNN-2ply" in svg
    assert "Wolve-1ply" in svg
    assert (
        json.loads((tmp_path / "figure" / "quick" / "results.json").read_text())["opponent"]
        == "random:seed=1"
    )


def test_variants_are_trained_and_play_one_opponent(tmp_path: Path) -> None:
    comparison = LearningVariants(
        name="test",
        title="A test",
        paper="Nowhere",
        presets={"quick": {"one": "tiny", "two": "tiny-two-ply"}, "paper": {}},
        games={"quick": 2, "paper": 80},
        opponent="random:seed=1",
    )
    told = []
    with LocalWorkers(1) as workers:
        results = comparison.run("quick", tmp_path / "figure", workers, on_result=told.append)
        assert comparison.run("quick", tmp_path / "figure", workers)["runs"] == results["runs"]
    assert len(told) == comparison.total("quick") == 8
    one, two = results["runs"].values()
    assert [entry["games"] for entry in one["history"]] == [entry["games"] for entry in two["history"]]
    evaluated = [run["history"][-1]["positions_evaluated"] for run in (one, two)]
    assert evaluated[1] > evaluated[0]
    page = (tmp_path / "figure" / "quick" / "README.md").read_text()
    assert "| two (`tiny-two-ply`) | 48 |" in page
    for kind in ("win-rate", "accuracy"):
        assert f"]({kind}.svg)" in page
        assert "two" in (tmp_path / "figure" / "quick" / f"{kind}.svg").read_text()


def test_variants_may_have_equal_processor_time(tmp_path: Path) -> None:
    comparison = LearningVariants(
        name="test",
        title="A test",
        paper="Nowhere",
        presets={"quick": {"one": "tiny", "two": "tiny-solved"}, "paper": {}},
        hours={"quick": 1e-6},
        games={"quick": 2, "paper": 80},
        opponent="random:seed=1",
    )
    with LocalWorkers(1) as workers:
        results = comparison.run("quick", tmp_path / "figure", workers)
    assert [len(run["history"]) for run in results["runs"].values()] == [1, 1]
    assert (tmp_path / "training" / "tiny-1e-06h" / "trained.onnx").exists()


def test_table_2_has_a_row_for_mohex() -> None:
    figure = reproductions(FOLDER)["ezo-fig3-11"]
    assert isinstance(figure, WinRateOverTraining)
    match = {"label": "EZO-CNN-1ply", "epoch": 20, "rate": 0.5, "low": 0.2, "high": 0.8, "games": 4}
    results = {
        "scale": "paper",
        "preset": "paper-11",
        "size": 11,
        "opponent": 'gtp:command="mohex --use-logfile=0"',
        "matches": [match | {"player": "ezo", "seconds": 1.0, "opponent_seconds": 2.5}],
    }
    made = figure.made_by("paper", seed=1)
    assert "| MoHex | 312.3 | 2.50 |" in figure.markdown(made | results)


def test_the_figures_are_those_of_the_paper() -> None:
    known = reproductions(FOLDER)
    for name, side, games in (("ezo-fig3", 7, 80), ("ezo-fig3-9", 9, 112), ("ezo-fig3-11", 11, 144)):
        figure = known[name]
        assert isinstance(figure, WinRateOverTraining)
        assert figure.presets["paper"] == f"paper-{side}"
        assert figure.games["paper"] == games
        assert figure.presets["paper"].endswith(f"-{side}")
        assert set(figure.constants) == {"EZO-2ply", "Wolve-2ply"}
        assert figure.against("random").opponent == "random"
        assert figure.against(None) == figure


def test_the_paper_presets_train_the_printed_algorithm_for_the_papers_games() -> None:
    for side, games, latest, count in ((7, 500, 20, 173_000), (9, 750, 40, 470_000), (11, 750, 60, 72_000)):
        settings = preset(f"paper-{side}")
        assert (settings.side, settings.channels, settings.batch) == (side, 128, 32)
        assert (settings.games, settings.latest_start, settings.snapshot_every) == (games, latest, 10)
        assert (settings.play_out, settings.whole, settings.cross_entropy) == (True, False, False)
        assert (settings.solver_nodes, settings.trace, settings.window, settings.half_life) == (0, 0, 1, 0)
        assert (settings.ply, settings.noise) == (1, 0.05)
        assert settings.games * settings.epochs == pytest.approx(count, rel=0.002)
