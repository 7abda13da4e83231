"""The application, and the options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
GamesOption = Annotated[int, typer.Option("--games", "-n", help="Games for each two players.", min=1)]
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
