"""Positions with one winning move, the raw material of puzzles.

    python tools/puzzle_positions.py OUT

They come from games that the network's policy plays with itself, from their ends backwards as far as the
solver follows. OUT gets a line per position as ``beeline.interfaces.puzzles`` reads it, ungraded. The solver
has decided every move. It takes ten minutes of one core; equal versions make equal files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from beeline import Board, Solver, connections, make_player
from beeline.interfaces.puzzles import Puzzle

NUMBERS = {7: 110, 9: 215, 6: 60, 5: 40, 8: 80, 11: 29}
"""How many of each size."""
PLAYER = "zero:weights=small,simulations=0,temperature=1,seed={seed}"
NODES = 30
"""Positions of the solver for a position, and for every move in it."""
TRIES = range(2, 17)
"""Cells of the must-play region: with fewer there is nothing to choose, with more too much to solve."""
MOST_OPEN = 3
"""Positions of a game that the solver leaves open before the next game is taken."""
PER_GAME = 2


def from_games(size: int) -> Iterator[Puzzle]:
    """Of games that the policy of the small network plays with itself, one per seed."""
    solver = Solver(size, table_entries=1 << 18)
    for seed in count():
        yield from islice(_of_a_game(_game(size, seed), solver), PER_GAME)


def _game(size: int, seed: int) -> list[str]:
    board, player = Board(size), make_player(PLAYER.format(seed=seed))
    while board.winner is None:
        board.play(player.choose(board).move)
    return board.moves


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
    with Path(sys.argv[1]).open("w", encoding="utf-8") as out:
        for size, number in NUMBERS.items():
            for puzzle in islice(from_games(size), number):
                print(puzzle.line(), file=out, flush=True)


if __name__ == "__main__":
    main()
