"""Positions with one winning move, the raw material of puzzles.

    python tools/puzzle_positions.py GAMES.db OUT [--seed 1]

Some small boards come from the yardstick, where every move is solved; the others from games of self-play in a
game store, from their ends backwards as far as the solver follows. OUT gets a line per position as
``beeline.interfaces.puzzles`` reads it, ungraded. The solver has decided every move.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import numpy as np

from beeline import Board, Solver, connections
from beeline.interfaces.puzzles import Puzzle
from beeline.learning.yardstick import yardstick
from beeline.networks.positions import board_of, seen_cell
from beeline.rules.cells import split_moves

SMALL = (5, 6)
FROM_GAMES = {11: 170, 9: 200, 7: 160}
"""How many of each size, the dearest first."""
NODES = 30
"""Positions of the solver for a position, and for every move in it."""
TRIES = range(2, 17)
"""Cells of the must-play region: with fewer there is nothing to choose, with more too much to solve."""
MOST_OPEN = 3
"""Positions of a game that the solver leaves open before the next game is taken."""
PER_GAME = 2


def from_games(path: Path, size: int, *, seed: int) -> Iterator[Puzzle]:
    solver = Solver(size, table_entries=1 << 18)
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
        games = [row[0] for row in store.execute("SELECT moves FROM games WHERE rows = ?", (size,))]
    random.Random(seed).shuffle(games)
    for game in games:
        yield from islice(_of_a_game(split_moves(game), solver), PER_GAME)


def _of_a_game(moves: list[str], solver: Solver) -> Iterator[Puzzle]:
    board = Board(solver.rows)
    for move in moves:
        board.play(move)
    missed = 0
    while len(board) > board.rows and missed < MOST_OPEN:
        board.undo()
        tries = _tries(board)
        if len(tries) not in TRIES:
            continue
        winner = solver.solve(board, nodes=NODES, variation=False).winner
        missed = missed + 1 if winner is None else 0
        if winner == board.to_move and (move := _only_win(board, tries, solver)):
            yield _puzzle(board, move)


def _tries(board: Board) -> tuple[str, ...]:
    """Where the side to move must play; nothing where it has won already."""
    if board.winner is not None:
        return ()
    report = connections(board)
    own = report.black if board.to_move == "black" else report.white
    return () if own.winning else report.must_play


def _only_win(board: Board, tries: tuple[str, ...], solver: Solver) -> str | None:
    """The winning move, if the solver decides all and there is one; outside the must-play region all lose."""
    wins = []
    for move in tries:
        after = board.copy()
        after.play(move)
        winner = after.winner or solver.solve(after, nodes=NODES, variation=False).winner
        wins += [move] if winner == board.to_move else []
        if winner is None or len(wins) > 1:
            return None
    return wins[0] if wins else None


def from_yardstick(size: int, *, seed: int) -> Iterator[Puzzle]:
    found = yardstick(size)
    for at in np.random.default_rng(seed).permutation(len(found)):
        if found.winning[at].sum() != 1:
            continue
        board = board_of(found.positions[at], to_move="black" if at % 2 else "white")
        cell = int(found.winning[at].argmax())
        move = board.name_of(seen_cell(cell, side=size, to_move=board.to_move))
        if len(_tries(board)) in TRIES:
            yield _puzzle(board, move)


def _puzzle(board: Board, move: str) -> Puzzle:
    return Puzzle(
        size=board.rows,
        to_move=board.to_move,
        black=tuple(board.stones("black")),
        white=tuple(board.stones("white")),
        last=board.last_move,
        solution=move,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sources = [from_yardstick(size, seed=options.seed) for size in SMALL]
    sources += [
        islice(from_games(options.games, size, seed=options.seed), count)
        for size, count in FROM_GAMES.items()
    ]
    with options.out.open("w", encoding="utf-8") as out:
        for source in sources:
            for puzzle in source:
                print(puzzle.line(), file=out, flush=True)


if __name__ == "__main__":
    main()
