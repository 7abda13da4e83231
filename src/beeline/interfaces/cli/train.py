"""``beeline train``: a network, or the weights of ``oldezo``, trained into a folder."""

from __future__ import annotations

import json as json_format
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from beeline.interfaces.cli.options import JsonOption, RayOption, WorkersOption, app, example

if TYPE_CHECKING:
    from beeline.interfaces.cli.training_view import Tell
    from beeline.workers import Workers


class SystemName(StrEnum):
    NEUROHEX = "neurohex"
    EZO = "ezo"
    OLDEZO = "oldezo"
    NEURODYNAMIC = "neurodynamic"


@app.command(epilog=example("beeline train neurohex --preset small-7 --out run"))
def train(
    system: Annotated[SystemName, typer.Argument(help="What learns.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder that the training goes into.")],
    preset: Annotated[
        str | None,
        typer.Option(
            help="What is trained and how long; docs/neurohex.md, ezo.md, oldezo.md and neurodynamic.md list "
            "the presets."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the training in that folder.")] = False,
    threads: Annotated[
        int, typer.Option(help="Of PyTorch; a run repeats to the bit with one.", min=1, max=256)
    ] = 1,
    workers: WorkersOption = None,
    ray: RayOption = None,
    json: JsonOption = False,
) -> None:
    """Trains a network, or the weights of `oldezo`; the player of the same name plays with it."""
    from beeline.learning.training_run import TrainingError

    if resume and not out.is_dir():
        raise TrainingError(f"there is no folder {out} to go on with; begin without --resume")
    options = RunOptions(
        preset=preset, out=out, resume=resume, threads=threads, workers=workers, ray=ray, json=json
    )
    TRAINERS[system.value](options)


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
        from beeline.workers import make_workers

        return make_workers(count=self.workers, ray=self.ray)


def train_neurohex(at: RunOptions) -> None:
    """Trains a network into a folder with live progress, and writes the report."""
    from beeline.interfaces.cli.training_view import games_bar, live_neurohex, neurohex_line, progress
    from beeline.learning.neurohex.settings import preset
    from beeline.learning.neurohex.system import open_training

    name = at.preset or "small-7"
    settings = preset(name)
    with at.pool() as pool, games_bar(settings.database_games, quiet=at.json) as on_result:
        training = open_training(
            settings, at.out, pool, resume=at.resume, threads=at.threads, on_result=on_result
        )
    from beeline.learning.neurohex import report

    title = f"NeuroHex on {settings.side}×{settings.side}: {name}"
    with progress(neurohex_line, partial(live_neurohex, training), quiet=at.json) as tell:
        _run(training, report, tell, title=title)
    _tell_end(training, report, "neurohex", json=at.json)


def train_ezo(at: RunOptions) -> None:
    """Trains a network by epochs of self-play into a folder with live progress, and writes the report."""
    from beeline.interfaces.cli.training_view import ezo_line, live_ezo, progress
    from beeline.learning.ezo.settings import preset
    from beeline.learning.training_run import use_torch

    name = at.preset or "small-7"
    settings = preset(name)
    use_torch(at.threads)
    from beeline.learning.ezo import report
    from beeline.learning.ezo.training import Training

    title = f"EZO-CNN on {settings.side}×{settings.side}: {name}"
    with at.pool() as pool:
        training = Training(settings, at.out, pool, resume=at.resume)
        with progress(ezo_line, partial(live_ezo, training), quiet=at.json) as tell:
            _run(training, report, tell, title=title)
    _tell_end(training, report, "ezo", json=at.json)


def train_neurodynamic(at: RunOptions) -> None:
    """Trains a small network of the neurodynamic study into a folder with live progress."""
    from beeline.interfaces.cli.training_view import live_neurodynamic, progress
    from beeline.learning.neurodynamic.settings import preset
    from beeline.learning.training_run import use_torch

    name = at.preset or "perfect-3"
    settings = preset(name)
    use_torch(at.threads)
    from beeline.learning.neurodynamic import training as report
    from beeline.learning.neurodynamic.training import Training

    training = Training(settings, at.out, resume=at.resume)
    title = f"Neurodynamic programming on {settings.side}×{settings.side}: {name}"
    with progress(report.line, partial(live_neurodynamic, training), quiet=at.json) as tell:
        _run(training, report, tell, title=title)
    _tell_end(training, report, "neurodynamic", json=at.json)


def train_oldezo(at: RunOptions) -> None:
    """Learns the weights of characteristics from the games of a stronger player, which a folder keeps."""
    from beeline.interfaces.cli.training_view import games_bar
    from beeline.learning.oldezo.training import GAMES, PRESETS, WEIGHTS, learn_weights
    from beeline.learning.training_run import TrainingError, choose_preset

    settings = choose_preset(PRESETS, at.preset or "paper-7")
    at.out.mkdir(parents=True, exist_ok=True)
    if (at.out / GAMES).exists() and not at.resume:
        raise TrainingError(f"{at.out} holds games of a teacher; go on with them by --resume")
    with at.pool() as pool, games_bar(settings.games, quiet=at.json) as on_result:
        file = learn_weights(settings, at.out, pool, on_result=on_result)
    weights = at.out / WEIGHTS
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
    from beeline.files import write_whole

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
