"""The board of winning first moves, each solved, and the file of what is solved."""

from __future__ import annotations

import json as json_format
import math
import operator
import shlex
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from beeline.disk import make_folder
from beeline.errors import NotSolved as NotSolved
from beeline.files import FileError, read_whole, write_whole
from beeline.interfaces.cli.opening_tasks import (
    OpeningTask,
    SolvedOpening,
    certificate_path,
    outcomes,
    table_entries_for,
)
from beeline.knowledge.solver import Solver
from beeline.provenance import provenance
from beeline.rules.board import Board
from beeline.rules.game import COLOURS

Openings = dict[str, SolvedOpening]


def solve_openings(
    rows: int,
    cols: int,
    *,
    nodes: int | None,
    seconds: float | None,
    table_entries: int | None,
    share: bool,
    workers: int,
    out: Path | None,
    certificates: Path | None,
    json: bool,
) -> None:
    """Solves the position after every first move, and prints the board of those that win.

    Two openings that are one by a half turn are solved once. They come from the centre outwards, where wins
    are easiest to prove. The limits hold for each opening. ``share`` keeps one table for all of them;
    ``workers`` processes each have their own. ``out`` has what is solved, after every opening, and is where
    to go on from. ``certificates`` is a folder for the certificate of each. When interrupted, what is solved
    is printed.
    """
    console = Console(highlight=False)
    entries = table_entries_for(rows, cols, processes=workers) if table_entries is None else table_entries
    Solver(rows, cols, table_entries=entries)  # raises if there cannot be such a table
    openings = read_openings(out, rows, cols) if out is not None and out.exists() else {}
    if out is not None:
        _write_openings(out, rows, cols, openings)  # raises now rather than after hours if it cannot be done
    if certificates is not None:
        make_folder(certificates)
    tasks = [
        OpeningTask(
            rows=rows,
            cols=cols,
            name=name,
            nodes=nodes,
            seconds=seconds,
            table_entries=entries,
            share=share,
            certificates=certificates,
        )
        for name in _to_solve(rows, cols, openings, certificates)
    ]
    names = Board(rows, cols).legal_moves
    try:
        with (
            _bar(console, quiet=json or not console.is_terminal) as bar,
            closing(outcomes(tasks, processes=workers)) as results,
        ):
            task = bar.add_task("openings", total=rows * cols, completed=len(openings))
            for name, opening in results:
                if opening.winner is not None or name not in openings:  # a limit takes no proof back
                    openings |= {_turned(name, rows, cols): _half_turn(opening, names), name: opening}
                if out is not None:
                    _write_openings(out, rows, cols, openings)
                bar.update(task, completed=len(openings), description=f"openings, {name} done")
    except KeyboardInterrupt:
        print(f"beeline: stopped; {_how_to_resume(out)}", file=sys.stderr)
        raise
    finally:
        if json:
            print(_openings_as_json(rows, cols, openings))
        else:
            _print_openings(console, rows, cols, openings)
    if unsolved := [name for name, opening in openings.items() if opening.winner is None]:
        raise NotSolved(f"not solved within the limits: {' '.join(unsolved)}")


def _how_to_resume(out: Path | None) -> str:
    if out is None:
        return "what is solved is kept, to resume from, with --out FILE only"
    return f"to resume, repeat the command ({out})"


def read_openings(path: Path, rows: int, cols: int) -> Openings:
    """Results in a file of :func:`solve_openings`; first moves that a limit left open are left out."""
    data = read_whole(path)
    try:
        fields = json_format.loads(data)
        size = (int(fields["rows"]), int(fields["cols"]))
        found = {name: _opening(**opening) for name, opening in fields["openings"].items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        raise _no_openings(path) from None
    if size != (rows, cols):
        raise FileError(f"{str(path)!r} is about {size[0]}×{size[1]}, not {rows}×{cols}")
    names = Board(rows, cols).legal_moves
    known = {name: opening for name, opening in found.items() if opening.winner is not None}
    replies = {opening.reply for opening in known.values()} - {None}
    if not known.keys() | replies <= set(names):
        raise _no_openings(path)
    for name, turned in zip(names, reversed(names), strict=True):
        if name in known:
            known.setdefault(turned, _half_turn(known[name], names))
            if known[name].winner != known[turned].winner:
                raise _no_openings(path)
    return known


def _half_turn(solved: SolvedOpening, names: list[str]) -> SolvedOpening:
    """The opening that a half turn of the board makes of one, at no cost."""
    reply = None if solved.reply is None else names[-1 - names.index(solved.reply)]
    return SolvedOpening(solved.winner, nodes=0, seconds=0.0, reply=reply)


def _opening(*, winner: Any, nodes: Any, seconds: Any, reply: Any = None) -> SolvedOpening:
    """An opening from parsed JSON; raises ValueError or TypeError for what is none."""
    opening = SolvedOpening(winner, nodes=operator.index(nodes), seconds=float(seconds), reply=reply)
    numbers_fit = opening.nodes >= 0 and 0 <= opening.seconds < math.inf
    if winner not in (*COLOURS, None) or not isinstance(reply, str | None) or not numbers_fit:
        raise ValueError("no opening")
    return opening


def _no_openings(path: Path) -> FileError:
    return FileError(f"{str(path)!r} is no file of solved openings")


def openings_text(rows: int, cols: int, openings: Openings) -> str:
    """The board with B where Black's first move wins, W where it loses, and ? where nobody knows."""
    letters = {"black": "B", "white": "W", None: "?"}
    winners = {name: opening.winner for name, opening in openings.items()}
    lines = ["  " + " ".join(chr(ord("a") + col) for col in range(cols))]
    board = Board(rows, cols)
    for row in range(rows):
        cells = [letters[winners.get(board.name_of(row * cols + col))] for col in range(cols)]
        lines.append(" " * row + f"{row + 1:<2} " + " ".join(cells))
    return "\n".join(lines)


def _turned(name: str, rows: int, cols: int) -> str:
    """The cell that half a turn takes this one to."""
    board = Board(rows, cols)
    return board.name_of(rows * cols - 1 - board.cell_of(name))


def _to_solve(rows: int, cols: int, openings: Openings, certificates: Path | None) -> list[str]:
    """One opening of each pair that is not solved, or has no certificate in the folder."""
    names = Board(rows, cols).legal_moves
    todo: list[str] = []
    for cell in _from_the_centre(rows, cols):
        pair = (names[cell], names[-1 - cell])
        certified = certificates is None or any(
            certificate_path(certificates, rows, cols, name).exists() for name in pair
        )
        if pair[1] not in todo and not (pair[0] in openings and certified):
            todo.append(pair[0])
    return todo


def _from_the_centre(rows: int, cols: int) -> list[int]:
    """The cells by their distance from the centre of the board."""

    def distance(cell: int) -> int:
        down, right = 2 * (cell // cols) - rows + 1, 2 * (cell % cols) - cols + 1
        return max(abs(down), abs(right), abs(down + right))

    return sorted(range(rows * cols), key=distance)


def _winning(openings: Openings, rows: int, cols: int) -> list[str]:
    names = Board(rows, cols).legal_moves
    return [name for name in names if name in openings and openings[name].winner == "black"]


def _print_openings(console: Console, rows: int, cols: int, openings: Openings) -> None:
    winning = _winning(openings, rows, cols)
    solved = sum(opening.winner is not None for opening in openings.values())
    console.print(openings_text(rows, cols, openings))
    console.print(
        f"{len(winning)} of {rows * cols} first moves win: {' '.join(winning)}"
        if solved == rows * cols
        else f"{solved} of {rows * cols} first moves solved; {len(winning)} win: {' '.join(winning)}",
        soft_wrap=True,
    )
    nodes = sum(opening.nodes for opening in openings.values())
    console.print(f"{nodes:,} positions in {sum(opening.seconds for opening in openings.values()):.2f} s")


def _write_openings(path: Path, rows: int, cols: int, openings: Openings) -> None:
    write_whole(path, _openings_as_json(rows, cols, openings).encode())


def _openings_as_json(rows: int, cols: int, openings: Openings) -> str:
    names = [name for name in Board(rows, cols).legal_moves if name in openings]
    return json_format.dumps(
        {
            "rows": rows,
            "cols": cols,
            "winning": _winning(openings, rows, cols),
            "openings": {name: asdict(openings[name]) for name in names},
            "nodes": sum(opening.nodes for opening in openings.values()),
            "seconds": sum(opening.seconds for opening in openings.values()),
            "made_by": provenance(shlex.join(["beeline", *sys.argv[1:]])),
        }
    )


def _bar(console: Console, *, quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=quiet)
