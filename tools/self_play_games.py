"""Makes a collection of self-play games as SGF.

    python -m tools.self_play_games games.sgf --size 11 --games 1000

Game k is played by one player, with seed k, against itself. It begins with opening k of the balanced openings
of the board (of `edge2` where there are none), in order, cycling. With a player that counts simulations,
equal arguments give equal files.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from beeline import Board, make_player
from beeline.arena.openings import default_openings, openings

PLAYER = "zero:simulations=32,temperature=0.5"


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes a collection of self-play games as SGF.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--player", default=PLAYER, help=f"without a seed; {PLAYER} by default")
    given = parser.parse_args()
    games = collection(given.player, size=given.size, games=given.games)
    given.file.write_text("\n\n".join(games) + "\n", encoding="utf-8")


def collection(player: str, *, size: int, games: int) -> list[str]:
    starts = openings(default_openings(size, size), size, size)
    played = []
    for number in range(games):
        played.append(game(player, Board(size), starts[number % len(starts)], seed=number))
        print(f"{number + 1} of {games}", file=sys.stderr, flush=True)
    return played


def game(player: str, board: Board, opening: tuple[str, ...], *, seed: int) -> str:
    named = f"{player}{',' if ':' in player else ':'}seed={seed}"
    for move in opening:
        board.play(move)
    plays = make_player(named)
    while board.winner is None:
        board.play(plays.choose(board).move)
    return board.to_sgf(black_player=named, white_player=named).strip()


if __name__ == "__main__":
    main()
