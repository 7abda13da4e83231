"""``beeline evolve``: a continuation policy that evolves by self-play."""

from __future__ import annotations

import json as json_format
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from beeline.interfaces.cli.options import GameName, JsonOption, RayOption, WorkersOption, app, example

if TYPE_CHECKING:
    from rich.console import Console

    from beeline.learning.hivemind.evolution import Evolution, EvolutionSettings, Generation
    from beeline.learning.hivemind.fitness import FitnessResult

_Tell: TypeAlias = "tuple[Callable[[FitnessResult], None], Callable[[Generation], None]]"

_OPTIMISERS_WITH: Final = {"sigma": ("strategy", "gradient"), "start": ("gradient",)}


class OptimiserName(StrEnum):
    STRATEGY = "strategy"
    SWARM = "swarm"
    GRADIENT = "gradient"


@app.command(epilog=example("beeline evolve --game hex --size 7 --generations 100 --out evolution"))
def evolve(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder that the evolution goes into.")],
    game: Annotated[GameName | None, typer.Option(help="The game to play.", show_default="hex")] = None,
    size: Annotated[
        int | None, typer.Option("--size", "-s", help="Rows and columns of the board.", show_default="7")
    ] = None,
    generations: Annotated[int | None, typer.Option(help="How many.", show_default="100")] = None,
    simulations: Annotated[
        int | None, typer.Option(help="Simulations a move in the games.", show_default="1000")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Games that each individual draws an opponent for in a generation.", show_default="5"
        ),
    ] = None,
    optimiser: Annotated[
        OptimiserName | None,
        typer.Option(
            help="Evolution strategies, a particle swarm, or a search gradient.", show_default="strategy"
        ),
    ] = None,
    sigma: Annotated[
        float | None, typer.Option(help="The first step size of strategy and gradient.", show_default="10")
    ] = None,
    start: Annotated[
        float | None, typer.Option(help="The mean that a search gradient begins with.", show_default="50")
    ] = None,
    tied: Annotated[
        bool | None, typer.Option("--tied", help="One weight for patterns that are one by symmetry.")
    ] = None,
    counted: Annotated[
        bool | None, typer.Option("--counted", help="One weight for patterns of Go with equal counts.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the evolution in that folder, as it was begun.")
    ] = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    seed: Annotated[
        int | None, typer.Option(help="Equal seeds give equal runs.", min=0, show_default="1")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Learns a continuation policy by self-play (Hivemind); the player `hivemind` plays with it."""
    options = {
        "game": game and game.value,
        "size": size,
        "generations": generations,
        "simulations": simulations,
        "games": games,
        "optimiser": optimiser and optimiser.value,
        "sigma": sigma,
        "start": start,
        "tied": tied,
        "counted": counted,
        "seed": seed,
    }
    given = {name: value for name, value in options.items() if value is not None}
    run_evolution(given, out=out, resume=resume, workers=workers, ray=ray, json=json)


def run_evolution(
    given: Mapping[str, Any], *, out: Path, resume: bool, workers: int | None, ray: str | None, json: bool
) -> None:
    """Evolves a policy into a folder with live progress, and draws the learning curve.

    ``given`` are the settings that were asked for. The others have their defaults, or the values that the
    evolution in the folder was begun with. Ctrl-C leaves what is learned so far.
    """
    from beeline.learning.hivemind.evolution import Evolution, EvolutionError, EvolutionSettings, settings_in
    from beeline.workers import make_workers

    settings = EvolutionSettings(**{**(asdict(settings_in(out)) if resume else {}), **given})
    for name, optimisers in _OPTIMISERS_WITH.items():
        if name in given and settings.optimiser not in optimisers:
            raise EvolutionError(f"--{name} is for the optimiser {' or '.join(optimisers)}")
    with make_workers(count=workers, ray=ray) as pool:
        evolution = Evolution(settings, out, resume=resume)
        try:
            with _progress(evolution, quiet=json) as (on_game, on_generation):
                evolution.run(pool, on_game=on_game, on_generation=on_generation)
        except KeyboardInterrupt:
            if evolution.history:
                evolution.policy().save(out / "learned.policy")
                _draw(evolution)
            generations = f"{len(evolution.history)} of {settings.generations} generations"
            print(f"{generations} are done; go on by beeline evolve --out {out} --resume", file=sys.stderr)
            raise
    _draw(evolution)
    last = evolution.history[-1]
    learned = out / "learned.policy"
    if json:
        print(json_format.dumps({"policy": str(learned), **asdict(last)}))
        return
    print(f"{learned}: fitness {last.best:+d} in generation {last.generation}{_gauge(last, settings)}")
    play = "play" if settings.game == "hex" else "gtp --game go"
    print(f"Play with it: beeline {play} --player 'hivemind:weights={learned}'")


def _gauge(at: Generation, settings: EvolutionSettings) -> str:
    if at.gauge is None:
        return ""
    return f"; {at.gauge:.0%} of {settings.gauge_games} games against the default policy"


def _draw(evolution: Evolution) -> None:
    from beeline.files import write_whole

    write_whole(evolution.folder / "curve.svg", _picture(evolution.history).encode())


def _picture(history: list[Generation]) -> str:
    from beeline.plots import Curve, curve_plot

    gauge = [(entry.generation, entry.gauge) for entry in history if entry.gauge is not None]
    # Points from the games of a pool, on the scale of the win rate they come from: all won is 1.
    most = max(entry.best for entry in history) or 1
    return curve_plot(
        [
            Curve("win rate against default", gauge, dots=True),
            Curve(f"best fitness / {most}", [(entry.generation, entry.best / most) for entry in history]),
            Curve(f"mean fitness / {most}", [(entry.generation, entry.mean / most) for entry in history]),
        ],
        title="Evolution of a continuation policy",
        x_label="generation",
        bounds=(0.0, 1.0),
    )


@contextmanager
def _progress(evolution: Evolution, *, quiet: bool) -> Iterator[_Tell]:
    """Tells how it goes: live at a terminal, elsewhere a line a generation, or nothing."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda game: None, lambda generation: None
    elif console.is_terminal:
        with _live(console, evolution) as tell:
            yield tell
    else:
        yield lambda game: None, _line_by_line(evolution)


def _line_by_line(evolution: Evolution) -> Callable[[Generation], None]:
    begun, before = time.monotonic(), len(evolution.history)

    def tell(generation: Generation) -> None:
        done, last = generation.generation, evolution.settings.generations
        left = (time.monotonic() - begun) / (done - before) * (last - done)
        print(f"{_line(evolution)}  {timedelta(seconds=round(left))} left", file=sys.stderr, flush=True)

    return tell


def _line(evolution: Evolution) -> str:
    """The last generation, with the last win rate known."""
    at, settings = evolution.history[-1], evolution.settings
    steps = "speed" if settings.optimiser == "swarm" else "σ"
    gauge = [entry.gauge for entry in evolution.history if entry.gauge is not None]
    return (
        f"generation {at.generation} of {settings.generations}  best {at.best:+d}  mean {at.mean:+.1f}  "
        f"{steps} {at.spread:.2f}  {at.games / at.seconds:.0f} games/s"
        f"{f'  {gauge[-1]:.0%} against default' if gauge else ''}"
    )


@contextmanager
def _live(console: Console, evolution: Evolution) -> Iterator[_Tell]:
    """A bar with the time left, and below it the last generation."""
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    a_generation = evolution.individuals * evolution.settings.games
    bar = Progress(BarColumn(bar_width=24), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    task = bar.add_task(
        "",
        total=a_generation * evolution.settings.generations,
        completed=a_generation * len(evolution.history),
    )
    about = Text(_line(evolution) if evolution.history else "")
    with Live(Group(bar, about), console=console):

        def on_generation(generation: Generation) -> None:
            about.plain = _line(evolution)

        yield lambda game: bar.advance(task), on_generation
