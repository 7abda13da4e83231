"""Printing who wins: one position, or the board of winning first moves."""

from __future__ import annotations

import json as json_format
import time
from contextlib import nullcontext

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from beeline.errors import BeelineError, GameOver
from beeline.interfaces.terminal import board_in_colour
from beeline.knowledge.solver import Answer, Solver
from beeline.rules.board import Board

Openings = dict[str, Answer]


class NotSolved(BeelineError, ValueError):
    """A limit ended the search before the answer was known."""


def solve_position(
    board: Board, *, all_moves: bool, certificate: bool, nodes: int | None, seconds: float | None, json: bool
) -> None:
    """Solves one position and prints the answer; raises ``NotSolved`` when a limit comes first."""
    if board.winner is not None:
        raise GameOver(f"there is nothing to solve: {board.winner} has won")
    console = Console(highlight=False)
    solver = Solver(board.rows, board.cols)
    with nullcontext() if json else console.status("solving"):
        answer = solver.solve(
            board, all_moves=all_moves, certificate=certificate, nodes=nodes, seconds=seconds
        )
    if json:
        print(json_format.dumps(_position(board) | answer.as_dict() | _certificate(answer)))
    else:
        _print(console, board, answer, all_moves=all_moves)
    if answer.winner is None:
        raise NotSolved(f"not solved within the limits: {_progress(answer)}")


def solve_openings(
    rows: int, cols: int, *, nodes: int | None, seconds: float | None, share: bool, json: bool
) -> None:
    """Solves the position after every first move, and prints the board of those that win.

    The limits hold for each opening. ``share`` keeps one table for all of them.
    """
    console = Console(highlight=False)
    start = time.perf_counter()
    openings: Openings = {}
    solver = Solver(rows, cols)
    names = Board(rows, cols).legal_moves
    with _bar(console, quiet=json or not console.is_terminal) as bar:
        task = bar.add_task("openings", total=len(names))
        for name in names:
            board = Board(rows, cols)
            board.play(name)
            if not share:
                solver.forget()
            openings[name] = solver.solve(board, variation=False, nodes=nodes, seconds=seconds)
            bar.update(task, advance=1, description=f"openings, {name} solved")
    passed = time.perf_counter() - start
    if json:
        print(json_format.dumps(_openings_as_dict(rows, cols, openings, passed)))
    else:
        _print_openings(console, rows, cols, openings, passed)
    if unsolved := [name for name, answer in openings.items() if answer.winner is None]:
        raise NotSolved(f"not solved within the limits: {' '.join(unsolved)}")


def openings_text(rows: int, cols: int, openings: Openings) -> str:
    """The board with B where Black's first move wins, W where it loses, and ? where nobody knows."""
    letters = {"black": "B", "white": "W", None: "?"}
    lines = ["  " + " ".join(chr(ord("a") + col) for col in range(cols))]
    board = Board(rows, cols)
    for row in range(rows):
        cells = [letters[openings[board.name_of(row * cols + col)].winner] for col in range(cols)]
        lines.append(" " * row + f"{row + 1:<2} " + " ".join(cells))
    return "\n".join(lines)


def _print_openings(console: Console, rows: int, cols: int, openings: Openings, passed: float) -> None:
    winning = [name for name, answer in openings.items() if answer.winner == "black"]
    console.print(openings_text(rows, cols, openings))
    console.print(f"{len(winning)} of {len(openings)} first moves win: {' '.join(winning)}", soft_wrap=True)
    nodes = sum(answer.nodes for answer in openings.values())
    console.print(f"{nodes:,} positions in {passed:.2f} s")


def _openings_as_dict(rows: int, cols: int, openings: Openings, passed: float) -> dict[str, object]:
    return {
        "rows": rows,
        "cols": cols,
        "winning": [name for name, answer in openings.items() if answer.winner == "black"],
        "openings": {
            name: {"winner": answer.winner, "nodes": answer.nodes, "seconds": answer.seconds}
            for name, answer in openings.items()
        },
        "nodes": sum(answer.nodes for answer in openings.values()),
        "seconds": passed,
    }


def _print(console: Console, board: Board, answer: Answer, *, all_moves: bool) -> None:
    console.print(board_in_colour(board, marked=list(answer.winning_moves or ())))
    if answer.winner is not None:
        console.print(f"{answer.to_move} to move, [bold]{answer.winner} wins[/bold]")
    if answer.winning_moves:
        label = "winning moves" if all_moves else "a winning move"
        console.print(f"{label}: {' '.join(answer.winning_moves)}", soft_wrap=True)
    if answer.variation:
        console.print(f"best line: {' '.join(answer.variation)}", soft_wrap=True)
    if answer.certificate is not None:
        console.print(
            f"certificate of {len(answer.certificate.promises):,} promises: {_checked(board, answer)}"
        )
    console.print(f"{answer.nodes:,} positions in {answer.seconds:.2f} s")


def _checked(board: Board, answer: Answer) -> str:
    assert answer.certificate is not None
    return answer.certificate.flaw(board) or "checked"


def _position(board: Board) -> dict[str, object]:
    return {"rows": board.rows, "cols": board.cols, "position": board.moves}


def _certificate(answer: Answer) -> dict[str, object]:
    if answer.certificate is None:
        return {}
    return {"certificate": json_format.loads(answer.certificate.to_json())}


def _progress(answer: Answer) -> str:
    return f"{answer.nodes:,} positions, proof number {answer.proof:,}, disproof number {answer.disproof:,}"


def _bar(console: Console, *, quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=quiet)
