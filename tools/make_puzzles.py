"""Grades positions with one winning move and names their themes: the puzzles of the package.

    python -m tools.puzzle_positions positions.txt
    python -m tools.make_puzzles positions.txt

A puzzle is the harder, the less the network expects its solution and the more positions the solver needs for
it; fifths of all puzzles are the grades. Positions that are one by a half turn are kept once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log2
from pathlib import Path

from beeline import Board, Solver, connections, make_player
from beeline.interfaces.puzzles import PUZZLE_FILE, PUZZLE_HEAD, PUZZLE_VERSION, Puzzle, Theme
from beeline.interfaces.reasons import reason_of
from beeline.knowledge.edge_templates import Edge, edge_template
from beeline.players import Player
from beeline.versioned import head_line

GRADES = 5
SMALL_REGION = 5
"""Must-play cells: with more, something else is the theme."""


@dataclass(frozen=True)
class Rated:
    """A puzzle before it has its grade."""

    puzzle: Puzzle
    score: float


def rated(puzzle: Puzzle, player: Player) -> Rated | None:
    """The puzzle with its themes; None if the solver finds another answer."""
    board, solver = puzzle.board(), Solver(puzzle.size, table_entries=1 << 18)
    answer = solver.solve(board, all_moves=True)
    if answer.winning_moves != (puzzle.solution,):
        return None
    seen = player.glance(board)
    assert seen is not None
    prior = next(move.prior for move in seen.moves if move.move == puzzle.solution)
    effort = Solver(puzzle.size, table_entries=1 << 18).solve(board, variation=False).nodes
    score = -log2(max(prior, 1e-4)) + 0.7 * log2(1 + effort) + 0.02 * puzzle.size**2
    return Rated(replace(puzzle, themes=themes_of(puzzle)), score)


def themes_of(puzzle: Puzzle) -> tuple[Theme, ...]:
    """What the winning move is about, the most telling first."""
    return tuple(_themes(puzzle.board(), puzzle.solution, Solver(puzzle.size, table_entries=1 << 18)))


def _themes(board: Board, move: str, solver: Solver) -> Iterator[Theme]:
    colour, tries = board.to_move, connections(board).must_play
    after = board.copy()
    after.play(move)
    found = set()
    if after.winner is None:
        reason = reason_of(after, solver.solve(after), solver)
        edges: tuple[Edge, Edge] = ("top", "bottom") if colour == "black" else ("left", "right")
        carrier = {*solver.solve(after).carrier, *reason.carrier}
        if reason.ladder is not None:
            found.add("ladder")
        if not reason.line and reason.threats is not None:
            found.add("double threat")
        if any(edge_template(after, colour, move, edge, within=carrier) for edge in edges):
            found.add("edge template")
        if _makes_a_bridge(after, move, carrier):
            found.add("bridge")
    if len(tries) <= SMALL_REGION or not found:
        found.add("must-play")
    order: tuple[Theme, ...] = ("ladder", "double threat", "edge template", "bridge", "must-play")
    yield from (theme for theme in order if theme in found)


def _makes_a_bridge(board: Board, move: str, carrier: set[str]) -> bool:
    """Whether two free cells, both of them needed, lie between the move and another stone of its colour."""
    near = set(board.neighbours(move))
    for stone in board.stones("black" if board[move] == "black" else "white"):
        common = near & set(board.neighbours(stone))
        if stone not in near and stone != move and len(common) == 2 and common <= carrier:
            return all(board[cell] is None for cell in common)
    return False


def main() -> None:
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    player = make_player("zero")
    seen: set[int] = set()
    kept: list[Rated] = []
    for line in lines:
        puzzle = Puzzle.read(line)
        board = puzzle.board()
        if board.hash in seen:
            continue
        seen |= {board.hash, board.rotated().hash}
        found = rated(puzzle, player)
        kept += [found] if found else []
    kept.sort(key=lambda each: each.score)
    graded = [replace(each.puzzle, grade=1 + GRADES * at // len(kept)) for at, each in enumerate(kept)]
    PUZZLE_FILE.parent.mkdir(exist_ok=True)
    lines = [head_line(PUZZLE_HEAD, PUZZLE_VERSION), *(each.line() for each in graded)]
    PUZZLE_FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
