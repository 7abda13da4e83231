"""``beeline solve``: who wins a position, or every first move, with best play."""

from __future__ import annotations

import json as json_format
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from beeline.errors import GameOver, NotationError
from beeline.interfaces.cli.options import (
    JsonOption,
    MovesOption,
    SizeOption,
    app,
    board_from,
    example,
    parse_size,
)

if TYPE_CHECKING:
    from rich.console import Console

    from beeline.knowledge.proof_book import KnownProof
    from beeline.knowledge.solver import Answer
    from beeline.rules.board import Board


@app.command(epilog=example("beeline solve --size 6 --all-openings"))
def solve(
    size: SizeOption = "6",
    moves: MovesOption = "",
    sgf: Annotated[Path | None, typer.Option(help="Read the position from an SGF file.")] = None,
    link: Annotated[str, typer.Option(help="Read the position from a HexWorld link.")] = "",
    all_openings: Annotated[
        bool,
        typer.Option("--all-openings", help="The board of winning first moves, each solved from scratch."),
    ] = False,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="All winning moves, not only one.")] = False,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="Write down a winning strategy and check it.")
    ] = False,
    share: Annotated[
        bool, typer.Option("--share", help="With --all-openings: one table for all openings.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="With --all-openings: the file of solved openings, which is resumed if it exists."),
    ] = None,
    workers: Annotated[
        int, typer.Option(help="With --all-openings: processes, each with a table of its own.", min=1)
    ] = 1,
    certificates: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="With --all-openings: a folder for a certificate of each opening, for beeline verify.",
        ),
    ] = None,
    remember: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A book of proofs, which is asked first and keeps what is solved; it is made if need be.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--time", help="Seconds for a position at most.", min=0.001)
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Positions to look at, at most.", min=1)] = None,
    table: Annotated[
        int | None,
        typer.Option(
            metavar="ENTRIES",
            help="Positions to remember; each takes 64 bytes on boards of up to 64 cells, 160 at most.",
            show_default="1048576; from 64 cells on, what fits a quarter of the free memory",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Solve a position: who wins with best play, proven."""
    if all_openings and (moves or sgf or link or all_moves or certificate):
        raise NotationError("--all-openings is about the empty board: leave out the position and its options")
    if not all_openings:
        for name, given in {
            "share": share,
            "out": out,
            "workers": workers > 1,
            "certificates": certificates,
        }.items():
            if given:
                raise NotationError(f"--{name} goes with --all-openings")
    if remember and (all_openings or all_moves or certificate):
        raise NotationError("--remember keeps a winner and a move: leave out options that ask for more")
    if share and workers > 1:
        raise NotationError("--share is for one process: leave out --workers")
    if all_openings:
        from beeline.interfaces.cli.solved_openings import solve_openings
        from beeline.locks import held

        rows, cols = parse_size(size)
        lock = nullcontext() if out is None else held(out.with_name(f".{out.name}.lock"), what=str(out))
        with lock:
            solve_openings(
                rows,
                cols,
                nodes=nodes,
                seconds=seconds,
                table_entries=table,
                share=share,
                workers=workers,
                out=out,
                certificates=certificates,
                json=json,
            )
    else:
        board = board_from(size=size, moves=moves, sgf=sgf, link=link)
        solve_position(
            board,
            all_moves=all_moves,
            certificate=certificate,
            nodes=nodes,
            seconds=seconds,
            table_entries=table,
            remember=remember,
            json=json,
        )


def solve_position(
    board: Board,
    *,
    all_moves: bool,
    certificate: bool,
    nodes: int | None,
    seconds: float | None,
    table_entries: int | None,
    remember: Path | None,
    json: bool,
) -> None:
    """Solves one position and prints the answer; raises ``NotSolved`` when a limit leaves something open.

    ``remember`` is a book of proofs that is asked first and keeps the answer.

    Ctrl-C is a limit too, after which KeyboardInterrupt is raised.
    """
    if board.winner is not None:
        raise GameOver(f"there is nothing to solve: {board.winner} has won")
    from rich.console import Console

    from beeline.errors import NotSolved
    from beeline.interfaces.cli.opening_tasks import make_solver, table_entries_for
    from beeline.knowledge.proof_book import KnownProof, ProofBook

    console = Console(highlight=False)
    entries = table_entries_for(board.rows, board.cols) if table_entries is None else table_entries
    solver = make_solver(board.rows, board.cols, table_entries=entries)
    book = None if remember is None else ProofBook(remember)
    with nullcontext() if json else console.status("solving"), _held_interrupt() as interrupted:
        known = None if book is None else book.find(board)
        answer = (
            _known_answer(board, known)
            if known is not None
            else solver.solve(
                board,
                all_moves=all_moves,
                certificate=certificate,
                nodes=nodes,
                seconds=seconds,
                should_stop=interrupted,
            )
        )
    if book is not None and known is None and answer.winner is not None:
        move = next(iter(answer.winning_moves or ()), None)
        book.add(board, KnownProof(winner=answer.winner, move=move))
    if json:
        print(json_format.dumps(_as_dict(board, answer, certificate=certificate)))
    else:
        _print(console, board, answer, all_moves=all_moves)
    limit = "before the interrupt" if interrupted() else "within the limits"
    missing = _missing(answer, certificate=certificate, limit=limit)
    if interrupted():
        print(f"beeline: {missing or 'interrupted'}", file=sys.stderr)
        raise KeyboardInterrupt
    if missing:
        raise NotSolved(missing)


def _known_answer(board: Board, proof: KnownProof) -> Answer:
    """Answer of a book of proofs, as an answer that took no positions."""
    from beeline.knowledge.solver import Answer
    from beeline.rules.cells import SPECIAL_MOVES

    moves = () if proof.move is None else (proof.move,)
    won = proof.winner == board.to_move
    return Answer(
        to_move=board.to_move,
        winner=proof.winner,
        winning_moves=moves,
        open_moves=(),
        variation=moves,
        carrier=tuple(name for name in board.legal_moves if name not in SPECIAL_MOVES),  # all there are
        proof=0 if won else 1 << 30,
        disproof=1 << 30 if won else 0,
        nodes=0,
        seconds=0.0,
    )


def _print(console: Console, board: Board, answer: Answer, *, all_moves: bool) -> None:
    from beeline.interfaces.cli.terminal import board_in_colour

    console.print(board_in_colour(board, marked=list(answer.winning_moves or ())))
    if answer.winner is not None:
        console.print(f"{answer.to_move} to move, [bold]{answer.winner} wins[/bold]")
    if answer.winning_moves:
        label = "winning moves" if all_moves else "a winning move"
        console.print(f"{label}: {' '.join(answer.winning_moves)}", soft_wrap=True)
    if answer.winner is not None and answer.open_moves:
        console.print(f"open: {' '.join(answer.open_moves)}", soft_wrap=True)
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


def _as_dict(board: Board, answer: Answer, *, certificate: bool) -> dict[str, Any]:
    found = {"rows": board.rows, "cols": board.cols, "position": board.moves} | answer.as_dict()
    if certificate:
        written = answer.certificate
        found["certificate"] = None if written is None else json_format.loads(written.to_json())
    return found


@contextmanager
def _held_interrupt() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed, which does nothing else meanwhile."""
    pressed = threading.Event()
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # ignored: we run in the background
        yield pressed.is_set
        return
    signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _missing(answer: Answer, *, certificate: bool, limit: str) -> str:
    """The parts of the question that have no answer, in words."""
    if answer.winner is None:
        return f"not solved {limit}: {_progress(answer)}"
    count = len(answer.open_moves)
    parts = [f"{count} {'move is' if count == 1 else 'moves are'} open"] if count else []
    if certificate and answer.certificate is None:
        parts.append("there is no certificate")
    return f"not finished {limit}: {', and '.join(parts)}" if parts else ""


def _progress(answer: Answer) -> str:
    return f"{answer.nodes:,} positions, proof number {answer.proof:,}, disproof number {answer.disproof:,}"
