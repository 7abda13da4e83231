"""``beeline players``: the players there are, and their options."""

from __future__ import annotations

import json as json_format
from collections.abc import Sequence
from typing import Annotated

import typer

from beeline.interfaces.cli.options import JsonOption, app, example


@app.command(epilog=example("beeline players mcts"))
def players(
    kind: Annotated[str, typer.Argument(help="Show the options of this kind of player.")] = "",
    json: JsonOption = False,
) -> None:
    """List the players, or the options of one."""
    show_players(kind, json=json)


def show_players(kind: str, *, json: bool) -> None:
    """List the kinds of players, or the options of one."""
    from beeline.players import player_kinds
    from beeline.players.levels import levels

    if json:
        print(json_format.dumps(_options_as_dict(kind) if kind else player_kinds()))
    elif kind:
        _print_rows(_option_rows(kind))
    else:
        _print_rows(list(player_kinds().items()))
        print("\nLevels, with their Elo on 11×11 (--level NAME, or NAME in place of a player):\n")
        _print_rows([(level.name.lower(), f"{level.elo:+d}", level.player) for level in levels()])


def _options_as_dict(kind: str) -> dict[str, dict[str, object]]:
    from beeline.players import options_of

    return {
        option.name: {"type": option.type, "default": option.default, "help": option.help}
        for option in options_of(kind)
    }


def _option_rows(kind: str) -> list[tuple[str, ...]]:
    from beeline.players import options_of

    return [
        (option.name, option.default_text, f"{option.help.replace('``', '')} ({option.type})")
        for option in options_of(kind)
    ]


def _print_rows(rows: Sequence[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(show_header=False, box=None)
    for name, *texts in rows:
        table.add_row(f"[bold]{name}[/bold]", *map(escape, texts))
    Console(highlight=False).print(table)
