"""Common parts of the reproductions of the neurodynamic study: their runs, and where those are kept."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from beeline.learning.neurodynamic.history import History
from beeline.learning.neurodynamic.runs import RunSettings, advance, read_history, tasks_of
from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.learning.training_run import use_torch
from beeline.papers.reproduction import PaperResult, Scale
from beeline.provenance import described
from beeline.workers import Workers

PAPER: Final = "Banerjee, HEX and Neurodynamic Programming"

_TOGETHER: Final = 100  # runs that are advanced as one computation


@dataclass(frozen=True)
class Length:
    """Amount that is run at a scale."""

    seeds: int
    transitions: int
    """Transitions of runs that learn after every move."""
    updates: int
    """Updates of runs that learn from batches."""


@dataclass(frozen=True, kw_only=True)
class StudyResult(PaperResult):
    """A figure or the table of the study, with what it concludes."""

    claim: str
    """Conclusion of the study."""

    @property
    def focus_player(self) -> str:
        return "neurodynamic"

    def made_by_runs(self, scale: Scale) -> dict[str, Any]:
        """Description of the runs: every seed of the scale."""
        return self.made_by(scale, seed=range(1, LENGTHS[scale].seeds + 1))

    def total(self, scale: Scale) -> int:
        """Games are between networks in memory, and too short to be told one by one."""
        return 0

    def tail(self, results: Mapping[str, Any]) -> list[str]:
        """The last lines of the page."""
        return [
            f"{results['cpu_seconds']} s of processor time. {described(results)}",
            "",
            f"**The study:** {self.claim}",
        ]


LENGTHS: Final[dict[Scale, Length]] = {"quick": Length(2, 100, 20), "paper": Length(10, 2000, 300)}


def seeded(settings: RunSettings, scale: Scale, *, longer: int = 1) -> list[RunSettings]:
    """The run once a seed of the scale, as long as the scale has it; that of the paper ``longer`` times."""
    length = LENGTHS[scale]
    longer = longer if scale == "paper" else 1
    seeds = range(1, length.seeds + 1)
    if isinstance(settings, OnlineSettings):
        return [replace(settings, seed=seed, transitions=longer * length.transitions) for seed in seeds]
    return [replace(settings, seed=seed, updates=longer * length.updates) for seed in seeds]


def learned(
    settings: Sequence[RunSettings], folder: Path, workers: Workers, *, measured: int, label: str
) -> History:
    """The histories of runs that are equally long, in their order; what is done is not run again.

    A batch of runs is written when it is done, so that little is lost if this is broken off.
    """
    use_torch()
    place = folder.parent / "training"
    place.mkdir(parents=True, exist_ok=True)
    batches = tasks_of(settings, place, most=_TOGETHER, measured=measured)
    missing = [task for task, _ in batches if not task.path.exists()]
    for done, _ in enumerate(workers.run(advance, missing), 1):
        print(f"{label}: {done} of {len(missing)} batches of runs", file=sys.stderr, flush=True)
    places = np.concatenate([places for _, places in batches])
    return _joined([read_history(task.path) for task, _ in batches], places.argsort())


def _joined(parts: Sequence[History], order: Any) -> History:
    curves = {name: np.concatenate([part.curves[name] for part in parts])[order] for name in parts[0].curves}
    exact = {name: np.concatenate([part.exact[name] for part in parts])[order] for name in parts[0].exact}
    width = max(part.weights.shape[1] for part in parts)
    weights = [np.pad(part.weights, ((0, 0), (0, width - part.weights.shape[1]))) for part in parts]
    seconds = sum(part.cpu_seconds for part in parts)
    return History(curves, parts[0].steps, exact, np.concatenate(weights)[order], seconds)
