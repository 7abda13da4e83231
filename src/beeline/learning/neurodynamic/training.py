"""One agent that learns from batches, in a folder, and the report of it.

Besides what every run has (``learning/training_run.py``), the folder holds ``trained.onnx``, the network
after the last entry.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from beeline.knowledge.solver import solve
from beeline.learning import metrics
from beeline.learning.greedy import ActionValues, resistance_values, win_rate
from beeline.learning.neurodynamic.batch_runs import BatchRuns
from beeline.learning.neurodynamic.fitted import FittedIteration
from beeline.learning.neurodynamic.measurements import every_defence, measured, truth, values_of
from beeline.learning.neurodynamic.system import CHECKPOINT, NeurodynamicSettings
from beeline.learning.training_run import Bar, TrainingRun, report_page, round_top
from beeline.learning.yardstick import EVERY_POSITION, SOLVED, yardstick
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.neurodynamic.onnx_network import export_network
from beeline.plots import Curve, curve_plot
from beeline.rules.board import Board


@dataclass(frozen=True, kw_only=True)
class Entry(metrics.Entry):
    """Statistics of some updates. The loss is the mean squared error, and the win rate is that against the
    resistance heuristic over all first moves."""

    updates: int
    """Updates so far."""
    loss: float
    win_rate: float
    wins_kept: float | None
    """Share of won positions with a losing move in which the best-valued move keeps the win."""
    exact: dict[str, float] = field(default_factory=dict)
    """Exact measures by the names of :class:`Exact`, on boards all of whose positions are known."""
    beaten: dict[str, bool | None] = field(default_factory=dict)
    """Winning openings, measured when training ends: whether every defence loses; None if there are too
    many of them."""
    answered: dict[str, bool | None] = field(default_factory=dict)
    """The same as second player, by opening that loses."""
    defences: int = 0
    """Different games that all those defences make."""


class Training(TrainingRun[Entry, None]):
    settings: NeurodynamicSettings
    kind: ClassVar[str] = CHECKPOINT
    counter: ClassVar[str] = "updates"

    def __init__(self, settings: NeurodynamicSettings, folder: Path, *, resume: bool = False) -> None:
        self.settings = settings
        self.runs: BatchRuns | FittedIteration = (
            FittedIteration(settings) if settings.method == "fitted" else BatchRuns([settings])
        )
        super().__init__(settings, self.runs, folder, resume=resume)

    @property
    def architecture(self) -> Architecture:
        return self.runs.architecture

    @property
    def finished(self) -> bool:
        return bool(self.history) and self.history[-1].updates >= self.settings.updates

    @property
    def values(self) -> ActionValues:
        """The network as a player, of positions without a history."""
        return lambda positions: values_of(self.architecture, self.runs.weights, positions)[0]

    def _next_entry(self, tell: Callable[[None], None]) -> Entry:
        """Rounds of one move in every game and one update."""
        start = time.monotonic()
        before = self.history[-1] if self.history else None
        updates, games = (before.updates, before.games) if before else (0, 0)
        rounds = min(self.settings.log_every, self.settings.updates - updates)
        errors = []
        for _ in range(rounds):
            progress = self.runs.advance()
            games += progress.games
            if progress.error is not None:
                errors.append(progress.error)
        seconds = time.monotonic() - start
        updates += rounds
        exact = self._exact()
        return Entry(
            updates=updates,
            games=games,
            loss=float(np.mean(errors)) if errors else 0.0,
            seconds=seconds,
            win_rate=win_rate(self.values, resistance_values(), side=self.architecture.side),
            wins_kept=exact["keeps"] if exact else self._keeps(),
            exact=exact,
            **(self._defences() if updates >= self.settings.updates else {}),
        )

    def _exact(self) -> dict[str, float]:
        side = self.architecture.side
        if side not in EVERY_POSITION:
            return {}
        found = measured(self.architecture, truth(side), self.runs.weights)
        return {name: float(number[0]) for name, number in found._asdict().items()}

    def _keeps(self) -> float | None:
        side = self.architecture.side
        return yardstick(side).measure(self.values).wins_kept if side in SOLVED else None

    def _defences(self) -> dict[str, Any]:
        """Results against every defence, from every opening on the side that wins with best play."""
        side = self.architecture.side
        if side not in (*EVERY_POSITION, SOLVED[0]):
            return {}
        board = Board(side)
        winning = solve(board, all_moves=True).winning_moves or ()
        found = {
            name: every_defence(
                self.values, side=side, opening=board.cell_of(name), answering=name not in winning
            )
            for name in board.legal_moves
        }
        return {
            "beaten": {name: found[name].beaten for name in winning},
            "answered": {name: one.beaten for name, one in found.items() if name not in winning},
            "defences": sum(one.games for one in found.values()),
        }

    # The folder

    def _entry_of(self, plain: dict[str, Any]) -> Entry:
        return Entry(**plain)

    def _export(self) -> None:
        training = {"settings": asdict(self.settings), "updates": self.history[-1].updates}
        weights = self.runs.weights.numpy()[0]
        export_network(self.folder / "trained.onnx", self.architecture, weights, training=training)

    # What people are shown

    @property
    def learned(self) -> Path:
        return self.folder / "trained.onnx"

    @property
    def title(self) -> str:
        return f"Neurodynamic programming on {self.settings.side}×{self.settings.side}"

    @property
    def total_steps(self) -> int:
        return self.settings.updates

    def line(self, entry: Entry) -> str:
        return line(entry)

    def bars(self, progress: None) -> list[Bar]:
        about = f"loss {self.history[-1].loss:.4f}" if self.history else ""
        return [Bar("updates", self.steps, self.settings.updates, about)]

    def summary(self) -> str:
        return summary(self.history)

    def play_command(self) -> str:
        return f"beeline play --size {self.settings.side} --player 'neurodynamic:weights={self.learned}'"

    def report(self, *, title: str) -> str:
        return report_html(self.settings, self.history, title=title)


def report_html(settings: NeurodynamicSettings, history: Sequence[Entry], *, title: str) -> str:
    """A page that needs nothing else."""

    def plot(title: str, number: Callable[[Entry], float | None], top: float | None = None) -> str:
        every = ((float(entry.updates), number(entry)) for entry in history)
        points = [(x, y) for x, y in every if y is not None and isfinite(y)]
        bounds = (0.0, top or round_top(y for _, y in points))
        return curve_plot([Curve("", points)], title=title, x_label="updates", bounds=bounds)

    parts = [
        plot("Mean squared error", lambda entry: entry.loss),
        plot("Won positions kept by the best-valued move", lambda entry: entry.wins_kept, 1.0),
        plot("Win rate against the resistance heuristic, all first moves", lambda entry: entry.win_rate, 1.0),
    ]
    if history and history[-1].exact:
        parts += [
            plot("Won against perfect play", lambda entry: entry.exact["wins"], 1.0),
            plot("RMS error of the values", lambda entry: entry.exact["error"], 2.0),
        ]
    return report_page(title, summary(history), parts, settings)


def summary(history: Sequence[Entry]) -> str:
    """Summary of a run, in a line."""
    return line(history[-1]) if history else "Nothing has been learned yet."


def line(at: Entry) -> str:
    keeps = "" if at.wins_kept is None or not isfinite(at.wins_kept) else f"  wins kept {at.wins_kept:.1%}"
    if at.exact and isfinite(at.exact["error"]):
        keeps += f"  {at.exact['wins']:.1%} against perfect play  exact error {at.exact['error']:.3f}"
    beaten = ""
    if at.beaten:
        beaten = f"  every defence beaten as first player from {_share(at.beaten)} openings"
        beaten += f", as second from {_share(at.answered)}" if at.answered else ""
    games = f"update {at.updates:,}  game {at.games:,}  loss {at.loss:.4f}"
    return f"{games}{keeps}  {at.win_rate:.0%} against resistance{beaten}"


def _share(won: Mapping[str, bool | None]) -> str:
    return f"{sum(one is True for one in won.values())} of {len(won)}"
