"""Progress of a training: its total, rate and the time left, as the terminal shows them."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from beeline.arena.statistics import wilson
from beeline.disk import is_own_file, read_regular
from beeline.limits import SETTINGS_BYTES

_TOTALS: Final = {"generation": "generations", "epoch": "epochs", "round": "rounds", "update": "updates"}
"""The setting that says how many steps there will be, by what a step is called."""
_RECENT: Final = 10
"""Entries that the rate is taken from."""

Points = list[tuple[float, float]]


def settings_in(folder: Path) -> dict[str, Any]:
    """The settings that a training was begun with, and its label; empty where it does not say."""
    path = folder / "settings.json"
    with suppress(OSError, ValueError, RecursionError):
        about = json.loads(read_regular(path, most=SETTINGS_BYTES)) if is_own_file(path) else {}
        if isinstance(about, dict) and isinstance(about.get("settings"), dict):
            return {"label": str(about.get("label", ""))[:200], **about["settings"]}
    return {}


def progress_of(settings: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Total, rate and time left of a training, from its settings and curves; None for what is not known."""
    total = _whole(settings.get(_TOTALS.get(found["step"], "")))
    rate = _rate(_points(found, "seconds"))
    left = None if total is None or not rate else max(0.0, (total - found["steps"]) / rate)
    games = _points(found, "games")
    seconds = sum(value for _, value in _points(found, "seconds"))
    return {
        "label": str(settings.get("label", "")),
        "total": total,
        "rate": rate,
        "seconds_left": left,
        "games_rate": games[-1][1] / seconds if games and seconds > 0 else None,
    }


def with_intervals(curve: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """The curve with the 95% interval of each point, where it is known how many games were behind it."""
    games = _whole(settings.get("gauge_games"))
    if curve["name"] != "win_rate" or not games:
        return curve | {"intervals": []}
    shares = [(place, min(max(value, 0.0), 1.0)) for place, value in curve["points"]]
    return curve | {"intervals": [(place, *wilson(value * games, games)) for place, value in shares]}


def _rate(seconds: Points) -> float | None:
    """Steps per second over the latest entries."""
    recent = seconds[-_RECENT:]
    before = seconds[-len(recent) - 1][0] if len(seconds) > len(recent) else 0.0
    spent = sum(value for _, value in recent)
    return (recent[-1][0] - before) / spent if recent and spent > 0 else None


def _points(found: dict[str, Any], name: str) -> Points:
    return next((curve["points"] for curve in found["curves"] if curve["name"] == name), [])


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**12 else None
