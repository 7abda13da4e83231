"""Makes the yardstick of solved midgame positions that comes with the package.

    python tools/make_yardstick.py [OUT]

Noisy games of the alpha-beta player from a random first move, stopped at a random time between a sixth and a
half of the board, and sometimes with a random move on the way; each position once. Then every move is solved.
Equal seeds give equal files. It takes some minutes of one core.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np

from beeline import Board, Solver, make_player
from beeline.learning.yardstick import SOLVED, YARDSTICK_FILE, Yardstick, write_yardstick
from beeline.networks.positions import positions_of, seen_cell

COUNT = 1200
SEED = 1
PLAYER = "wolve:ply=1,temperature=0.7,seed={seed}"


def midgame(side: int, seed: int) -> Board | None:
    """A position of a noisy game; None if the game was won before."""
    chance = random.Random(f"{side}/{seed}")
    player = make_player(PLAYER.format(seed=seed))
    board = Board(side)
    stones = chance.randint(side * side // 6, side * side // 2)
    while len(board) < stones and board.winner is None:
        if len(board) == 0 or chance.random() < 0.25:
            board.play(chance.choice(board.legal_moves))
        else:
            board.play(player.choose(board).move)
    return board if board.winner is None else None


def solved(side: int, count: int) -> Yardstick:
    solver = Solver(side, table_entries=1 << 18)
    boards: list[Board] = []
    winning: list[np.ndarray] = []
    seen: set[int] = set()
    seed = SEED
    while len(boards) < count:
        board = midgame(side, seed)
        seed += 1
        if board is None or board.hash in seen:
            continue
        seen.add(board.hash)
        moves = np.zeros(side * side, dtype=np.bool_)
        for move in solver.solve(board, all_moves=True, variation=False).winning_moves or ():
            moves[seen_cell(board.cell_of(move), side=side, to_move=board.to_move)] = True
        boards.append(board)
        winning.append(moves)
        if len(boards) % 100 == 0:
            print(f"{side}×{side}: {len(boards)}", file=sys.stderr, flush=True)
    return Yardstick(positions_of(boards), np.stack(winning))


def main() -> None:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else YARDSTICK_FILE
    parts = {side: solved(side, COUNT) for side in SOLVED}
    write_yardstick(out, parts, made={"player": PLAYER, "seed": SEED, "count": COUNT})
    for side, part in parts.items():
        won = part.winning.any(axis=1)
        print(f"{side}×{side}: {len(part)} positions, {won.mean():.1%} won by the player to move")


main()
