"""Training runs at the command line."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beeline.experiments.games import GameResult
from beeline.experiments.neurohex_runs import open_training
from beeline.learning.files import write_whole
from beeline.learning.neurohex.settings import preset
from beeline.workers import make_workers

if TYPE_CHECKING:
    from beeline.learning.neurohex.training import Entry, Moment, Training

_Tell: TypeAlias = "tuple[Callable[[Entry], None], Callable[[Moment], None]]"


def train_neurohex(
    preset_name: str, *, out: Path, resume: bool, threads: int, workers: int | None, json: bool
) -> None:
    """Trains a network into a folder with live progress, and writes the report."""
    settings = preset(preset_name)
    with make_workers(count=workers) as pool, _games(settings.database_games, quiet=json) as on_result:
        training = open_training(settings, out, pool, resume=resume, threads=threads, on_result=on_result)
    try:
        with _progress(training, quiet=json) as (on_entry, on_moment):
            training.run(on_entry=on_entry, on_moment=on_moment)
    finally:
        from beeline.learning.neurohex.report import report_html, summary

        title = f"NeuroHex on {settings.side}×{settings.side}: {preset_name}"
        write_whole(out / "report.html", report_html(settings, training.history, title=title).encode())
    if json:
        print(json_format.dumps({"network": str(out / "trained.onnx"), **asdict(training.history[-1])}))
        return
    print(f"{out / 'trained.onnx'}: {summary(training.history)}")
    print(f"Play with it: beeline play --size {settings.side} --player 'neurohex:weights={out}/trained.onnx'")


@contextmanager
def _games(total: int, *, quiet: bool) -> Iterator[Callable[[GameResult], None]]:
    console = Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        yield lambda result: None
        return
    columns = (BarColumn(bar_width=24), MofNCompleteColumn(), TextColumn("games of the database"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda result: bar.update(task, advance=1)


@contextmanager
def _progress(training: Training, *, quiet: bool) -> Iterator[_Tell]:
    """Tells how it goes: a live line at a terminal, elsewhere a line an entry, or nothing."""
    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda entry: None, lambda moment: None
    elif console.is_terminal:
        with _live_line(console, training) as tell:
            yield tell
    else:
        yield lambda entry: print(_line(entry), file=sys.stderr, flush=True), lambda moment: None


def _line(at: Entry) -> str:
    magnitude = "" if at.magnitude is None else f"  |value| {at.magnitude:.2f}"
    line = f"{at.phase}  update {at.updates:,}  episode {at.episodes:,}  cost {at.cost:.4f}{magnitude}"
    gauge = "" if at.gauge is None else f"  {at.gauge:.0%} against resistance"
    keeps = "".join(f"  {side}×{side} {found['keeps']:.0%}" for side, found in at.yardstick.items())
    return f"{line}  {at.seconds:.0f} s{gauge}{'  kept' if keeps else ''}{keeps}"


@contextmanager
def _live_line(console: Console, training: Training) -> Iterator[_Tell]:
    """Updates of mentoring, episodes of Q-learning; cost, value magnitude, and wins against the gauge."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=12),
        MofNCompleteColumn(),
        TextColumn("{task.fields[about]}"),
        TimeRemainingColumn(),
    )
    settings = training.settings
    with Progress(*columns, console=console) as bar:
        mentoring = bar.add_task("mentoring", total=settings.mentor_updates, about="")
        playing = bar.add_task("Q-learning", total=settings.episodes, about="")

        def show(at: Entry | Moment, gauge: str) -> None:
            magnitude = "" if at.magnitude is None else f"  |Q| {at.magnitude:.2f}"
            about = f"cost {at.cost:.3f}{magnitude}{gauge}"
            if at.phase == "mentoring":
                bar.update(mentoring, completed=at.updates, about=about)
            else:
                bar.update(mentoring, completed=settings.mentor_updates)
                bar.update(playing, completed=at.episodes, about=about)

        def gauge_now() -> str:
            known = [entry.gauge for entry in training.history if entry.gauge is not None]
            return f"  {known[-1]:.0%} won" if known else ""

        if training.history:
            show(training.history[-1], gauge_now())
        yield lambda entry: show(entry, gauge_now()), lambda moment: show(moment, gauge_now())
