"""Recorded results say where they come from, and the tables of the documentation say what is recorded."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from benchmarks.__main__ import BENCHMARKS, PAGE, section

from beeline.provenance import KEYS, NOT_RECORDED, described, provenance
from tests.docs_tables import ROOT, Table, tables, tables_of, without_origin

LISTS = tomllib.loads((ROOT / "tests" / "data" / "tables.toml").read_text(encoding="utf-8"))
WITHOUT_RECORD = 1
"""May only become smaller."""

OLD = ROOT / "tests" / "data" / "old_records.txt"
"""Records from before everything was recorded. Whoever makes one again takes it off the list."""

GENERATED = "docs/reference/benchmarks.md"


def records() -> Iterator[tuple[str, Mapping[str, Any]]]:
    places = [*ROOT.glob("benchmarks/results/*.json"), *ROOT.glob("reproductions/*/*/results.json")]
    for path in sorted(places):
        record = json.loads(path.read_text(encoding="utf-8"))
        yield str(path.relative_to(ROOT)), record.get("made_by", record)


def test_every_record_says_where_it_comes_from() -> None:
    for name, made in records():
        assert not set(KEYS) - made.keys(), name


def test_what_is_not_recorded_is_old() -> None:
    lacking = {name for name, made in records() if NOT_RECORDED in [made[key] for key in KEYS]}
    assert lacking == set(OLD.read_text(encoding="utf-8").split())


def test_the_tables_of_benchmarks_are_made_from_their_records() -> None:
    """Made anew by ``python -m benchmarks page``."""
    page = PAGE.read_text(encoding="utf-8")
    for name in BENCHMARKS:
        _, _, rest = page.partition(f"<!-- {name} -->\n")
        assert rest.partition(f"\n<!-- end of {name} -->")[0] == section(name), name


@pytest.mark.parametrize(
    "table", [table for table in tables() if table.records], ids=lambda table: table.name
)
def test_every_number_of_a_table_is_in_its_record(table: Table) -> None:
    assert without_origin(table) == []


def test_every_table_with_numbers_has_a_record_or_is_listed() -> None:
    listed = {*LISTS["without_record"], *LISTS["not_results"]}
    bare = {
        table.name
        for table in tables()
        if table.has_numbers() and not table.records and table.page != GENERATED
    }
    assert sorted(bare - listed) == []
    assert sorted(listed - bare) == []  # what has its record now is listed no longer
    assert len(LISTS["without_record"]) <= WITHOUT_RECORD


def test_a_wrong_number_in_a_table_is_found() -> None:
    recorded = "reproductions/hivemind/fig6/results.json"
    table = next(table for table in tables() if table.records == (recorded,))
    assert without_origin(table) == []
    wrong = [row.replace("96.5", "91.3") for row in table.rows]
    assert tuple(wrong) != table.rows
    assert "91.3" in without_origin(replace(table, rows=tuple(wrong)))


def test_a_rate_with_the_interval_of_another_is_found() -> None:
    record = "benchmarks/results/levels.json"
    players = json.loads((ROOT / record).read_text())["players"]
    one, other = players[1], players[2]
    assert one["interval"] != other["interval"]

    def lines(rate: float, interval: list[float]) -> str:
        low, high = interval
        row = f"| x | {rate:.1%} [{100 * low:.1f}, {100 * high:.1f}] |"
        return f"<!-- record: {record} -->\n\n| a | b |\n|---|---|\n{row}"

    for interval, wrong in ((one["interval"], 0), (other["interval"], 1)):
        (table,) = tables_of(lines(one["rate"], interval), "page")
        assert len(without_origin(table)) == wrong


def test_the_line_under_a_result_says_what_is_not_recorded() -> None:
    assert described({"made_by": {"command": "beeline x", "date": "2026-01-01"}}) == (
        "Made by `beeline x` on 2026-01-01: Beeline not recorded, commit not recorded, seed not recorded; "
        "not recorded."
    )
    made = provenance("beeline x", seed=(1, 2), programs=["MoHex 2.0"])
    assert "seed 1, 2; " in described(made)
    assert described(made).endswith("; programs: MoHex 2.0.")
