"""How a training goes, in the terminal: a live view, or a line per entry. It is the same for all systems."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeAlias

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from beeline.arena.games import GameResult
from beeline.learning.training_run import TrainingRun

Run: TypeAlias = TrainingRun[Any, Any]
Tell: TypeAlias = tuple[Callable[[Any], None], Callable[[Any], None]]
"""What is to be called with an entry, and with progress between entries."""


@contextmanager
def games_bar(total: int, *, quiet: bool) -> Iterator[Callable[[GameResult], None]]:
    """The games that are played before training begins."""
    console = Console(stderr=True, highlight=False)
    if quiet or not total or not console.is_terminal:
        yield lambda result: None
        return
    columns = (BarColumn(bar_width=24), MofNCompleteColumn(), TextColumn("games of the database"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda result: bar.update(task, advance=1)


@contextmanager
def training_view(training: Run, *, quiet: bool) -> Iterator[Tell]:
    """Live at a terminal, elsewhere a line per entry, or nothing."""
    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda entry: None, lambda progress: None
    elif console.is_terminal:
        with _live(console, training) as tell:
            yield tell
    else:
        yield _line_by_line(training), lambda progress: None


def _line_by_line(training: Run) -> Callable[[Any], None]:
    begun, before = time.monotonic(), training.steps

    def tell(entry: Any) -> None:
        done, left = training.steps - before, ""
        if training.total_steps is not None and done:
            seconds = (time.monotonic() - begun) / done * (training.total_steps - training.steps)
            left = f"  {timedelta(seconds=round(seconds))} left"
        print(f"{training.line(entry)}{left}", file=sys.stderr, flush=True)

    return tell


@contextmanager
def _live(console: Console, training: Run) -> Iterator[Tell]:
    """Bars with the time left, and below them the last entry."""
    view = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[about]}"),
        TimeRemainingColumn(),
    )
    tasks = [
        view.add_task(bar.name, total=bar.total, completed=bar.done, about=bar.about)
        for bar in training.bars(None)
    ]
    about = Text(training.line(training.history[-1]) if training.history else "")

    def show(progress: Any) -> None:
        for task, bar in zip(tasks, training.bars(progress), strict=True):
            view.update(task, completed=bar.done, about=bar.about)

    def on_entry(entry: Any) -> None:
        show(None)
        about.plain = training.line(entry)

    with Live(Group(view, about), console=console):
        yield on_entry, show
