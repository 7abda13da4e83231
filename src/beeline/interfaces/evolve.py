"""Evolutions at the command line."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beeline.learning.files import write_whole
from beeline.learning.hivemind.evolution import Evolution, EvolutionSettings, Generation
from beeline.learning.hivemind.fitness import FitnessResult
from beeline.plots import Curve, curve_plot
from beeline.workers import make_workers

_Tell = tuple[Callable[[FitnessResult], None], Callable[[Generation], None]]


def run_evolution(
    settings: EvolutionSettings, *, out: Path, resume: bool, workers: int | None, ray: str | None, json: bool
) -> None:
    """Evolves a policy into a folder with live progress, and draws the learning curve."""
    evolution = Evolution(settings, out, resume=resume)
    with (
        make_workers(count=workers, ray=ray) as pool,
        _progress(evolution, quiet=json) as (on_game, on_generation),
    ):
        policy = evolution.run(pool, on_game=on_game, on_generation=on_generation)
    write_whole(out / "curve.svg", _picture(evolution.history).encode())
    last = evolution.history[-1]
    learned = out / "learned.policy"
    if json:
        print(json_format.dumps({"policy": str(learned), **asdict(last)}))
        return
    gauge = (
        f"; {last.gauge:.0%} of {settings.gauge_games} games against the default policy"
        if last.gauge is not None
        else ""
    )
    print(f"{learned}: fitness {last.best:+d} after {len(policy.history)} generations{gauge}")
    print(f"Play with it: beeline play --player 'hivemind:weights={learned}'")


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
    """Tells how it goes: a live line at a terminal, elsewhere a line a generation, or nothing."""
    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda game: None, lambda generation: None
    elif console.is_terminal:
        with _live_line(console, evolution) as tell:
            yield tell
    else:
        yield lambda game: None, lambda generation: print(_line(generation), file=sys.stderr, flush=True)


def _line(generation: Generation) -> str:
    gauge = "" if generation.gauge is None else f"  {generation.gauge:.0%} against default"
    return (
        f"generation {generation.generation}  best {generation.best:+d}  mean {generation.mean:+.1f}  "
        f"σ {generation.spread:.2f}  {generation.games / generation.seconds:.0f} games/s{gauge}"
    )


@contextmanager
def _live_line(console: Console, evolution: Evolution) -> Iterator[_Tell]:
    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("games  {task.fields[about]}"),
        TimeRemainingColumn(),
    )
    individuals = evolution.individuals
    a_generation = individuals * evolution.settings.games
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(
            "",
            total=a_generation * evolution.settings.generations,
            completed=a_generation * len(evolution.history),
            about=_line(evolution.history[-1]) if evolution.history else "generation 0",
        )

        def on_game(game: FitnessResult) -> None:
            bar.update(task, advance=1)

        def on_generation(generation: Generation) -> None:
            bar.update(task, about=_line(generation))

        yield on_game, on_generation
