"""``beeline analyse``: what a search finds out about a position, and what can be known of it."""

from __future__ import annotations

import json as json_format
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beeline.errors import GameOver, PlayerError
from beeline.interfaces.cli.options import (
    JsonOption,
    LevelOption,
    MovesOption,
    SizeOption,
    app,
    board_from,
    chosen_player,
    example,
)
from beeline.knowledge.overlays import overlay_names

if TYPE_CHECKING:
    from rich.console import Console

    from beeline.knowledge.overlay import Overlay
    from beeline.rules.board import Board
    from beeline.rules.picture import Drawing
    from beeline.search.analysis import Analysis

_WIDTH = 640


@app.command(
    epilog=example("beeline analyse --size 11 --moves 'a3 f6' --player mcts:seconds=5 --svg board.svg")
)
def analyse(
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            "-p",
            help="The engine, as kind:option=value,... (see `beeline players`).",
            show_default="mcts:seconds=3; with --overlay, none",
        ),
    ] = None,
    level: LevelOption = "",
    size: SizeOption = "11",
    moves: MovesOption = "",
    sgf: Annotated[Path | None, typer.Option(help="Read the position from an SGF file.")] = None,
    move: Annotated[
        int | None, typer.Option(help="With --sgf: the position after so many moves.", min=0)
    ] = None,
    link: Annotated[str, typer.Option(help="Read the position from a HexWorld link.")] = "",
    top: Annotated[int, typer.Option(help="Number of moves to show.")] = 8,
    overlay: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Show an overlay of the position ({', '.join(overlay_names())}); also repeatedly."
        ),
    ] = None,
    json: JsonOption = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture: visits as heat and win rates, and the overlays.")
    ] = None,
) -> None:
    """Analyse a position: moves, values and the best line, or what an overlay shows."""
    board = board_from(size=size, moves=moves, sgf=sgf, move_number=move, link=link)
    if level or (player is None and not overlay):
        player = chosen_player(player or "mcts:seconds=3", level)
    analyse_position(board, player_spec=player, overlays=overlay or (), top=top, json=json, svg=svg)


def analyse_position(
    board: Board,
    *,
    player_spec: str | None,
    overlays: Sequence[str] = (),
    top: int,
    json: bool,
    svg: Path | None,
) -> None:
    """Shows what a search thinks of the position, without a player nothing of that, and the overlays."""
    if board.winner is not None:
        raise GameOver(f"there is nothing to analyse: {board.winner} has won")
    from rich.console import Console

    from beeline.interfaces.cli.terminal import board_in_colour
    from beeline.knowledge.overlay import one_drawing
    from beeline.knowledge.overlay import overlays as overlays_named
    from beeline.rules.picture import board_svg

    console = Console(highlight=False)
    found = None if player_spec is None else _search(console, board, player_spec, quiet=json)
    shown = [overlay(board) for overlay in overlays_named(overlays).values()]
    if svg is not None:
        drawings = [] if found is None else [analysis_drawing(found[1])]
        drawings += [overlay.drawing() for overlay in shown]
        svg.write_text(board_svg(board, one_drawing(drawings), width=_WIDTH))
    if json:
        print(json_format.dumps(_as_dict(board, found, shown)))
        return
    if found is not None:
        _print(console, board, found[1], top)
    for overlay in shown:
        console.print(f"[bold]{overlay.name}[/bold], {board.to_move} to move")
        console.print(board_in_colour(board, symbols=overlay.symbols()))
        console.print("\n".join(overlay.lines()), markup=False)


def _search(console: Console, board: Board, player_spec: str, *, quiet: bool) -> tuple[str, Analysis]:
    """Lets a player that searches think about the position; its full name, and its thoughts."""
    from beeline.players import make_player

    player = make_player(player_spec)
    try:
        with nullcontext() if quiet else console.status("thinking"):
            analysis = player.choose(board).analysis
    finally:
        player.close()
    if analysis is None:
        raise PlayerError(f"player {player_spec!r} does not search, so it has no analysis to show")
    return player.spec, analysis


def _as_dict(
    board: Board, found: tuple[str, Analysis] | None, overlays: Sequence[Overlay]
) -> dict[str, object]:
    data: dict[str, object] = {"rows": board.rows, "cols": board.cols, "position": board.moves}
    data["to_move"] = board.to_move
    if found is not None:
        data |= {"player": found[0]} | found[1].as_dict()
    if overlays:
        data["overlays"] = {overlay.name: overlay.as_dict() for overlay in overlays}
    return data


def analysis_drawing(analysis: Analysis) -> Drawing:
    """The value of the moves that were looked at.

    Heat is the share of visits; of an alpha-beta search, which visits good and bad moves alike, the value.
    """
    from beeline.rules.picture import CellStyle, Drawing

    most = max(move.visits for move in analysis.moves)
    if analysis.depth is None:
        heat = {move.move: 0.85 * move.visits / most for move in analysis.moves if most}
        shown = [move for move in analysis.moves if move.visits * 50 > most]
    else:
        shown = [move for move in analysis.moves if move.visits]
        heat = {move.move: 0.85 * move.value for move in shown}
    marks = {move.move: f"{100 * move.value:.0f}" for move in shown}
    return Drawing(
        {cell: CellStyle(heat.get(cell, 0.0), mark=marks.get(cell, "")) for cell in [*heat, *marks]}
    )


def _print(console: Console, board: Board, analysis: Analysis, top: int) -> None:
    from rich.table import Table

    from beeline.interfaces.cli.terminal import board_in_colour

    console.print(board_in_colour(board, marked=[move.move for move in analysis.moves[:top]]))
    table = Table(title=f"{analysis.to_move} to move", title_justify="left")
    for heading in ("move", "visits", "win rate", "AMAF", "proven"):
        table.add_column(heading, justify="right")
    for move in analysis.moves[:top]:
        amaf = f"{move.amaf_value:.1%}" if move.amaf_visits else ""
        table.add_row(move.move, f"{move.visits:,}", f"{move.value:.1%}", amaf, move.proof or "")
    console.print(table)
    console.print(f"best line: [bold]{' '.join(analysis.variation)}[/bold]")
    speed = analysis.simulations / analysis.seconds
    if analysis.depth is not None:
        console.print(
            f"{analysis.simulations:,} positions in {analysis.seconds:.2f} s ({speed:,.0f}/s), "
            f"{analysis.depth} ply deep, stopped by {analysis.stopped}"
        )
        return
    console.print(
        f"{analysis.simulations:,} simulations in {analysis.seconds:.2f} s ({speed:,.0f}/s), "
        f"{analysis.nodes:,} moves in the tree{' (full)' if analysis.tree_full else ''}, "
        f"stopped by {analysis.stopped}"
    )
