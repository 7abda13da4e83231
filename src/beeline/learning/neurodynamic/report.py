"""The report of a training run: its curves, its figures, and how it was made, in one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite

from beeline.learning.neurodynamic.presets import TrainingSettings
from beeline.learning.neurodynamic.training import Entry
from beeline.learning.report_page import report_page, round_top
from beeline.plots import Curve, curve_plot


def report_html(settings: TrainingSettings, history: Sequence[Entry], *, title: str) -> str:
    """A page that needs nothing else."""

    def plot(title: str, number: Callable[[Entry], float | None], top: float | None = None) -> str:
        every = ((float(entry.updates), number(entry)) for entry in history)
        points = [(x, y) for x, y in every if y is not None and isfinite(y)]
        bounds = (0.0, top or round_top(y for _, y in points))
        return curve_plot([Curve("", points)], title=title, x_label="updates", bounds=bounds)

    parts = [
        plot("Mean squared error", lambda entry: entry.error),
        plot("Won positions kept by the best-valued move", lambda entry: entry.keeps, 1.0),
        plot("Win rate against the resistance heuristic, all first moves", lambda entry: entry.gauge, 1.0),
    ]
    if history and history[-1].exact:
        parts += [
            plot("Won against perfect play", lambda entry: entry.exact["wins"], 1.0),
            plot("RMS error of the values", lambda entry: entry.exact["error"], 2.0),
        ]
    return report_page(title, summary(history), parts, settings)


def summary(history: Sequence[Entry]) -> str:
    """How a run ended, in a line."""
    return line(history[-1]) if history else "Nothing has been learned yet."


def line(at: Entry) -> str:
    keeps = "" if at.keeps is None or not isfinite(at.keeps) else f"  wins kept {at.keeps:.1%}"
    if at.exact and isfinite(at.exact["error"]):
        keeps += f"  {at.exact['wins']:.1%} against perfect play  exact error {at.exact['error']:.3f}"
    beaten = ""
    if at.beaten:
        perfect = sum(won is True for won in at.beaten.values())
        beaten = f"  every defence beaten from {perfect} of {len(at.beaten)} winning openings"
    games = f"update {at.updates:,}  episode {at.episodes:,}  error {at.error:.4f}"
    return f"{games}{keeps}  {at.gauge:.0%} against resistance{beaten}"
