"""The speed of the search on this machine. ``make bench`` sets it beside other programs."""

from __future__ import annotations

import json as json_format
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from beeline.rules.board import Board
from beeline.search.games import HEX_PATTERNS
from beeline.search.settings import CONTINUATIONS, Continuation, SearchSettings
from beeline.search.tree import TreeSearch


def simulations_per_second(
    board: Board,
    continuation: Continuation,
    *,
    simulations: int,
    threads: int = 1,
    settings: SearchSettings | None = None,
) -> float:
    """One search from ``board`` with a fresh tree; pattern weights are spread over their whole range."""
    from dataclasses import replace

    weights: Sequence[float] | None = None
    if continuation == "patterns":
        weights = [index * 61 % 101 for index in range(HEX_PATTERNS)]
    base = settings or SearchSettings()
    search = TreeSearch(replace(base, continuation=continuation, threads=threads), weights=weights)
    analysis = search.run(board, simulations=simulations)
    return analysis.simulations / analysis.seconds


def bench_search(rows: int, cols: int, *, simulations: int, threads: int, json: bool) -> None:
    """Measures each continuation policy from the empty board and prints a table."""
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
    table = Table(title=f"{rows}×{cols}, {threads} thread{'s' if threads > 1 else ''}", title_justify="left")
    table.add_column("continuation")
    table.add_column("simulations/s", justify="right")
    for continuation, speed in speeds.items():
        table.add_row(continuation, f"{speed:,.0f}")
    Console(highlight=False).print(table)
