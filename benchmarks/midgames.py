"""Fixed midgame positions of the project's own play, for measurements that are to be compared over time.

``python -m benchmarks.midgames`` makes them anew: games of the tree search against itself, and of each game
four positions with an eighth to a half of the cells filled. A line of ``midgames.txt`` is the side of the
board and the moves, Black first.
"""

from __future__ import annotations

import random
from pathlib import Path

from beeline import Board, make_player

SIZES = (9, 11, 13)
GAMES = 50
"""Of each size."""
PER_GAME = 4

_FILE = Path(__file__).parent / "midgames.txt"


def midgames(size: int) -> list[Board]:
    """The positions of one size."""
    lines = (line.split() for line in _FILE.read_text().splitlines())
    return [_board(size, moves) for side, *moves in lines if int(side) == size]


def _board(size: int, moves: list[str]) -> Board:
    board = Board(size)
    for move in moves:
        board.play(move)
    return board


def _game(size: int, seed: int) -> list[str]:
    board, player, moves = Board(size), make_player(f"mcts:simulations=1000,seed={seed}"), []
    while board.winner is None:
        moves.append(player.choose(board).move)
        board.play(moves[-1])
    return moves


def _lines(size: int) -> list[str]:
    chance = random.Random(size)
    lines = []
    for seed in range(GAMES):
        game = _game(size, seed)
        lengths = range(size * size // 8, min(size * size // 2, len(game) - 1))
        for length in sorted(chance.sample(lengths, PER_GAME)):
            lines.append(" ".join([str(size), *game[:length]]))
    return lines


if __name__ == "__main__":
    _FILE.write_text("\n".join(line for size in SIZES for line in _lines(size)) + "\n")
