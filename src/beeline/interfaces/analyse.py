"""Printing what a search found out about a position."""

from __future__ import annotations

import json as json_format
from pathlib import Path

from rich.console import Console
from rich.table import Table

from beeline.errors import GameOver, PlayerError
from beeline.interfaces.terminal import board_in_colour
from beeline.players import make_player
from beeline.rules.board import Board
from beeline.search.analysis import Analysis


def analyse_position(board: Board, *, player_spec: str, top: int, json: bool, svg: Path | None) -> None:
    """Lets a player that searches think about the position and shows its thoughts."""
    if board.winner is not None:
        raise GameOver(f"there is nothing to analyse: {board.winner} has won")
    console = Console(highlight=False)
    player = make_player(player_spec)
    try:
        if json:
            analysis = player.choose(board).analysis
        else:
            with console.status("thinking"):
                analysis = player.choose(board).analysis
    finally:
        player.close()
    if analysis is None:
        raise PlayerError(f"player {player_spec!r} does not search, so it has no analysis to show")
    if svg is not None:
        svg.write_text(analysis_svg(board, analysis))
    if json:
        position = {"rows": board.rows, "cols": board.cols, "position": board.moves, "player": player.spec}
        print(json_format.dumps(position | analysis.as_dict()))
    else:
        _print(console, board, analysis, top)


def analysis_svg(board: Board, analysis: Analysis) -> str:
    """The board with the value of the moves that were looked at.

    Heat is the share of visits; of an alpha-beta search, which visits good and bad moves alike, the value.
    """
    most = max(move.visits for move in analysis.moves)
    if analysis.depth is None:
        heat = {move.move: 0.85 * move.visits / most for move in analysis.moves if most}
        shown = [move for move in analysis.moves if move.visits * 50 > most]
    else:
        shown = [move for move in analysis.moves if move.visits]
        heat = {move.move: 0.85 * move.value for move in shown}
    return board.svg(heat=heat, marks={move.move: f"{100 * move.value:.0f}" for move in shown})


def _print(console: Console, board: Board, analysis: Analysis, top: int) -> None:
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
