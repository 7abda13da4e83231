"""Listing the players."""

from __future__ import annotations

import json as json_format

from rich.console import Console
from rich.table import Table

from beeline.players import option_help, player_kinds


def show_players(kind: str, *, json: bool) -> None:
    """All kinds of players, or the options of one."""
    rows = option_help(kind) if kind else player_kinds()
    if json:
        print(json_format.dumps(rows))
        return
    table = Table(show_header=False, box=None)
    for name, text in rows.items():
        table.add_row(f"[bold]{name}[/bold]", text)
    Console(highlight=False).print(table)
