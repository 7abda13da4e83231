"""The page of a reproduction: what its results say, and what a person has written about those results."""

from __future__ import annotations

import json
from pathlib import Path

from beeline.papers.reproduction import WinRateTable, discussed
from beeline.workers import LocalWorkers

TABLE = WinRateTable(
    name="test-page",
    title="A test",
    paper="Nowhere",
    players={"one": "random:seed=1", "two": "random:seed=2"},
    cells={("one", "two"): None},
    size=3,
    openings="all",
    games={"quick": 2, "paper": 4},
)


def test_a_discussion_is_shown_under_the_results_that_it_is_about(tmp_path: Path) -> None:
    with LocalWorkers(1) as workers:
        results = TABLE.run("paper", tmp_path, workers)
    (tmp_path / "DISCUSSION.md").write_text(f"{discussed(results)}\nOne won 99.9% of them.\n")
    assert TABLE.page(tmp_path, results).endswith("\n## Discussion\n\nOne won 99.9% of them.\n")
    assert "99.9%" not in TABLE.page(tmp_path, {**results, "date": "1999-12-31"})
    assert "99.9%" not in TABLE.markdown(results)


def test_a_quick_run_never_shows_what_was_written_about_another(tmp_path: Path) -> None:
    with LocalWorkers(1) as workers:
        results = TABLE.run("quick", tmp_path, workers)
        (tmp_path / "DISCUSSION.md").write_text(f"{discussed(results)}\nOne won 99.9% of them.\n")
        TABLE.run("quick", tmp_path, workers)
    assert "99.9%" not in (tmp_path / "quick" / "README.md").read_text()


def test_a_page_can_be_made_again_from_the_record_alone(tmp_path: Path) -> None:
    with LocalWorkers(1) as workers:
        TABLE.against(None).run("paper", tmp_path, workers)
    record = json.loads((tmp_path / "results.json").read_text())
    assert TABLE.page(tmp_path, record) == (tmp_path / "README.md").read_text()
