"""First moves as tasks for worker processes: each is solved, with a certificate if one is wanted."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from beeline.files import write_whole
from beeline.knowledge.solver import MOST_TABLE_ENTRIES, TABLE_ENTRIES, Answer, Certificate, Solver
from beeline.rules.board import Board
from beeline.rules.game import Colour
from beeline.workers import LocalWorkers

_LARGE: Final = 64  # cells, from which on a table of the usual size is too small
_SHARE_OF_MEMORY: Final = 4  # the tables of all processes take one in so many free bytes at most


@dataclass(frozen=True, slots=True)
class SolvedOpening:
    """Result of a first move, and its cost: nothing, if it came from its half turn."""

    winner: Colour | None
    nodes: int
    seconds: float
    reply: str | None = None
    """A move with which White wins, where it does and one is recorded."""


Results = Generator[tuple[str, SolvedOpening], None, None]
"""Openings by name, as they are solved."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OpeningTask:
    """A first move to solve."""

    rows: int
    cols: int
    name: str
    nodes: int | None
    seconds: float | None
    table_entries: int
    share: bool
    """Keeps the table from the opening before."""
    certificates: Path | None
    """The folder for its certificate; None if there is to be none."""


def table_entries_for(rows: int, cols: int, *, processes: int = 1) -> int:
    """Entries for the table of each process: from 8×8 on, what fits a quarter of the memory that is free.

    A power of two, never below ``TABLE_ENTRIES``.
    """
    if rows * cols < _LARGE:
        return TABLE_ENTRIES
    import psutil

    entry = 64 if rows * cols <= 64 else 160  # bytes
    entries = psutil.virtual_memory().available // (_SHARE_OF_MEMORY * processes * entry)
    return min(max(TABLE_ENTRIES, 1 << max(0, entries.bit_length() - 1)), MOST_TABLE_ENTRIES)


def make_solver(rows: int, cols: int, *, table_entries: int) -> Solver:
    """A solver, on larger boards with the small network's opinion on the order of moves."""
    from beeline.networks.zero.packaged import ORDERS_FROM, small_network

    network = small_network().native if rows * cols >= ORDERS_FROM else None
    return Solver(rows, cols, table_entries=table_entries, network=network)


def outcomes(tasks: Sequence[OpeningTask], *, processes: int) -> Results:
    """The results of the tasks as they come: in order from one process, else in any."""
    if processes == 1 or len(tasks) < 2:
        yield from map(solve_opening, tasks)
        return
    with (
        LocalWorkers(min(processes, len(tasks)), ahead=1) as workers,
        closing(workers.run(solve_opening, tasks)) as results,
    ):
        yield from results


def solve_opening(task: OpeningTask) -> tuple[str, SolvedOpening]:
    """Solves one opening; the certificate is written before the result is known to anyone."""
    solver = _solver(task.rows, task.cols, task.table_entries)
    if not task.share:
        solver.forget()
    board = Board(task.rows, task.cols)
    board.play(task.name)
    answer = solver.solve(board, variation=False, nodes=task.nodes, seconds=task.seconds)
    if task.certificates is not None and answer.winner is not None:
        _certify(solver, board, task)
    return task.name, _result(answer)


def certificate_path(folder: Path, rows: int, cols: int, opening: str) -> Path:
    """The file in a folder that has an opening's certificate."""
    return folder / f"{rows}x{cols}-{opening}.json"


def certificate_text(board: Board, certificate: Certificate) -> str:
    """A certificate with its position, as ``beeline verify`` reads it."""
    position = {"rows": board.rows, "cols": board.cols, "position": board.moves}
    return json.dumps(position | {"certificate": json.loads(certificate.to_json())})


def _certify(solver: Solver, board: Board, task: OpeningTask) -> None:
    """Writes the certificate, unless a limit comes first."""
    answer = solver.solve(board, variation=False, certificate=True, nodes=task.nodes, seconds=task.seconds)
    if answer.certificate is not None and task.certificates is not None:
        path = certificate_path(task.certificates, task.rows, task.cols, task.name)
        write_whole(path, certificate_text(board, answer.certificate).encode())


def _result(answer: Answer) -> SolvedOpening:
    reply = (answer.winning_moves or (None,))[0]
    return SolvedOpening(answer.winner, nodes=answer.nodes, seconds=answer.seconds, reply=reply)


@lru_cache(maxsize=1)
def _solver(rows: int, cols: int, table_entries: int) -> Solver:
    """The solver of this process."""
    return make_solver(rows, cols, table_entries=table_entries)
