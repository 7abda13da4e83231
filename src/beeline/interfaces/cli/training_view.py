"""How a training goes, in the terminal: a live view, or a line per entry."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beeline.arena.games import GameResult

if TYPE_CHECKING:
    from beeline.learning.ezo import training as ezo
    from beeline.learning.neurodynamic import training as neurodynamic
    from beeline.learning.neurohex import training as neurohex

Tell: TypeAlias = "tuple[Callable[[Any], None], Callable[[Any], None]]"
"""What is to be called with an entry, and with a moment between entries."""


@contextmanager
def games_bar(total: int, *, quiet: bool) -> Iterator[Callable[[GameResult], None]]:
    console = Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        yield lambda result: None
        return
    columns = (BarColumn(bar_width=24), MofNCompleteColumn(), TextColumn("games of the database"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda result: bar.update(task, advance=1)


@contextmanager
def progress(
    line: Callable[[Any], str],
    live: Callable[[Console], AbstractContextManager[Tell]],
    *,
    quiet: bool,
) -> Iterator[Tell]:
    """Tells how it goes: live at a terminal, elsewhere a line an entry, or nothing."""
    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda entry: None, lambda moment: None
    elif console.is_terminal:
        with live(console) as tell:
            yield tell
    else:
        yield lambda entry: print(line(entry), file=sys.stderr, flush=True), lambda moment: None


def _bars(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=12),
        MofNCompleteColumn(),
        TextColumn("{task.fields[about]}"),
        TimeRemainingColumn(),
        console=console,
    )


def _gauge(history: list[Any]) -> str:
    """The last win rate."""
    known = [entry.gauge for entry in history if entry.gauge is not None]
    return f"  {known[-1]:.0%} won" if known else ""


def neurohex_line(at: neurohex.Entry) -> str:
    magnitude = "" if at.magnitude is None else f"  |value| {at.magnitude:.2f}"
    line = f"{at.phase}  update {at.updates:,}  episode {at.episodes:,}  cost {at.cost:.4f}{magnitude}"
    return f"{line}  {at.seconds:.0f} s{_measured(at, 'resistance', 'keeps', 'kept')}"


def ezo_line(at: ezo.Entry) -> str:
    line = f"epoch {at.epoch:,}  {at.games:,} games  loss {at.loss:.4f}  {at.moves:.0f} moves"
    return f"{line}  {at.seconds:.0f} s{_measured(at, 'Wolve', 'accuracy', 'values right')}"


def _measured(at: Any, opponent: str, name: str, word: str) -> str:
    gauge = "" if at.gauge is None else f"  {at.gauge:.0%} against {opponent}"
    found = "".join(f"  {side}×{side} {found[name]:.0%}" for side, found in at.yardstick.items())
    return f"{gauge}{f'  {word}' if found else ''}{found}"


@contextmanager
def live_neurohex(training: neurohex.Training, console: Console) -> Iterator[Tell]:
    """Updates of mentoring, episodes of Q-learning; cost, value magnitude, and wins against the gauge."""
    settings = training.settings
    with _bars(console) as bar:
        mentoring = bar.add_task("mentoring", total=settings.mentor_updates, about="")
        playing = bar.add_task("Q-learning", total=settings.episodes, about="")

        def show(at: neurohex.Entry | neurohex.Moment) -> None:
            magnitude = "" if at.magnitude is None else f"  |Q| {at.magnitude:.2f}"
            about = f"cost {at.cost:.3f}{magnitude}{_gauge(training.history)}"
            if at.phase == "mentoring":
                bar.update(mentoring, completed=at.updates, about=about)
            else:
                bar.update(mentoring, completed=settings.mentor_updates)
                bar.update(playing, completed=at.episodes, about=about)

        if training.history:
            show(training.history[-1])
        yield show, show


@contextmanager
def live_ezo(training: ezo.Training, console: Console) -> Iterator[Tell]:
    """Epochs, and the games of the one under way."""
    settings = training.settings
    with _bars(console) as bar:
        epochs = bar.add_task("epochs", total=settings.epochs, about="")
        games = bar.add_task("games", total=settings.games, about="")

        def on_entry(entry: ezo.Entry) -> None:
            about = f"loss {entry.loss:.4f}{_gauge(training.history)}"
            bar.update(epochs, completed=entry.epoch, about=about)

        def on_moment(moment: ezo.Moment) -> None:
            learning = "  learning" if moment.games == settings.games else ""
            bar.update(games, completed=moment.games, about=f"of epoch {moment.epoch}{learning}")

        if training.history:
            on_entry(training.history[-1])
        yield on_entry, on_moment


@contextmanager
def live_neurodynamic(training: neurodynamic.Training, console: Console) -> Iterator[Tell]:
    """Updates; error, and wins against the gauge."""
    with _bars(console) as bar:
        updates = bar.add_task("updates", total=training.settings.updates, about="")

        def show(entry: neurodynamic.Entry) -> None:
            about = f"error {entry.error:.4f}{_gauge(training.history)}"
            bar.update(updates, completed=entry.updates, about=about)

        if training.history:
            show(training.history[-1])
        yield show, lambda moment: None
