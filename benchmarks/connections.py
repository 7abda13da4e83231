"""Midgame positions a second of the H-search, by increments and from scratch.

The positions are those of self-play games of the tree search with an eighth to a half of the cells filled.
The connections of both colours are found in each, to the end of the search even for a colour that has won.
What counts is processor time, of one thread. A game is replayed twice, through its midgame and through the
moves before it alone; the difference is the midgame's.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any, NamedTuple

from beeline import Board, _core, make_player
from benchmarks.machine import interleaved, made_by, medians

SIZES = (7, 9, 11)
PLAYER = "mcts:simulations=1000"
POSITIONS = 300
"""Of each size, at least."""


class Midgame(NamedTuple):
    """A game up to the end of its midgame, as cell indices."""

    moves: list[int]
    before: int
    """How many of the moves come before the first position that counts."""

    @property
    def positions(self) -> int:
        return len(self.moves) - self.before


class Count(NamedTuple):
    """Positions, and the connections of both colours in them."""

    positions: int
    fulls: int
    semis: int


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


def midgame(size: int, moves: list[int]) -> Midgame:
    """The positions with an eighth to a half of the cells filled, without the one that ends the game."""
    cells = size * size
    return Midgame(moves[: min(cells // 2, len(moves) - 1)], before=(cells - 1) // 8)


def midgames(size: int) -> list[Midgame]:
    """Of as many games as it takes."""
    games: list[Midgame] = []
    while sum(game.positions for game in games) < POSITIONS:
        games.append(midgame(size, self_play(size, seed=len(games))))
    return games


def per_second(size: int, games: list[Midgame], *, from_scratch: bool) -> float:
    def seconds(moves: list[int]) -> float:
        start = time.process_time()
        _core.replay_connections(size, size, moves, from_scratch=from_scratch, count=False)
        return time.process_time() - start

    spent = sum(seconds(game.moves) - seconds(game.moves[: game.before]) for game in games)
    return sum(game.positions for game in games) / spent


def measure(*, rounds: int = 5) -> dict[str, Any]:
    """All sizes; medians over the rounds."""
    sizes: dict[str, Any] = {}
    for size in SIZES:
        games = midgames(size)
        speeds = interleaved(
            {
                "by increments": partial(per_second, size, games, from_scratch=False),
                "from scratch": partial(per_second, size, games, from_scratch=True),
            },
            rounds=rounds,
        )
        sizes[str(size)] = {"per_second": medians(speeds), "rounds": speeds} | _found(size, games)
    return {"made_by": made_by(), "player": PLAYER, "sizes": sizes}


def _found(size: int, games: list[Midgame]) -> dict[str, Any]:
    """Connections of both colours a position, either way of finding them."""
    positions = sum(game.positions for game in games)
    found: dict[str, Any] = {}
    for name, from_scratch in (("by increments", False), ("from scratch", True)):
        counts = [_count(size, game, from_scratch=from_scratch) for game in games]
        assert positions == sum(count.positions for count in counts)
        found[name] = {
            "full": sum(count.fulls for count in counts) / positions,
            "semi": sum(count.semis for count in counts) / positions,
        }
    return {"games": len(games), "positions": positions, "found": found}


def _count(size: int, game: Midgame, *, from_scratch: bool) -> Count:
    def counted(moves: list[int]) -> Count:
        return Count(*_core.replay_connections(size, size, moves, from_scratch=from_scratch, count=True))

    whole, before = counted(game.moves), counted(game.moves[: game.before])
    return Count(*(all_of_it - part for all_of_it, part in zip(whole, before, strict=True)))


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        "| board | positions | search | positions/s | full connections | semi-connections |",
        "|---|---:|---|---:|---:|---:|",
    ]
    for size, result in results["sizes"].items():
        for name, speed in result["per_second"].items():
            found = result["found"][name]
            lines.append(
                f"| {size}×{size} | {result['positions']} | {name} | {speed:,.0f} "
                f"| {found['full']:,.0f} | {found['semi']:,.0f} |"
            )
    return "\n".join(lines)
