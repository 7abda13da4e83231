"""Modes about one position or one game: play, analyse, solve, gtp, bench and players."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from beeline.errors import NotationError
from beeline.interfaces.main import run_gtp
from beeline.interfaces.modes.app import JsonOption, MovesOption, PlayerOption, SizeOption, app, example


class OverlayName(StrEnum):
    CONNECTIONS = "connections"
    INFERIOR = "inferior"
    RESISTANCE = "resistance"


class Side(StrEnum):
    BLACK = "black"
    WHITE = "white"
    NONE = "none"


@app.command(epilog=example("beeline play --size 7 --colour black --player mcts:simulations=5000"))
def play(
    player: PlayerOption = "mcts:seconds=0.5",
    size: SizeOption = "7",
    colour: Annotated[
        Side, typer.Option("--colour", "-c", help="Your colour; none lets the engine play itself.")
    ] = Side.BLACK,
    swap: Annotated[bool, typer.Option(help="Play with the swap rule.")] = True,
    moves: MovesOption = "",
) -> None:
    """A game against the engine in the terminal (without a terminal: the engine against itself)."""
    from beeline.interfaces.play import play_game
    from beeline.interfaces.position import board_from

    board = board_from(size=size, moves=moves, swap_rule=swap)
    human = colour.value if colour is not Side.NONE and sys.stdin.isatty() else None
    play_game(board, player_spec=player, human=human)


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
    size: SizeOption = "11",
    moves: MovesOption = "",
    sgf: Annotated[Path | None, typer.Option(help="Read the position from an SGF file.")] = None,
    move: Annotated[
        int | None, typer.Option(help="With --sgf: the position after so many moves.", min=0)
    ] = None,
    link: Annotated[str, typer.Option(help="Read the position from a HexWorld link.")] = "",
    top: Annotated[int, typer.Option(help="How many moves to show.")] = 8,
    overlay: Annotated[
        list[OverlayName] | None,
        typer.Option(help="Show connections, inferior cells or resistance; may be given more than once."),
    ] = None,
    json: JsonOption = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture: visits as heat and win rates, and the overlays.")
    ] = None,
) -> None:
    """What the engine thinks of a position: moves, values and the best line; or what can be known of it."""
    from beeline.interfaces.analyse import analyse_position
    from beeline.interfaces.position import board_from

    board = board_from(size=size, moves=moves, sgf=sgf, move_number=move, link=link)
    if player is None and not overlay:
        player = "mcts:seconds=3"
    analyse_position(board, player_spec=player, overlays=overlay or (), top=top, json=json, svg=svg)


@app.command(epilog=example("beeline solve --size 6 --all-openings"))
def solve(
    size: SizeOption = "6",
    moves: MovesOption = "",
    sgf: Annotated[Path | None, typer.Option(help="Read the position from an SGF file.")] = None,
    link: Annotated[str, typer.Option(help="Read the position from a HexWorld link.")] = "",
    all_openings: Annotated[
        bool,
        typer.Option("--all-openings", help="The board of winning first moves, each solved from scratch."),
    ] = False,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="All winning moves, not only one.")] = False,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="Write down a winning strategy and check it.")
    ] = False,
    share: Annotated[
        bool, typer.Option("--share", help="With --all-openings: one table for all openings.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="With --all-openings: a file of what is solved; go on from it if it exists."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--time", help="Seconds for a position at most.", min=0.001)
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Positions to look at, at most.", min=1)] = None,
    table: Annotated[
        int | None,
        typer.Option(
            metavar="ENTRIES",
            help="Positions to remember; each takes 64 bytes on boards of up to 64 cells, 160 at most.",
            show_default="1048576",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Who wins a position with best play, proven."""
    from beeline.interfaces import solve as solving
    from beeline.interfaces.position import board_from, parse_size
    from beeline.knowledge.solver import TABLE_ENTRIES

    entries = TABLE_ENTRIES if table is None else table
    if all_openings and (moves or sgf or link or all_moves or certificate):
        raise NotationError("--all-openings is about the empty board: leave out the position and its options")
    if not all_openings and (share or out):
        raise NotationError(f"{'--share' if share else '--out'} goes with --all-openings")
    if all_openings:
        rows, cols = parse_size(size)
        solving.solve_openings(
            rows,
            cols,
            nodes=nodes,
            seconds=seconds,
            table_entries=entries,
            share=share,
            out=out,
            json=json,
        )
    else:
        board = board_from(size=size, moves=moves, sgf=sgf, link=link)
        solving.solve_position(
            board,
            all_moves=all_moves,
            certificate=certificate,
            nodes=nodes,
            seconds=seconds,
            table_entries=entries,
            json=json,
        )


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
)
def gtp(context: typer.Context) -> None:
    """Speaks GTP 2 on standard input and output, for HexGui and tournament managers (docs/gtp.md)."""
    run_gtp(context.args)


@app.command(epilog=example("beeline bench --size 11 --threads 2"))
def bench(
    size: SizeOption = "11",
    simulations: Annotated[int, typer.Option(help="Simulations a measurement.", min=1)] = 200_000,
    threads: Annotated[int, typer.Option(help="Threads of the search.", min=1, max=256)] = 1,
    json: JsonOption = False,
) -> None:
    """How fast the search runs here: simulations a second for each continuation policy."""
    from beeline.interfaces.bench import bench_search
    from beeline.interfaces.position import parse_size

    rows, cols = parse_size(size)
    bench_search(rows, cols, simulations=simulations, threads=threads, json=json)


@app.command(epilog=example("beeline players mcts"))
def players(
    kind: Annotated[str, typer.Argument(help="Show the options of this kind of player.")] = "",
    json: JsonOption = False,
) -> None:
    """The players there are, and their options."""
    from beeline.interfaces.players import show_players

    show_players(kind, json=json)
