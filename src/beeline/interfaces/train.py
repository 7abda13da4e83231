"""Training runs at the command line."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beeline.arena.games import GameResult
from beeline.files import write_whole
from beeline.learning.ezo import settings as ezo_settings
from beeline.learning.neurodynamic import settings as neurodynamic_settings
from beeline.learning.neurohex import settings as neurohex_settings
from beeline.learning.neurohex.system import open_training
from beeline.learning.oldezo import training as oldezo_training
from beeline.learning.training_run import TrainingError, choose_preset, use_torch
from beeline.workers import Workers, make_workers

if TYPE_CHECKING:
    from beeline.learning.ezo import training as ezo
    from beeline.learning.neurodynamic import training as neurodynamic
    from beeline.learning.neurohex import training as neurohex

Tell: TypeAlias = "tuple[Callable[[Any], None], Callable[[Any], None]]"
"""What is to be called with an entry, and with a moment between entries."""


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What the command line says of a run."""

    preset: str | None
    out: Path
    resume: bool
    threads: int
    workers: int | None
    ray: str | None
    json: bool

    def pool(self) -> AbstractContextManager[Workers]:
        return make_workers(count=self.workers, ray=self.ray)


def train_neurohex(at: RunOptions) -> None:
    """Trains a network into a folder with live progress, and writes the report."""
    name = at.preset or "small-7"
    settings = neurohex_settings.preset(name)
    with at.pool() as pool, _games(settings.database_games, quiet=at.json) as on_result:
        training = open_training(
            settings, at.out, pool, resume=at.resume, threads=at.threads, on_result=on_result
        )
    from beeline.learning.neurohex import report

    title = f"NeuroHex on {settings.side}×{settings.side}: {name}"
    with _progress(_neurohex_line, partial(_live_neurohex, training), quiet=at.json) as tell:
        _run(training, report, tell, title=title)
    _tell_end(training, report, "neurohex", json=at.json)


def train_ezo(at: RunOptions) -> None:
    """Trains a network by epochs of self-play into a folder with live progress, and writes the report."""
    name = at.preset or "small-7"
    settings = ezo_settings.preset(name)
    use_torch(at.threads)
    from beeline.learning.ezo import report
    from beeline.learning.ezo.training import Training

    title = f"EZO-CNN on {settings.side}×{settings.side}: {name}"
    with at.pool() as pool:
        training = Training(settings, at.out, pool, resume=at.resume)
        with _progress(_ezo_line, partial(_live_ezo, training), quiet=at.json) as tell:
            _run(training, report, tell, title=title)
    _tell_end(training, report, "ezo", json=at.json)


def train_neurodynamic(at: RunOptions) -> None:
    """Trains a small network of the neurodynamic study into a folder with live progress."""
    name = at.preset or "perfect-3"
    settings = neurodynamic_settings.preset(name)
    use_torch(at.threads)
    from beeline.learning.neurodynamic import training as report
    from beeline.learning.neurodynamic.training import Training

    training = Training(settings, at.out, resume=at.resume)
    title = f"Neurodynamic programming on {settings.side}×{settings.side}: {name}"
    with _progress(report.line, partial(_live_neurodynamic, training), quiet=at.json) as tell:
        _run(training, report, tell, title=title)
    _tell_end(training, report, "neurodynamic", json=at.json)


def train_oldezo(at: RunOptions) -> None:
    """Learns the weights of characteristics from the games of a stronger player, which a folder keeps."""
    settings = choose_preset(oldezo_training.PRESETS, at.preset or "paper-7")
    at.out.mkdir(parents=True, exist_ok=True)
    if (at.out / oldezo_training.GAMES).exists() and not at.resume:
        raise TrainingError(f"{at.out} holds games of a teacher; go on with them by --resume")
    with at.pool() as pool, _games(settings.games, quiet=at.json) as on_result:
        file = oldezo_training.learn_weights(settings, at.out, pool, on_result=on_result)
    weights = at.out / oldezo_training.WEIGHTS
    if at.json:
        print(json_format.dumps({"weights": str(weights), **file.training}))
        return
    print(
        f"{weights}: from {file.training['positions']:,} positions, of whose moves the teacher's is first ",
        end="",
    )
    print(f"in {file.training['agreement']:.1%}")
    print(f"Play with it: beeline play --size {file.side} --player 'oldezo:weights={weights}'")


TRAINERS: Final[dict[str, Callable[[RunOptions], None]]] = {
    "neurohex": train_neurohex,
    "ezo": train_ezo,
    "oldezo": train_oldezo,
    "neurodynamic": train_neurodynamic,
}


def _run(training: Any, report: Any, tell: Tell, *, title: str) -> None:
    """To the end, with a report however it ends. ``report`` is the module that makes one."""
    on_entry, on_moment = tell
    try:
        training.run(on_entry=on_entry, on_moment=on_moment)
    finally:
        page = report.report_html(training.settings, training.history, title=title)
        write_whole(training.folder / "report.html", page.encode())


def _tell_end(training: Any, report: Any, player: str, *, json: bool) -> None:
    network, last = training.folder / "trained.onnx", training.history[-1]
    if json:
        print(json_format.dumps({"network": str(network), **asdict(last)}))
        return
    print(f"{network}: {report.summary(training.history)}")
    side = training.settings.side
    print(f"Play with it: beeline play --size {side} --player '{player}:weights={network}'")


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
def _progress(
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


def _neurohex_line(at: neurohex.Entry) -> str:
    magnitude = "" if at.magnitude is None else f"  |value| {at.magnitude:.2f}"
    line = f"{at.phase}  update {at.updates:,}  episode {at.episodes:,}  cost {at.cost:.4f}{magnitude}"
    return f"{line}  {at.seconds:.0f} s{_measured(at, 'resistance', 'keeps', 'kept')}"


def _ezo_line(at: ezo.Entry) -> str:
    line = f"epoch {at.epoch:,}  {at.games:,} games  loss {at.loss:.4f}  {at.moves:.0f} moves"
    return f"{line}  {at.seconds:.0f} s{_measured(at, 'Wolve', 'accuracy', 'values right')}"


def _measured(at: Any, opponent: str, name: str, word: str) -> str:
    gauge = "" if at.gauge is None else f"  {at.gauge:.0%} against {opponent}"
    found = "".join(f"  {side}×{side} {found[name]:.0%}" for side, found in at.yardstick.items())
    return f"{gauge}{f'  {word}' if found else ''}{found}"


@contextmanager
def _live_neurohex(training: neurohex.Training, console: Console) -> Iterator[Tell]:
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
def _live_ezo(training: ezo.Training, console: Console) -> Iterator[Tell]:
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
def _live_neurodynamic(training: neurodynamic.Training, console: Console) -> Iterator[Tell]:
    """Updates; error, and wins against the gauge."""
    with _bars(console) as bar:
        updates = bar.add_task("updates", total=training.settings.updates, about="")

        def show(entry: neurodynamic.Entry) -> None:
            about = f"error {entry.error:.4f}{_gauge(training.history)}"
            bar.update(updates, completed=entry.updates, about=about)

        if training.history:
            show(training.history[-1])
        yield show, lambda moment: None
