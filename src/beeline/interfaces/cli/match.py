"""``beeline match``: two players against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beeline.errors import ArgumentError
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

if TYPE_CHECKING:
    from beeline.arena.statistics import Sprt


@app.command(
    epilog=example(
        "beeline match mcts:simulations=2000 mcts:simulations=500 --size 7 --openings edge2 --games 40"
    )
)
def match(
    a: Annotated[str, typer.Argument(help="A player.")],
    b: Annotated[str, typer.Argument(help="Another.")],
    games: GamesOption = 100,
    size: SizeOption = "11",
    openings: OpeningsOption = "",
    out: OutOption = Path("match.db"),
    resume: ResumeOption = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    seed: SeedOption = 1,
    swap: SwapOption = False,
    move_time: MoveTimeOption = None,
    game_time: GameTimeOption = None,
    adjudicate: AdjudicateOption = False,
    sprt: Annotated[
        str,
        typer.Option(help="Stop when ELO0,ELO1 are told apart with 5% errors; --games is the most played."),
    ] = "",
    game: GameOption = HEX,
    komi: KomiOption = 7.5,
    json: JsonOption = False,
    html: HtmlOption = None,
) -> None:
    """Two players against each other, in pairs of games with the colours exchanged."""
    from beeline.interfaces.cli.matches import run_games, tournament_of

    test = parse_sprt(sprt)
    tournament = tournament_of(
        [a, b],
        format="round-robin",
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
    run_games(tournament, out=out, resume=resume, workers=workers, ray=ray, sprt=test, json=json, html=html)


def parse_sprt(text: str) -> Sprt | None:
    """``ELO0,ELO1`` as a test, with error rates of 5%; nothing as none."""
    from beeline.arena.statistics import Sprt

    if not text:
        return None
    low, _, high = text.partition(",")
    try:
        return Sprt(float(low), float(high))
    except ValueError:
        raise ArgumentError(
            f"expected --sprt ELO0,ELO1 such as 0,30, the smaller first, got {text!r}"
        ) from None
