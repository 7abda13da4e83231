"""The application, and the options that several commands have: players, boards and games."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from beeline.arena.openings import OPENING_SETS
from beeline.errors import BoardSizeError, NotationError, SgfError
from beeline.rules.registry import HEX, game_names

if TYPE_CHECKING:
    from beeline.rules.board import Board

app = typer.Typer(
    name="beeline",
    help="A computer-Hex laboratory: play, analyse, solve, learn and measure.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


PlayerOption = Annotated[
    str, typer.Option("--player", "-p", help="The engine, as kind:option=value,... (see `beeline players`).")
]
LevelOption = Annotated[
    str,
    typer.Option(
        "--level", "-l", help="The engine by its strength: newcomer to strongest (see `beeline players`)."
    ),
]
SizeOption = Annotated[
    str, typer.Option("--size", "-s", help="Board size: 11, or 9x7 for 9 columns and 7 rows.")
]
MovesOption = Annotated[
    str, typer.Option("--moves", "-m", help="Moves that lead to the position: 'a2 b3 ...'.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
GamesOption = Annotated[int, typer.Option("--games", "-n", help="Games per pair of players.", min=1)]
WorkersOption = Annotated[int | None, typer.Option(help="Processes that play; all cores by default.", min=1)]
RayOption = Annotated[str | None, typer.Option(help="Play on the Ray cluster at this address, or auto.")]
SeedOption = Annotated[int, typer.Option(help="Equal seeds give equal runs.", min=0)]
HtmlOption = Annotated[Path | None, typer.Option(help="Write a report with plots and boards to replay.")]


def chosen_player(player: str, level: str) -> str:
    """The player string of a command that has both options, of which the level goes before the default."""
    from beeline.players.levels import level_player

    return level_player(level) if level else player


def example(text: str) -> str:
    """The last line of a command's help."""
    return f"Example: {text}"


@app.callback(invoke_without_command=True)
def options(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if version:
        from beeline import __version__

        print(f"beeline {__version__}")
        raise typer.Exit


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """Options of matches: how games are played, stored and reported."""

    games: GamesOption
    size: Annotated[
        str,
        typer.Option(
            "--size",
            "-s",
            help="Board size: 11, or 9x7 for 9 columns and 7 rows.",
            show_default="that of the game: 11 for Hex",
        ),
    ] = ""
    openings: Annotated[
        str,
        typer.Option(
            help=f"{', '.join(OPENING_SETS)}, or a file with one opening per line.",
            show_default="for Hex balanced, or edge2 where that is not known; for Go empty",
        ),
    ] = ""
    out: Annotated[Path, typer.Option("--out", "-o", help="The file that the games go into.")]
    resume: Annotated[bool, typer.Option("--resume", help="Resume the run in that file.")] = False
    workers: WorkersOption = None
    ray: RayOption = None
    seed: SeedOption = 1
    swap: Annotated[bool, typer.Option("--swap", help="Play with the swap rule.")] = False
    move_time: Annotated[
        float | None, typer.Option(help="Seconds that a move may take at most.", min=0.001)
    ] = None
    game_time: Annotated[
        float | None, typer.Option(help="Seconds that a player has for a game.", min=0.001)
    ] = None
    adjudicate: Annotated[bool, typer.Option("--adjudicate", help="End games whose result is proven.")] = (
        False
    )
    game: Annotated[str, typer.Option(help=f"The game to play: {', '.join(game_names())}.")] = HEX
    komi: Annotated[float, typer.Option(help="Komi of Go.")] = 7.5
    json: JsonOption = False
    html: HtmlOption = None


def with_match_options(**defaults: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Gives a command the fields of MatchOptions as options, and their values as its argument ``options``.

    ``defaults`` are those in which the commands differ.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = [
            each for each in signature(command, eval_str=True).parameters.values() if each.name != "options"
        ]

        @wraps(command)
        def call(**given: Any) -> None:
            mine = {each.name: given.pop(each.name) for each in own}
            command(**mine, options=MatchOptions(**given))

        call.__signature__ = Signature([*own, *_shared(defaults)])  # type: ignore[attr-defined]
        return call

    return decorate


def _shared(defaults: dict[str, Any]) -> list[Parameter]:
    annotations = get_type_hints(MatchOptions, include_extras=True)
    return [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=defaults.get(each.name, each.default),
            annotation=annotations[each.name],
        )
        for each in fields(MatchOptions)
    ]


def parse_size(text: str) -> tuple[int, int]:
    """``11`` or ``9x7`` (columns × rows) as ``(rows, cols)``."""
    from beeline.rules.cells import MAX_SIZE

    found = re.fullmatch(r"(\d{1,2})(?:[x×](\d{1,2}))?", text.strip())
    if not found:
        raise BoardSizeError(
            f"expected a size such as 11 or 9x7 (columns × rows), up to {MAX_SIZE}, got {text!r}"
        )
    cols = int(found[1])
    return int(found[2] or cols), cols


def board_from(
    *,
    size: str,
    moves: str = "",
    sgf: Path | None = None,
    move_number: int | None = None,
    link: str = "",
    swap_rule: bool = False,
) -> Board:
    """The position that the options name: an SGF file or a link, or else an empty board; then the moves."""
    from beeline.rules.board import Board
    from beeline.rules.cells import split_moves

    if sgf is not None:
        try:
            board = Board.from_sgf(sgf.read_bytes(), moves=move_number)
        except SgfError:
            raise
        except NotationError as error:
            raise NotationError(f"{sgf}: {error}") from None
    elif link:
        board = Board.from_hexworld(link)
    else:
        board = Board(*parse_size(size), swap_rule=swap_rule)
    for move in split_moves(moves):
        board.play(move)
    return board
