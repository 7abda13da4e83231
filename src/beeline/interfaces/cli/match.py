"""``beeline match``: two players against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beeline.errors import ArgumentError
from beeline.interfaces.cli.options import MatchOptions, app, example, with_match_options

if TYPE_CHECKING:
    from beeline.arena.statistics import Sprt


@app.command(
    epilog=example(
        "beeline match mcts:simulations=2000 mcts:simulations=500 --size 7 --openings edge2 --games 40"
    )
)
@with_match_options(games=100, out=Path("match.db"))
def match(
    a: Annotated[str, typer.Argument(help="A player.")],
    b: Annotated[str, typer.Argument(help="Another.")],
    *,
    sprt: Annotated[
        str,
        typer.Option(help="Stop when ELO0,ELO1 are told apart with 5% errors; --games is the most played."),
    ] = "",
    options: MatchOptions,
) -> None:
    """Play a match of two players, in pairs of games with the colours exchanged."""
    from beeline.interfaces.cli.matches import run_games, tournament_of

    test = parse_sprt(sprt)
    run_games(tournament_of([a, b], options), options, sprt=test)


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
