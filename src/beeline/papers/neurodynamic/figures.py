"""Figures of the neurodynamic study: curves of many runs, with the exact measure beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from beeline.arena.statistics import mean_interval
from beeline.learning.neurodynamic.history import History
from beeline.learning.neurodynamic.runs import RunSettings
from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.papers.neurodynamic.study import LENGTHS, StudyResult, learned, seeded
from beeline.papers.reproduction import OnResult, Results, Scale
from beeline.plots import Curve, Panel, panel_plot
from beeline.workers import Workers

Shown = Literal["value", "error", "projection"]
Summary = dict[str, Any]

_SHOWN: Final[dict[Shown, str]] = {
    "value": "after-state value, mean of each game",
    "error": "training error",
    "projection": "projection error",
}
_EXACT: Final = {
    "error": "RMS error of the values",
    "keeps": "wins kept",
    "wins": "won against perfect play",
    "first": "won as first player",
}
_PLOTTED: Final = 4  # measurements from which on their curve is drawn


@dataclass(frozen=True, kw_only=True)
class LearningFigure(StudyResult):
    """Panels of curves over training, each curve the mean of runs that differ in the seed alone."""

    panels: Mapping[str, Mapping[str, RunSettings]]
    """Settings by panel and by label; seed and length are those of the scale."""
    shown: Shown = "value"
    top: float = 1.0
    """The upper end of the scale of y."""
    measured: int = 1
    """Number of times that the exact measure is taken."""
    longer: int = 1
    """Length of the runs, as a multiple of those of other figures."""
    columns: int = 3

    def runs(self, scale: Scale) -> list[RunSettings]:
        """The settings of every panel in order, each with all its seeds."""
        return [
            run
            for panel in self.panels.values()
            for settings in panel.values()
            for run in seeded(settings, scale, longer=self.longer)
        ]

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: OnResult = None) -> Results:
        """Advances the runs that are not in the folder yet, and writes the figure."""
        runs = self.runs(scale)
        measured = self.measured if scale == "paper" else min(self.measured, _PLOTTED)
        history = learned(runs, folder, workers, measured=measured, label=self.name)
        first = runs[0]
        results = self.made_by_runs(scale) | {
            "seeds": LENGTHS[scale].seeds,
            "steps": first.transitions if isinstance(first, OnlineSettings) else first.updates,
            "unit": "transitions" if isinstance(first, OnlineSettings) else "updates",
            "cpu_seconds": round(history.cpu_seconds),
            "panels": self._summaries(history, LENGTHS[scale].seeds),
        }
        self.write(folder, results, self._plots(results))
        return results

    def _summaries(self, history: History, seeds: int) -> dict[str, dict[str, Summary]]:
        found: dict[str, dict[str, Summary]] = {}
        start = 0
        for panel, settings in self.panels.items():
            found[panel] = {}
            for label in settings:
                found[panel][label] = _summary(history, slice(start, start + seeds), self.shown)
                start += seeds
        return found

    def markdown(self, results: Mapping[str, Any]) -> str:
        """The figure, a table of where the runs ended, and what follows from it."""
        lines = self.head(results)
        lines += [line for name in self._plots(results) for line in (f"![{self.title}]({name}.svg)", "")]
        lines += [
            f"| panel | run | {' | '.join([_SHOWN[self.shown], *_EXACT.values()])} | diverged |",
            f"|---|---|---:|{'---:|' * len(_EXACT)}---:|",
        ]
        for panel, summaries in results["panels"].items():
            for label, summary in summaries.items():
                lines.append(f"| {panel} | {label} | {_row(summary)} |")
        lines += [
            "",
            f"At the end of {results['steps']:,} {results['unit']}: means of {results['seeds']} seeds and "
            f"95% intervals, over runs whose numbers stayed finite.",
            "",
            *self.tail(results),
        ]
        return "\n".join(lines) + "\n"

    def _plots(self, results: Mapping[str, Any]) -> dict[str, str]:
        """Plots by name: the figure, and the exact measure where it was taken often enough."""

        def plot(name: str, about: str, top: float) -> str:
            panels = [
                Panel(title, [_curve(label, summary[name]) for label, summary in summaries.items()])
                for title, summaries in results["panels"].items()
            ]
            return panel_plot(
                panels,
                title=f"{self.title}: {about}",
                x_label=results["unit"],
                bounds=(0.0, top),
                columns=self.columns,
            )

        found = {"plot": plot("curve", _SHOWN[self.shown], self.top)}
        if self.measured >= _PLOTTED:
            for name, about in _EXACT.items():
                found[name] = plot(name, about, 1.6 if name == "error" else 1.0)
        return found


def varied(base: OnlineSettings, name: str, numbers: Iterable[float], sign: str) -> dict[str, OnlineSettings]:
    """Settings that differ in one number, by that number behind its sign."""
    changes: Iterable[tuple[float, dict[str, Any]]] = ((number, {name: number}) for number in numbers)
    return {f"{sign} = {number:g}": replace(base, **change) for number, change in changes}


def _summary(history: History, runs: slice, shown: Shown) -> Summary:
    """Each curve as its x, and mean, low and high at them; runs that diverged are counted and left out."""
    sound = ~history.diverged[runs]
    curve = history.curves[shown][runs][sound]
    last = float(history.steps[-1]) if len(history.steps) else float(curve.shape[1])
    across = (np.arange(curve.shape[1]) + 1) * last / curve.shape[1]
    summary = {
        name: _points(history.steps.astype(np.float64), history.exact[name][runs][sound]) for name in _EXACT
    }
    return {"curve": _points(across, curve), **summary, "diverged": int((~sound).sum())}


def _points(across: NDArray[np.float64], numbers: NDArray[np.float64]) -> list[tuple[float, ...]]:
    """(x, mean, low, high) wherever a run has a number."""
    found = []
    for x, column in zip(across, numbers.T, strict=True):
        known = column[np.isfinite(column)]
        if len(known):
            found.append((round(float(x), 1), *(round(y, 4) for y in mean_interval(known.tolist()))))
    return found


def _curve(label: str, points: list[tuple[float, ...]]) -> Curve:
    return Curve(label, [(x, y) for x, y, _, _ in points], band=[(low, high) for _, _, low, high in points])


def _row(summary: Summary) -> str:
    cells = []
    for name in ("curve", *_EXACT):
        if not summary[name]:
            cells.append("–")
            continue
        _, mean, low, high = summary[name][-1]
        cells.append(f"{mean:.3f} ± {(high - low) / 2:.3f}")
    return " | ".join([*cells, str(summary["diverged"])])
