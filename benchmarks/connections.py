"""Positions a second of the H-search, by increments and from scratch.

The positions are those of self-play games of the tree search. Each game is replayed, and the connections
of both colours are found after every move, to the end of the search even for a colour that has won. What
counts is processor time, of one thread.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from beeline import Board, _core, make_player
from benchmarks.machine import description, interleaved, medians

SIZES = (7, 9, 11)
PLAYER = "mcts:simulations=1000"


def self_play(size: int, seed: int) -> list[int]:
    """The moves of one game as cell indices."""
    board = Board(size)
    player = make_player(f"{PLAYER},seed={seed}")
    moves = []
    while board.winner is None:
        move = player.choose(board).move
        moves.append(board.cell_of(move))
        board.play(move)
    return moves


def per_second(size: int, games: list[list[int]], *, from_scratch: bool) -> float:
    start = time.process_time()
    positions = 0
    for moves in games:
        positions += _core.replay_connections(size, size, moves, from_scratch=from_scratch, count=False)[0]
    return positions / (time.process_time() - start)


def measure(*, rounds: int = 5, games: int = 4) -> dict[str, Any]:
    """All sizes; medians over the rounds."""
    sizes: dict[str, Any] = {}
    for size in SIZES:
        played = [self_play(size, seed) for seed in range(games)]
        speeds = interleaved(
            {
                "by increments": partial(per_second, size, played, from_scratch=False),
                "from scratch": partial(per_second, size, played, from_scratch=True),
            },
            rounds=rounds,
        )
        sizes[str(size)] = {"per_second": medians(speeds), "rounds": speeds} | _found(size, played)
    return {"machine": description(), "player": PLAYER, "games": games, "sizes": sizes}


def _found(size: int, games: list[list[int]]) -> dict[str, Any]:
    """Connections of both colours a position, either way of finding them."""
    found: dict[str, Any] = {}
    for name, from_scratch in (("by increments", False), ("from scratch", True)):
        counts = [
            _core.replay_connections(size, size, moves, from_scratch=from_scratch, count=True)
            for moves in games
        ]
        positions = sum(count[0] for count in counts)
        found[name] = {
            "full": sum(count[1] for count in counts) / positions,
            "semi": sum(count[2] for count in counts) / positions,
        }
    return {"positions": positions, "found": found}


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        "| board | search | positions/s | full connections | semi-connections |",
        "|---|---|---:|---:|---:|",
    ]
    for size, result in results["sizes"].items():
        for name, speed in result["per_second"].items():
            found = result["found"][name]
            lines.append(
                f"| {size}×{size} | {name} | {speed:,.0f} | {found['full']:,.0f} | {found['semi']:,.0f} |"
            )
    return "\n".join(lines)
