"""Ladders: runs of forced moves along an edge, found in a line of moves and proven by virtual connections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from beeline.knowledge.connections import connections
from beeline.knowledge.edge_templates import row_from
from beeline.rules.board import Board
from beeline.rules.game import EDGES, Colour, Edge

_LEAST_STEPS: Final = 2
"""Forced replies that make a ladder."""
_ROWS: Final = range(2, 5)
_ORDINALS: Final = {2: "2nd", 3: "3rd", 4: "4th"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Ladder:
    """Moves of one side along a row, each of which threatens to reach the edge below it."""

    colour: Colour
    """Attacker: the side that the edge belongs to."""
    edge: Edge
    row: int
    """Row of the stones, counted from the edge."""
    moves: tuple[str, ...]
    """Moves of the ladder, at least two, with a forced reply between each two."""
    escape: str | None
    """A stone of the same colour that was ahead, joined to the edge, and that the ladder reaches."""

    @property
    def title(self) -> str:
        return f"{_ORDINALS[self.row]} row ladder"


def ladder_in(board: Board, line: Sequence[str]) -> Ladder | None:
    """The first ladder in a line of moves from a position on; None if there is none."""
    for colour in ("black", "white"):
        for edge in EDGES[colour]:
            for row in _ROWS:
                run = _run(board, line, colour, edge, row)
                if len(run) > _LEAST_STEPS:
                    escape = _escape(board, line, colour, edge, run)
                    return Ladder(colour=colour, edge=edge, row=row, moves=tuple(run), escape=escape)
    return None


def _run(board: Board, line: Sequence[str], colour: Colour, edge: Edge, row: int) -> list[str]:
    """The longest run of a colour's moves along a row, each but the last answered below it by force."""
    best: list[str] = []
    run: list[str] = []
    trial = board.copy()
    for at, move in enumerate(line):
        if trial.to_move == colour:
            run = [*run, move] if _goes_on(trial, run, move, edge, row) else [move]
            if row_from(trial, move, edge) != row:
                run = []
        trial.play(move)
        if (
            run
            and trial.to_move != colour
            and not _is_forced(trial, line[at + 1 : at + 2], run[-1], edge, row)
        ):
            best, run = max(best, run, key=len), []
        best = max(best, run, key=len)
        if trial.winner is not None:
            break
    return best


def _goes_on(board: Board, run: list[str], move: str, edge: Edge, row: int) -> bool:
    """Whether a move is the next of a run: beside the last stone, in the direction so far."""
    if not run or move not in board.neighbours(run[-1]) or row_from(board, move, edge) != row:
        return False
    return len(run) < 2 or run[-2] not in board.neighbours(move)


def _is_forced(board: Board, reply: Sequence[str], stone: str, edge: Edge, row: int) -> bool:
    """Whether the stone reaches the edge next unless the reply, below and beside it, is made."""
    if not reply or row_from(board, reply[0], edge) != row - 1 or reply[0] not in board.neighbours(stone):
        return False
    colour = board[stone]
    assert colour is not None
    links = connections(board).between(colour, stone, edge)
    return any(reply[0] in (link.key, *link.carrier) for link in links)


def _escape(board: Board, line: Sequence[str], colour: Colour, edge: Edge, run: list[str]) -> str | None:
    """A stone from before the ladder that its last stone is joined to in the end, and that has the edge."""
    before = set(board.stones(colour))
    end = board.copy()
    for move in line:
        if end.winner is None:
            end.play(move)
    chain = next(chain for chain in end.chains(colour) if run[-1] in chain)
    ahead = [
        stone
        for stone in chain
        if stone in before and _distance(end, stone, run[-1]) < _distance(end, stone, run[0])
    ]
    if end.winner == colour:
        return next(iter(ahead), None)
    report = connections(end)
    joined = [
        stone for stone in ahead if any(link.key is None for link in report.between(colour, stone, edge))
    ]
    return next(iter(joined), None)


def _distance(board: Board, one: str, other: str) -> int:
    """Steps between two cells on an empty board."""
    (row, col), (to_row, to_col) = (divmod(board.cell_of(cell), board.cols) for cell in (one, other))
    down, across = to_row - row, to_col - col
    return max(abs(down), abs(across), abs(down + across))
