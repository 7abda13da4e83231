"""The list of all tables and figures of the four papers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.paper_items import PAPERS, numbers_of

from beeline.papers.reproduction import figure_folder, reproductions

FOLDER = Path(__file__).parents[2] / "reproductions"
FIGURES = {"hivemind": 6, "ezo": 3, "neurohex": 10, "neurodynamic": 20}
TABLES = {
    "hivemind": ("stability", "MoHex on 7×7", "11×11", "13×13", "MoHex on 11×11"),
    "ezo": ("table I", "table II, 7×7", "table II, 9×9", "table II, 11×11"),
    "neurohex": ("figure 6, unrestricted", "figure 6, all openings"),
    "neurodynamic": ("table I",),
}


def numbers_in(label: str) -> set[int]:
    """Of the figures that a label names."""
    found: set[int] = set()
    for text in re.findall(r"figures? ([\d, –]+)", label):
        for part in text.split(","):
            ends = [int(number) for number in re.findall(r"\d+", part)]
            found |= set(range(ends[0], ends[-1] + 1)) if ends else set()
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_no_figure_and_no_table_is_missing(paper: str) -> None:
    labels = [item.label for item in PAPERS[paper] if not item.label.startswith("(")]
    assert set().union(*map(numbers_in, labels)) == set(range(1, FIGURES[paper] + 1))
    for table in TABLES[paper]:
        assert any(table in label for label in labels), table


@pytest.mark.parametrize("paper", PAPERS)
def test_what_has_no_record_says_that_it_was_not_run_and_what_it_would_cost(paper: str) -> None:
    known = reproductions(FOLDER)
    for item in PAPERS[paper]:
        if item.reproduction is None:
            continue
        assert item.reproduction in known
        record = figure_folder(FOLDER, item.reproduction) / "results.json"
        assert record.exists() or ("not run" in item.verdict and item.cost), item.label


@pytest.mark.parametrize("paper", PAPERS)
def test_a_verdict_is_about_the_record_that_is_there(paper: str) -> None:
    for item in PAPERS[paper]:
        if item.date is not None and item.reproduction is not None:
            record = json.loads((figure_folder(FOLDER, item.reproduction) / "results.json").read_text())
            assert record["date"] == item.date, item.label
            ours, games = numbers_of(record)
            assert ours
            assert games
