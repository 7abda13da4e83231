"""Modes about many games: match, tournament, games and reproduce."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from beeline.interfaces.modes.app import (
    AdjudicateOption,
    GameName,
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

if TYPE_CHECKING:
    from beeline.experiments.tournament import Tournament


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
    game: GameOption = GameName.HEX,
    komi: KomiOption = 7.5,
    json: JsonOption = False,
    html: HtmlOption = None,
) -> None:
    """Two players against each other, in pairs of games with the colours exchanged."""
    from beeline.interfaces.arena import parse_sprt, run_games

    test = parse_sprt(sprt)
    tournament = _tournament(
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
    game: GameOption = GameName.HEX,
    komi: KomiOption = 7.5,
    json: JsonOption = False,
    html: HtmlOption = None,
) -> None:
    """Several players, with ratings and a cross table."""
    from beeline.interfaces.arena import run_games

    event = _tournament(
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


def _tournament(
    players: list[str],
    *,
    format: Literal["round-robin", "gauntlet"],
    games: int,
    size: str,
    openings: str,
    seed: int,
    swap: bool,
    move_time: float | None,
    game_time: float | None,
    adjudicate: bool,
    game: GameName,
    komi: float,
) -> Tournament:
    """What the options of match and tournament have in common."""
    from beeline.experiments.games import GameTask
    from beeline.experiments.tournament import Tournament
    from beeline.interfaces.position import parse_size

    rows, cols = parse_size(size)
    template = GameTask(
        key="",
        game="go" if game is GameName.GO else "hex",
        rows=rows,
        cols=cols,
        komi=komi,
        swap_rule=swap,
        move_seconds=move_time,
        game_seconds=game_time,
        adjudicate=adjudicate,
    )
    openings = openings or ("balanced" if template.game == "hex" else "empty")
    return Tournament(
        players=players, games=games, opening_set=openings, format=format, template=template, seed=seed
    )


@app.command(epilog=example("beeline games match.db --html report.html --sgf games.sgf"))
def games(
    store: Annotated[Path, typer.Argument(help="A file of games.")],
    sgf: Annotated[Path | None, typer.Option(help="Write the games as an SGF collection.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the games as a table.")] = None,
    html: HtmlOption = None,
    import_sgf: Annotated[
        Path | None, typer.Option(help="Read the games of an SGF collection into it.")
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Keep what is whole of a damaged file; the file is kept beside.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """The report of a match or tournament again, and its games in other formats."""
    from beeline.interfaces.arena import use_store

    use_store(store, sgf=sgf, csv=csv, html=html, import_sgf=import_sgf, json=json, repair=repair)


class ScaleName(StrEnum):
    QUICK = "quick"
    PAPER = "paper"


@app.command(epilog=example("beeline reproduce hivemind-fig6 --scale quick"))
def reproduce(
    name: Annotated[str, typer.Argument(help="Which one.")] = "",
    list_all: Annotated[bool, typer.Option("--list", help="List what can be reproduced.")] = False,
    scale: Annotated[
        ScaleName, typer.Option(help="A few games for a look, or as many as the paper.")
    ] = ScaleName.QUICK,
    opponent: Annotated[
        str | None, typer.Option(help="The outside program that a table is about, as a player.")
    ] = None,
    folder: Annotated[Path, typer.Option(help="Where the reproductions are.")] = Path("reproductions"),
    workers: WorkersOption = None,
    ray: RayOption = None,
    json: JsonOption = False,
) -> None:
    """A table or figure of a paper, with our numbers beside the paper's."""
    from beeline.interfaces import arena

    if list_all or not name:
        arena.list_reproductions(folder, json=json)
    else:
        arena.reproduce(
            name,
            scale=scale.value,
            opponent=opponent,
            folder=folder,
            workers=workers,
            ray=ray,
            json=json,
        )
