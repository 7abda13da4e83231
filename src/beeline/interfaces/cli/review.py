"""``beeline review``: which moves decided a game, and what would have been better."""

from __future__ import annotations

import json as json_format
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from beeline.errors import ArgumentError, NotationError, SgfError
from beeline.interfaces.catalogue import LANGUAGES, catalogue
from beeline.interfaces.cli.options import JsonOption, LevelOption, app, chosen_player, example

if TYPE_CHECKING:
    from beeline.interfaces.game_review import Review, Reviewer
    from beeline.rules.variations import GameTree


@app.command(epilog=example("beeline review game.sgf --sgf reviewed.sgf --html review.html"))
def review(
    game: Annotated[Path, typer.Argument(help="An SGF file.")],
    number: Annotated[int, typer.Option(help="Number of the game in the file.", min=1)] = 1,
    sgf: Annotated[
        Path | None, typer.Option(help="Write the game with comments, and better lines as variations.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with the mistakes on boards, and every move.")
    ] = None,
    player: Annotated[
        str | None, typer.Option("--player", "-p", help="The search.", show_default="the analyst's")
    ] = None,
    level: LevelOption = "",
    simulations: Annotated[
        int | None, typer.Option(help="Simulations per position that the solver leaves open.", min=1)
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(
            help="First moves that were set for the players, and are not marked.",
            min=0,
            show_default="what the SGF of a match says",
        ),
    ] = None,
    language: Annotated[str, typer.Option(help=f"Language of all words: {' or '.join(LANGUAGES)}.")] = "en",
    json: JsonOption = False,
) -> None:
    """Review a game: every position assessed, mistakes with better moves, the turning point, and why a move
    lost where that is proven.

    The same game is reviewed the same twice: seeds are fixed, and effort is counted in simulations.
    """
    if language not in LANGUAGES:
        raise ArgumentError(f"the languages are {' and '.join(LANGUAGES)}, not {language!r}")
    tree = _read(game, number)
    found = _reviewed(
        tree,
        player=chosen_player(player or "", level),
        simulations=simulations,
        opening=opening,
        quiet=json,
    )
    if sgf is not None:
        from beeline.interfaces.review_sgf import reviewed_sgf

        sgf.write_text(reviewed_sgf(tree, found, language=language), encoding="utf-8")
    if html is not None:
        _write_html(html, tree, found, language)
    if json:
        print(json_format.dumps(_as_dict(found)))
    else:
        _print(found, language)


def _write_html(path: Path, tree: GameTree, found: Review, language: str) -> None:
    from beeline.interfaces.review_html import review_html
    from beeline.interfaces.review_sgf import board_at_end

    names = [name for name in (tree.record.black_player, tree.record.white_player) if name]
    say = catalogue(language).translate
    title = f"{say('Review')}: {' – '.join(names)}" if names else say("Review of a game of Hex")
    page = review_html(found, board_at_end(tree), title=title, language=language)
    path.write_text(page, encoding="utf-8")


def _read(path: Path, number: int) -> GameTree:
    from beeline.limits import SGF_FILE
    from beeline.rules.variations import read_game_trees

    try:
        trees = read_game_trees(path.read_bytes(), most_moves=SGF_FILE.nodes, limits=SGF_FILE)
    except SgfError:
        raise
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None
    if number > len(trees):
        raise NotationError(f"{path} has {len(trees)} games, so there is no game {number}")
    return trees[number - 1]


def _reviewed(
    tree: GameTree, *, player: str, simulations: int | None, opening: int | None, quiet: bool
) -> Review:
    from beeline.arena.exchange import set_opening
    from beeline.interfaces.analyst import ANALYST, SEED
    from beeline.interfaces.game_review import Reviewer, opening_length
    from beeline.interfaces.review_sgf import board_at_end
    from beeline.players.registry import PlayerSpec, player_of

    spec = PlayerSpec.parse(player or ANALYST)
    searcher = player_of(spec if "seed" in spec.given else spec.changed("seed", str(SEED)))
    board = board_at_end(tree)
    if opening is None:
        opening = opening_length(board, set_opening(tree.record.comment))
    reviewer = Reviewer(board, searcher, simulations=simulations, opening=opening)
    try:
        _go_through(reviewer, quiet=quiet)
    finally:
        searcher.close()
    return reviewer.review()


def _go_through(reviewer: Reviewer, *, quiet: bool) -> None:
    from rich.console import Console
    from rich.progress import track

    steps = track(
        reviewer.steps(),
        description="reviewing",
        total=len(reviewer.boards),
        console=Console(stderr=True),
        disable=quiet,
        transient=True,
    )
    for _ in steps:
        pass


def _as_dict(found: Review) -> dict[str, Any]:
    turn = found.turning_point
    return {
        "summary": found.summary,
        "turning_point": None if turn is None else turn.ply,
        "accuracy": {"black": found.accuracy("black"), "white": found.accuracy("white")},
        "positions": [asdict(position) for position in found.assessments],
        "moves": [{**asdict(move), "comment": move.comment} for move in found.moves],
        "reasons": {ply: asdict(reason) for ply, reason in found.reasons.items()},
    }


def _print(found: Review, language: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from beeline.interfaces.game_review import KINDS, MARKED

    say = catalogue(language).translate
    console = Console(highlight=False)
    table = Table(box=None)
    for heading in ("move", "by", "", "black", "class", "better"):
        table.add_column(say(heading), justify="right" if heading in ("move", "black") else "left")
    for move, position in zip(found.moves, found.assessments[1:], strict=True):
        black = say(f"{position.winner} wins") if position.winner else f"{position.black:.0%}"
        better = " ".join(move.line[:8]) or move.better or ""
        style = "bold red" if move.kind in MARKED else "bold green" if move.kind == "only" else None
        cells = (str(move.ply), say(move.colour), move.move, black, say(KINDS[move.kind]), better)
        table.add_row(*cells, style=style)
    console.print(table)
    console.print(say(found.summary), markup=False)
    for ply, reason in found.reasons.items():
        console.print(f"{ply}. {found.moves[ply - 1].move}: {say(reason.sentence)}", markup=False)
