"""Modes that learn: evolve and train."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from beeline.interfaces.modes.app import (
    GameName,
    JsonOption,
    RayOption,
    WorkersOption,
    app,
    example,
)


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
    from beeline.interfaces.evolve import run_evolution

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
    from beeline.interfaces.train import TRAINERS, RunOptions
    from beeline.learning.training_run import TrainingError

    if resume and not out.is_dir():
        raise TrainingError(f"there is no folder {out} to go on with; begin without --resume")
    options = RunOptions(
        preset=preset, out=out, resume=resume, threads=threads, workers=workers, ray=ray, json=json
    )
    TRAINERS[system.value](options)
