"""The command line: ``beeline MODE ...``.

Each mode imports what it needs when it runs, so that ``--help`` answers at once. Bad input ends with
exit code 2 and one line that says what was wrong.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from beeline.errors import BeelineError

app = typer.Typer(
    name="beeline",
    help="A computer-Hex laboratory: play, analyse and measure.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

DEFAULT_PLAYER = "mcts:seconds=2"


class GameName(StrEnum):
    HEX = "hex"
    GO = "go"


class Side(StrEnum):
    BLACK = "black"
    WHITE = "white"
    NONE = "none"


PlayerOption = Annotated[
    str, typer.Option("--player", "-p", help="The engine, as kind:option=value,... (see `beeline players`).")
]
SizeOption = Annotated[
    str, typer.Option("--size", "-s", help="Board size: 11, or 9x7 for 9 columns and 7 rows.")
]
MovesOption = Annotated[
    str, typer.Option("--moves", "-m", help="Moves that lead to the position: 'a2 b3 ...'.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def example(text: str) -> str:
    """The last line of a mode's help."""
    return f"Example: {text}"


@app.callback(invoke_without_command=True)
def options(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if version:
        from beeline import __version__

        print(f"beeline {__version__}")
        raise typer.Exit


@app.command(epilog=example("beeline play --size 7 --colour black --player mcts:simulations=5000"))
def play(
    player: PlayerOption = DEFAULT_PLAYER,
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
    player: PlayerOption = "mcts:seconds=3",
    size: SizeOption = "11",
    moves: MovesOption = "",
    sgf: Annotated[Path | None, typer.Option(help="Read the position from an SGF file.")] = None,
    move: Annotated[int | None, typer.Option(help="With --sgf: the position after so many moves.")] = None,
    link: Annotated[str, typer.Option(help="Read the position from a HexWorld link.")] = "",
    top: Annotated[int, typer.Option(help="How many moves to show.")] = 8,
    json: JsonOption = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture with visits as heat and win rates.")
    ] = None,
) -> None:
    """What the engine thinks of a position: moves, values and the best line."""
    from beeline.interfaces.analyse import analyse_position
    from beeline.interfaces.position import board_from

    board = board_from(size=size, moves=moves, sgf=sgf, move_number=move, link=link)
    analyse_position(board, player_spec=player, top=top, json=json, svg=svg)


@app.command(epilog=example("beeline gtp --player mcts:seconds=1,threads=2"))
def gtp(
    player: PlayerOption = DEFAULT_PLAYER,
    game: Annotated[GameName, typer.Option(help="The game to play.")] = GameName.HEX,
    size: Annotated[int | None, typer.Option(help="Board size at the start: 11 for Hex, 9 for Go.")] = None,
) -> None:
    """Speaks GTP 2 on standard input and output, for HexGui and tournament managers (docs/gtp.md)."""
    from beeline.interfaces.gtp import serve

    serve(
        player,
        game="go" if game is GameName.GO else "hex",
        size=size,
        input=sys.stdin.buffer,
        output=sys.stdout.buffer,
    )


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


def main() -> None:
    """Runs the command line; the entry point of the ``beeline`` program."""
    try:
        app()
    except (BeelineError, OSError) as error:
        print(f"beeline: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
