"""Positions with one winning move, the raw material of puzzles.

    python -m tools.puzzle_positions OUT

They come from games that the network's policy plays with itself, from their ends backwards as far as the
solver follows; further games are searched for positions that a ladder decides, which are rare. OUT gets a
line per position as ``beeline.interfaces.puzzles`` reads it, ungraded. The solver has decided every move. It
takes half an hour of one core; equal versions make equal files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from tools.make_puzzles import themes_of

from beeline import Board, Solver, connections, make_player
from beeline.interfaces.puzzles import Puzzle

NUMBERS = {7: 110, 9: 215, 6: 60, 5: 40, 8: 80, 11: 29}
"""How many of each size."""
LADDERS = {7: 8, 8: 8, 9: 16, 11: 2}
"""How many that a ladder decides."""
LADDER_SEEDS = 100_000
"""Their games are others."""
PLAYER = "zero:weights=small,simulations=0,temperature=1,seed={seed}"
NODES = 30
"""Positions of the solver for a position, and for every move in it."""
LADDER_NODES = 200
"""The same where a ladder is looked for: it makes the proof longer."""
TRIES = range(2, 17)
"""Cells of the must-play region: with fewer there is nothing to choose, with more too much to solve."""
MOST_OPEN = 3
"""Positions of a game that the solver leaves open before the next game is taken."""
PER_GAME = 2


def from_games(size: int, *, nodes: int = NODES, seed: int = 0) -> Iterator[Iterator[Puzzle]]:
    """Of games that the policy of the small network plays with itself, one per seed; the latest first."""
    solver = Solver(size, table_entries=1 << 18)
    for number in count(seed):
        yield _of_a_game(_game(size, number), solver, nodes)


def _some_of_each(size: int) -> Iterator[Puzzle]:
    for game in from_games(size):
        yield from islice(game, PER_GAME)


def with_ladders(size: int) -> Iterator[Puzzle]:
    """Those that a ladder decides, one per game: the earliest."""
    for game in from_games(size, nodes=LADDER_NODES, seed=LADDER_SEEDS):
        decided = (each for each in reversed(list(game)) if "ladder" in themes_of(each))
        yield from islice(decided, 1)


def _game(size: int, seed: int) -> list[str]:
    board, player = Board(size), make_player(PLAYER.format(seed=seed))
    while board.winner is None:
        board.play(player.choose(board).move)
    return board.moves


def _of_a_game(moves: list[str], solver: Solver, nodes: int) -> Iterator[Puzzle]:
    board = Board(solver.rows)
    for move in moves:
        board.play(move)
    missed = 0
    while len(board) > board.rows and missed < MOST_OPEN:
        board.undo()
        tries = _tries(board)
        if len(tries) not in TRIES:
            continue
        winner = solver.solve(board, nodes=nodes, variation=False).winner
        missed = missed + 1 if winner is None else 0
        if winner == board.to_move and (move := _only_win(board, tries, solver, nodes)):
            yield _puzzle(board, move)


def _tries(board: Board) -> tuple[str, ...]:
    """Where the side to move must play; nothing where it has won already."""
    if board.winner is not None:
        return ()
    report = connections(board)
    own = report.black if board.to_move == "black" else report.white
    return () if own.winning else report.must_play


def _only_win(board: Board, tries: tuple[str, ...], solver: Solver, nodes: int) -> str | None:
    """The winning move, if the solver decides all and there is one; outside the must-play region all lose."""
    wins = []
    for move in tries:
        after = board.copy()
        after.play(move)
        winner = after.winner or solver.solve(after, nodes=nodes, variation=False).winner
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
            for puzzle in islice(_some_of_each(size), number):
                print(puzzle.line(), file=out, flush=True)
        for size, number in LADDERS.items():
            for puzzle in islice(with_ladders(size), number):
                print(puzzle.line(), file=out, flush=True)


if __name__ == "__main__":
    main()
