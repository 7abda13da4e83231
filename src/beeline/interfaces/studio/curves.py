"""The curves of a learning run, from its history: a line of JSON per entry, whoever wrote it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from beeline.disk import is_own_file, read_regular
from beeline.learning.metrics import COUNTERS, in_present_words
from beeline.limits import CURVE_POINTS, CURVES, HISTORY_BYTES

HISTORY: Final = "history.jsonl"
_YARDSTICK: Final = {"wins_kept": "wins kept", "accuracy": "values right"}  # what is shown of it
_LARGEST: Final = 1e15  # of a number that is drawn; a history that holds larger ones is damaged

Entry = dict[str, float]


def curves_in(folder: Path) -> dict[str, Any]:
    """Every number of a run's history over its steps; none where there is no history to be read."""
    entries = [_flat(entry) for entry in _history(folder / HISTORY)]
    last = entries[-1] if entries else {}
    step = next((name for name in COUNTERS if name in last), "step")
    names = {name for entry in entries for name in entry if name != step}
    shown = sorted(names, key=_first_in(entries))[:CURVES]
    places = _places(entries, step)
    return {
        "steps": int(places[-1]) if places else 0,
        "step": step.removesuffix("s"),
        "curves": [{"name": name, "points": _points(entries, name, places)} for name in shown],
    }


def _history(path: Path) -> Iterator[dict[str, Any]]:
    """The lines that are whole; one that is being written counts from the next time on."""
    try:
        text = read_regular(path, most=HISTORY_BYTES).decode() if is_own_file(path) else ""
    except (OSError, UnicodeDecodeError):
        return
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict):
            yield in_present_words(entry)


def _flat(entry: dict[str, Any]) -> Entry:
    """The numbers of an entry, those of the exact measure and the yardstick's among them."""
    found = dict(_numbers(entry))
    found |= {f"exact {name}": number for name, number in _numbers(entry.get("exact"))}
    yardstick = entry.get("yardstick")
    for side, measured in yardstick.items() if isinstance(yardstick, dict) else ():
        numbers = dict(_numbers(measured))
        found |= {
            f"{words} on {side}×{side}": numbers[name]
            for name, words in _YARDSTICK.items()
            if name in numbers
        }
    return found


def _numbers(entry: object) -> Iterator[tuple[str, float]]:
    """Numbers of an entry that can be drawn, by name."""
    for name, value in entry.items() if isinstance(entry, dict) else ():
        # Compared as they are, for a whole number may be too large for a float; not-a-number is never below.
        if isinstance(value, int | float) and abs(value) <= _LARGEST:
            yield name, float(value)


def _first_in(entries: list[Entry]) -> Callable[[str], int]:
    """Place of a name among all names, in the order in which they came."""
    order: dict[str, int] = {}
    for entry in entries:
        for name in entry:
            order.setdefault(name, len(order))
    return order.__getitem__


def _places(entries: list[Entry], step: str) -> list[float]:
    """Progress of the run at each entry; a phase that counts anew goes on behind the one before."""
    places: list[float] = []
    before = last = 0.0
    for at, entry in enumerate(entries):
        now = entry.get(step, at + 1.0)
        if now < last:
            before += last
        last = now
        places.append(before + now)
    return places


def _points(entries: list[Entry], name: str, places: list[float]) -> list[tuple[float, float]]:
    """Points of a curve, evenly chosen, no more than a page can draw."""
    points = [(place, entry[name]) for place, entry in zip(places, entries, strict=True) if name in entry]
    every = max(1, math.ceil(len(points) / CURVE_POINTS))
    return points if every == 1 else [*points[::every], points[-1]]
