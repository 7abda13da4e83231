"""``beeline bench``: the speed of the search here. ``make bench`` sets it beside other programs."""

from __future__ import annotations

import json as json_format
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from beeline.interfaces.cli.options import JsonOption, SizeOption, app, example, parse_size

if TYPE_CHECKING:
    from beeline.rules.board import Board
    from beeline.search.settings import Continuation, SearchSettings


@app.command(epilog=example("beeline bench --size 11 --threads 2"))
def bench(
    size: SizeOption = "11",
    simulations: Annotated[int, typer.Option(help="Simulations per measurement.", min=1)] = 200_000,
    threads: Annotated[int, typer.Option(help="Threads of the search.", min=1, max=256)] = 1,
    json: JsonOption = False,
) -> None:
    """Measure the speed of the search: simulations per second for each continuation policy."""
    rows, cols = parse_size(size)
    bench_search(rows, cols, simulations=simulations, threads=threads, json=json)


def bench_search(rows: int, cols: int, *, simulations: int, threads: int, json: bool) -> None:
    """Measures each continuation policy from the empty board and prints a table."""
    from beeline.rules.board import Board
    from beeline.search.settings import CONTINUATIONS

    board = Board(rows, cols)
    speeds = {
        continuation: simulations_per_second(board, continuation, simulations=simulations, threads=threads)
        for continuation in CONTINUATIONS
    }
    if json:
        print(
            json_format.dumps(
                {"rows": rows, "cols": cols, "threads": threads, "simulations_per_second": speeds}
            )
        )
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{rows}×{cols}, {threads} thread{'s' if threads > 1 else ''}", title_justify="left")
    table.add_column("continuation")
    table.add_column("simulations/s", justify="right")
    for continuation, speed in speeds.items():
        table.add_row(continuation, f"{speed:,.0f}")
    Console(highlight=False).print(table)


def simulations_per_second(
    board: Board,
    continuation: Continuation,
    *,
    simulations: int,
    threads: int = 1,
    settings: SearchSettings | None = None,
) -> float:
    """One search from ``board`` with a fresh tree; pattern weights are spread over their whole range."""
    from beeline.search.games import HEX_PATTERNS
    from beeline.search.settings import SearchSettings
    from beeline.search.tree import TreeSearch

    weights: Sequence[float] | None = None
    if continuation == "patterns":
        weights = [index * 61 % 101 for index in range(HEX_PATTERNS)]
    base = settings or SearchSettings()
    search = TreeSearch(replace(base, continuation=continuation, threads=threads), weights=weights)
    analysis = search.run(board, simulations=simulations)
    return analysis.simulations / analysis.seconds
