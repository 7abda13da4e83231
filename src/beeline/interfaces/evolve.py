"""Evolutions at the command line."""

from __future__ import annotations

import json as json_format
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from beeline.files import write_whole
from beeline.learning.hivemind.evolution import (
    Evolution,
    EvolutionError,
    EvolutionSettings,
    Generation,
    settings_in,
)
from beeline.learning.hivemind.fitness import FitnessResult
from beeline.plots import Curve, curve_plot
from beeline.workers import make_workers

_Tell = tuple[Callable[[FitnessResult], None], Callable[[Generation], None]]

_OPTIMISERS_WITH: Final = {"sigma": ("strategy", "gradient"), "start": ("gradient",)}


def run_evolution(
    given: Mapping[str, Any], *, out: Path, resume: bool, workers: int | None, ray: str | None, json: bool
) -> None:
    """Evolves a policy into a folder with live progress, and draws the learning curve.

    ``given`` are the settings that were asked for. The others have their defaults, or the values that the
    evolution in the folder was begun with. Ctrl-C leaves what is learned so far.
    """
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
    write_whole(evolution.folder / "curve.svg", _picture(evolution.history).encode())


def _picture(history: list[Generation]) -> str:
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
