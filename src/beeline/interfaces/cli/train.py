"""``beeline train``: a system trained into a folder, with a live view or a line per entry."""

from __future__ import annotations

import json as json_format
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from beeline.interfaces.cli.options import JsonOption, RayOption, WorkersOption, app, example
from beeline.learning import system_names

if TYPE_CHECKING:
    from rich.console import Console

    from beeline.arena.games import GameResult
    from beeline.learning.systems import Plan
    from beeline.learning.training_run import TrainingRun

Tell: TypeAlias = tuple[Callable[[Any], None], Callable[[Any], None]]
"""Functions to call with an entry, and with progress between entries."""


@app.command(epilog=example("beeline train neurohex --preset small-7 --set episodes=2000 --out run"))
def train(
    system: Annotated[str, typer.Argument(help=f"What learns: {', '.join(system_names())}.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder that the training goes into.")],
    preset: Annotated[
        str | None,
        typer.Option(
            help="What is trained and how long; docs/papers and docs/explanation/zero.md list the presets."
        ),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change a setting; may be given more than once."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the training in that folder, as it was begun.")
    ] = False,
    threads: Annotated[
        int, typer.Option(help="Threads of PyTorch; a run repeats to the bit with one.", min=1, max=256)
    ] = 1,
    workers: WorkersOption = None,
    ray: RayOption = None,
    json: JsonOption = False,
) -> None:
    """Train a network, a policy or weights; the player of the same name plays with it."""
    from beeline.learning.systems import plan_run

    plan = plan_run(system, out, preset=preset, changes=_changes(change or []), resume=resume)
    run_training(
        plan,
        out=out,
        resume=resume,
        threads=threads,
        workers=workers,
        ray=ray,
        json=json,
        command=f"train {system}",
    )


def _changes(texts: list[str]) -> dict[str, str]:
    from beeline.learning.training_run import TrainingError

    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise TrainingError(f"expected --set NAME=VALUE, got {text!r}")
        if name.strip() in found:
            raise TrainingError(f"setting {name.strip()!r} is given twice")
        found[name.strip()] = value.strip()
    return found


def run_training(
    plan: Plan,
    *,
    out: Path,
    resume: bool,
    threads: int,
    workers: int | None,
    ray: str | None,
    json: bool,
    command: str,
) -> None:
    """Trains into a folder with live progress, and writes the report. Ctrl-C leaves what was learned."""
    from beeline.learning.systems import games_before, load_system, open_run
    from beeline.learning.training_run import RunOptions
    from beeline.workers import make_workers

    system = load_system(plan.system)
    with make_workers(count=workers, ray=ray) as pool:
        with games_bar(games_before(system, plan.settings), quiet=json) as on_result:
            run = RunOptions(folder=out, workers=pool, resume=resume, threads=threads, on_result=on_result)
            training = open_run(plan, run)
        try:
            with training_view(training, quiet=json) as (on_entry, on_progress):
                training.run(on_entry=on_entry, on_progress=on_progress)
        except KeyboardInterrupt:
            print(f"{_done(training)}; resume with beeline {command} --out {out} --resume", file=sys.stderr)
            raise
        finally:
            training.leave(title=f"{training.title}: {plan.label}")
    _tell_end(training, json=json)


def _done(training: TrainingRun[Any, Any]) -> str:
    steps = f"{training.counter.removesuffix('s')}s"
    of = "" if training.total_steps is None else f" of {training.total_steps}"
    return f"{training.steps}{of} {steps} are done"


def _tell_end(training: TrainingRun[Any, Any], *, json: bool) -> None:
    if json:
        print(json_format.dumps({training.product: str(training.learned), **asdict(training.history[-1])}))
        return
    print(f"{training.learned}: {training.summary()}")
    print(f"Play with it: {training.play_command()}")


@contextmanager
def games_bar(total: int, *, quiet: bool) -> Iterator[Callable[[GameResult], None]]:
    """The games that are played before training begins."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, highlight=False)
    if quiet or not total or not console.is_terminal:
        yield lambda result: None
        return
    columns = (BarColumn(bar_width=24), MofNCompleteColumn(), TextColumn("games of the database"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda result: bar.update(task, advance=1)


@contextmanager
def training_view(training: TrainingRun[Any, Any], *, quiet: bool) -> Iterator[Tell]:
    """Live at a terminal, elsewhere a line per entry, or nothing."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda entry: None, lambda progress: None
    elif console.is_terminal:
        with _live(console, training) as tell:
            yield tell
    else:
        yield _line_by_line(training), lambda progress: None


def _line_by_line(training: TrainingRun[Any, Any]) -> Callable[[Any], None]:
    begun, before = time.monotonic(), training.steps

    def tell(entry: Any) -> None:
        done, left = training.steps - before, ""
        if training.total_steps is not None and done:
            seconds = (time.monotonic() - begun) / done * (training.total_steps - training.steps)
            left = f"  {timedelta(seconds=round(seconds))} left"
        print(f"{training.line(entry)}{left}", file=sys.stderr, flush=True)

    return tell


@contextmanager
def _live(console: Console, training: TrainingRun[Any, Any]) -> Iterator[Tell]:
    """Bars with the time left, and below them the last entry."""
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

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
