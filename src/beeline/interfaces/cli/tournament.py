"""``beeline tournament``: several players, with ratings and a cross table."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from beeline.interfaces.cli.options import (
    AdjudicateOption,
    GameOption,
    GamesOption,
    GameTimeOption,
    HtmlOption,
    JsonOption,
    KomiOption,
    MoveTimeOption,
    OpeningsOption,
    OutOption,
    RayOption,
    ResumeOption,
    SeedOption,
    SizeOption,
    SwapOption,
    WorkersOption,
    app,
    example,
)
from beeline.rules.registry import HEX


class FormatName(StrEnum):
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"


@app.command(
    epilog=example("beeline tournament random mcts:simulations=100 mcts:simulations=1000 --size 7 -n 20")
)
def tournament(
    players: Annotated[list[str], typer.Argument(help="Two players or more.")],
    format: Annotated[
        FormatName, typer.Option(help="Everyone against everyone, or the first against the others.")
    ] = FormatName.ROUND_ROBIN,
    games: GamesOption = 20,
    size: SizeOption = "11",
    openings: OpeningsOption = "",
    out: OutOption = Path("tournament.db"),
    resume: ResumeOption = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    seed: SeedOption = 1,
    swap: SwapOption = False,
    move_time: MoveTimeOption = None,
    game_time: GameTimeOption = None,
    adjudicate: AdjudicateOption = False,
    game: GameOption = HEX,
    komi: KomiOption = 7.5,
    json: JsonOption = False,
    html: HtmlOption = None,
) -> None:
    """Several players, with ratings and a cross table."""
    from beeline.interfaces.cli.matches import run_games, tournament_of

    event = tournament_of(
        players,
        format=format.value,
        games=games,
        size=size,
        openings=openings,
        seed=seed,
        swap=swap,
        move_time=move_time,
        game_time=game_time,
        adjudicate=adjudicate,
        game=game,
        komi=komi,
    )
    run_games(event, out=out, resume=resume, workers=workers, ray=ray, sprt=None, json=json, html=html)
