"""Modes that learn: evolve and train."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from beeline.interfaces.modes.app import (
    GameName,
    GameOption,
    JsonOption,
    RayOption,
    SeedOption,
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
    game: GameOption = GameName.HEX,
    size: Annotated[int, typer.Option("--size", "-s", help="Rows and columns of the board.")] = 7,
    generations: Annotated[int, typer.Option(help="How many.")] = 100,
    simulations: Annotated[int, typer.Option(help="Simulations a move in the games.")] = 1000,
    games: Annotated[int, typer.Option(help="Games that each individual plays in a generation.")] = 5,
    optimiser: Annotated[
        OptimiserName, typer.Option(help="Evolution strategies, a particle swarm, or a search gradient.")
    ] = OptimiserName.STRATEGY,
    sigma: Annotated[float, typer.Option(help="The first step size of strategy and gradient.")] = 10.0,
    start: Annotated[float, typer.Option(help="The mean that a search gradient begins with.")] = 50.0,
    tied: Annotated[
        bool, typer.Option("--tied", help="One weight for patterns that are one by symmetry.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the evolution in that folder.")
    ] = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Learns a continuation policy by self-play (Hivemind); the player `hivemind` plays with it."""
    from beeline.interfaces.evolve import run_evolution
    from beeline.learning.hivemind.evolution import EvolutionSettings

    settings = EvolutionSettings(
        game=game.value,
        size=size,
        generations=generations,
        simulations=simulations,
        games=games,
        optimiser=optimiser.value,
        sigma=sigma,
        start=start,
        tied=tied,
        seed=seed,
    )
    run_evolution(settings, out=out, resume=resume, workers=workers, ray=ray, json=json)


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

    options = RunOptions(
        preset=preset, out=out, resume=resume, threads=threads, workers=workers, ray=ray, json=json
    )
    TRAINERS[system.value](options)
