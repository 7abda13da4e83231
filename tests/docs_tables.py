"""The tables of the documentation, and the records that their numbers come from.

A table of results stands below a comment that names its records::

    <!-- record: benchmarks/results/levels.json -->

Every number in it, but for the first column, sizes of boards and what is in code, is a number of those
records as it is printed: rounded to its digits, a share as a percentage, seconds as milliseconds, or half
of an interval behind ±. A rate with its interval is that of one match. A record may be a page made from one.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
_RULE: Final = re.compile(r"\|\s*:?-+")
_RECORD: Final = re.compile(r"<!-- record: (.+?) -->")
_NOT_NUMBERS: Final = re.compile(r"`[^`]*`|\[([^\]]*)\]\([^)]*\)|\d+×\d+|\d+ ply")
_NUMBER: Final = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?: ms)?")
_RATE: Final = re.compile(r"(\d+\.\d)%(?: \[| \||[^|\d]*\|) ?(\d+\.\d)%?(?: –|,) (\d+\.\d)")


@dataclass(frozen=True)
class Table:
    """A table of a page."""

    page: str
    header: str
    rows: tuple[str, ...]
    records: tuple[str, ...]

    @property
    def name(self) -> str:
        """The page and the head of the table, by which lists name it."""
        return f"{self.page}: {self.header}"

    def numbers(self) -> Iterator[str]:
        """What has to be in the records."""
        for row in self.rows:
            for cell in row.strip("|").split("|")[1:]:
                yield from _NUMBER.findall(_NOT_NUMBERS.sub(" ", cell))

    def has_numbers(self) -> bool:
        return any(True for _ in self.numbers())


def tables(root: Path = ROOT) -> Iterator[Table]:
    """Every table of the pages of ``docs`` and of the front page."""
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        yield from tables_of(page.read_text(encoding="utf-8"), str(page.relative_to(root)))


def tables_of(text: str, page: str) -> Iterator[Table]:
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if not _RULE.match(line) or place == 0:
            continue
        end = next((i for i in range(place, len(lines)) if not lines[i].startswith("|")), len(lines))
        header = lines[place - 1].strip("| ")
        yield Table(page, header, tuple(lines[place + 1 : end]), _records(lines[: place - 1]))


def _records(before: list[str]) -> tuple[str, ...]:
    """Those that the last comment before the table names, with nothing but blank lines between."""
    for line in reversed(before):
        if found := _RECORD.fullmatch(line.strip()):
            return tuple(found[1].split())
        if line.strip():
            return ()
    return ()


def without_origin(table: Table, root: Path = ROOT) -> list[str]:
    """The numbers of a table that are not in its records."""
    records = [_read(root / name) for name in table.records]
    known = [number for record in records for number in leaves(record)]
    rates = [rate for record in records for rate in rates_of(record)]
    found = [number for number in table.numbers() if not _told(number, known)]
    if rates:
        found += [
            f"{rate}% [{low}, {high}]"
            for row in table.rows
            for rate, low, high in _RATE.findall(row)
            if not any(_is_rate((rate, low, high), known_rate) for known_rate in rates)
        ]
    return found


def _read(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return json.loads(text)
    return [float(_plain(number)) for number in _NUMBER.findall(text)]


def rates_of(record: Any) -> Iterator[tuple[float, float, float]]:
    """Every rate of a record with its interval."""
    if isinstance(record, dict):
        rate = record.get("rate", record.get("ours"))
        low, high = record.get("interval") or (record.get("low"), record.get("high"))
        if rate is not None and low is not None and high is not None:
            yield rate, low, high
    for value in record.values() if isinstance(record, dict) else record if isinstance(record, list) else ():
        yield from rates_of(value)


def _is_rate(printed: tuple[str, str, str], known: tuple[float, float, float]) -> bool:
    """Whether they are the same, or that of the opponent."""
    rate, low, high = known
    return any(
        all(_told(text, [number]) for text, number in zip(printed, numbers, strict=True))
        for numbers in ((rate, low, high), (1 - rate, 1 - high, 1 - low))
    )


def leaves(record: Any) -> Iterator[float]:
    """Every number of a record, and half the width of every interval."""
    if isinstance(record, dict):
        if {"low", "high"} <= record.keys():
            yield from ((record["high"] - record["low"]) / 2,)
        for key, value in record.items():
            if _NUMBER.fullmatch(label := str(key).rstrip("%")):
                yield float(_plain(label))
            yield from leaves(value)
    elif _is_curve(record):
        _, mean, low, high = record[-1]
        yield from (mean, low, high, (high - low) / 2)
        yield from (point[0] for point in record)
    elif isinstance(record, list):
        for value in record:
            yield from leaves(value)
    elif isinstance(record, (int, float)) and not isinstance(record, bool):
        yield float(record)


def _is_curve(record: Any) -> bool:
    """Points with intervals, (step, mean, low, high): tables show where they end, and at which step."""
    return isinstance(record, list) and bool(record) and isinstance(record[0], list) and len(record[0]) == 4


def _told(printed: str, known: list[float]) -> bool:
    plain = _plain(printed)
    digits = len(plain.partition(".")[2])
    number, step = float(plain), 0.5 * 10**-digits
    return any(
        math.isfinite(value) and abs(value * scale - number) <= step * (1 + 1e-6)
        for value in known
        for scale in ((1000, 1) if printed.endswith(" ms") else (1, 100))
    )


def _plain(printed: str) -> str:
    return printed.removesuffix(" ms").replace(",", "").replace("−", "-")
