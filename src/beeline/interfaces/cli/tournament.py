"""``beeline tournament``: several players, with ratings and a cross table."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from beeline.interfaces.cli.options import MatchOptions, app, example, with_match_options


class FormatName(StrEnum):
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"


@app.command(
    epilog=example("beeline tournament random mcts:simulations=100 mcts:simulations=1000 --size 7 -n 20")
)
@with_match_options(games=20, out=Path("tournament.db"))
def tournament(
    players: Annotated[list[str], typer.Argument(help="Two players or more.")],
    *,
    format: Annotated[
        FormatName, typer.Option(help="Everyone against everyone, or the first against the others.")
    ] = FormatName.ROUND_ROBIN,
    options: MatchOptions,
) -> None:
    """Play a tournament of several players, with ratings and a cross table."""
    from beeline.interfaces.cli.matches import run_games, tournament_of

    run_games(tournament_of(players, options, format=format.value), options)
