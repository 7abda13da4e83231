"""``beeline evolve``: ``beeline train hivemind`` with its settings as options."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from beeline.interfaces.cli.options import JsonOption, RayOption, WorkersOption, app, example
from beeline.rules.registry import HEX

_OPTIMISERS_WITH: Final = {"sigma": ("strategy", "gradient"), "start": ("gradient",)}


class GameName(StrEnum):
    HEX = "hex"
    GO = "go"


class OptimiserName(StrEnum):
    STRATEGY = "strategy"
    SWARM = "swarm"
    AUTHORS = "authors"
    GRADIENT = "gradient"


@app.command(epilog=example("beeline evolve --game hex --size 7 --generations 100 --out evolution"))
def evolve(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder that the evolution goes into.")],
    game: Annotated[GameName | None, typer.Option(help="The game to play.", show_default=HEX)] = None,
    size: Annotated[
        int | None, typer.Option("--size", "-s", help="Rows and columns of the board.", show_default="7")
    ] = None,
    generations: Annotated[
        int | None, typer.Option(help="Number of generations.", show_default="100")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(help="Simulations per move in the games.", show_default="1000")
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
        bool, typer.Option("--resume", help="Resume the evolution in that folder, as it was begun.")
    ] = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    seed: Annotated[
        int | None, typer.Option(help="Equal seeds give equal runs.", min=0, show_default="1")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Learn a continuation policy by self-play (Hivemind); the player `hivemind` plays with it."""
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
    from beeline.interfaces.cli.train import run_training
    from beeline.learning.systems import plan_run

    plan = plan_run("hivemind", out, changes=given, resume=resume)
    _check_optimiser(given, plan.settings.optimiser)
    run_training(
        plan,
        out=out,
        resume=resume,
        threads=1,
        workers=workers,
        ray=ray,
        json=json,
        command="evolve",
    )


def _check_optimiser(given: Mapping[str, Any], optimiser: str) -> None:
    from beeline.learning.training_run import TrainingError

    for name, optimisers in _OPTIMISERS_WITH.items():
        if name in given and optimiser not in optimisers:
            raise TrainingError(f"--{name} is for the optimiser {' or '.join(optimisers)}")
