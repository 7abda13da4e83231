"""``beeline players``: the players there are, and their options."""

from __future__ import annotations

import json as json_format
from typing import Annotated

import typer

from beeline.interfaces.cli.options import JsonOption, app, example
from beeline.players import option_help, player_kinds


@app.command(epilog=example("beeline players mcts"))
def players(
    kind: Annotated[str, typer.Argument(help="Show the options of this kind of player.")] = "",
    json: JsonOption = False,
) -> None:
    """The players there are, and their options."""
    show_players(kind, json=json)


def show_players(kind: str, *, json: bool) -> None:
    """All kinds of players, or the options of one."""
    rows = option_help(kind) if kind else player_kinds()
    if json:
        print(json_format.dumps(rows))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(show_header=False, box=None)
    for name, text in rows.items():
        table.add_row(f"[bold]{name}[/bold]", text)
    Console(highlight=False).print(table)
