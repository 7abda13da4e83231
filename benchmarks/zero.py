"""What zero makes of positions whose answers are known: by its policy, by 100 simulations, and in a second.

The solved positions of 5×5 to 7×7 are those of the yardstick, of which 600 of each size are drawn. The
midgames of 9×9 and 11×11 (``benchmarks/midgames.py``) are those that the solver decides, won for the player
to move and with a move that loses: the win is kept if the solver says so of the position after the move.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Final

from beeline import Board, make_player
from beeline.knowledge.solver import Solver
from beeline.learning.yardstick import SOLVED, yardstick
from beeline.networks.positions import board_of
from beeline.players import Player
from benchmarks.machine import made_by
from benchmarks.midgames import midgames

SAMPLE: Final = 600
MIDGAMES: Final = (9, 11)
MOST_MIDGAMES: Final = 60
"""Of a size."""
NODES: Final = 60_000
"""For the winner of a midgame; after a move of it, ten times as many."""
POLICY, SIMULATIONS, SECOND = "zero:simulations=0", "zero:simulations=100", "zero:seconds=1"


def measure() -> dict[str, Any]:
    os.environ["BEELINE_CLOCK"] = "processor"  # seconds are those of the processor, however busy it is
    solved = {
        player: {str(side): kept_of_solved(make_player(player), side) for side in SOLVED}
        for player in (POLICY, SIMULATIONS)
    }
    return {
        "made_by": made_by(),
        "solved": solved,
        "midgames": {str(size): kept_of_midgames(SECOND, size) for size in MIDGAMES},
    }


def kept_of_solved(player: Player, side: int) -> dict[str, Any]:
    """Of sampled positions that are won but have a losing move: in how many the move keeps the win."""
    known = yardstick(side).sample(SAMPLE)
    positions = kept = 0
    for position, winning in zip(known.positions, known.winning, strict=True):
        board = board_of(position)
        if not winning.any() or winning.sum() == len(board.legal_moves):
            continue
        positions += 1
        kept += bool(winning[board.cell_of(player.choose(board).move)])
    return {"positions": positions, "kept": kept, "rate": kept / positions}


def kept_of_midgames(player: str, size: int) -> dict[str, Any]:
    positions = kept = unknown = 0
    solver = Solver(size, size)
    for board in won_midgames(size, solver):
        after = board.copy()
        after.play(make_player(player).choose(board).move)
        winner = solver.solve(after, nodes=10 * NODES, variation=False).winner
        positions += winner is not None
        unknown += winner is None
        kept += winner == board.to_move
        if positions + unknown == MOST_MIDGAMES:
            break
    return {"positions": positions, "kept": kept, "rate": kept / positions, "unknown": unknown}


def won_midgames(size: int, solver: Solver) -> Iterator[Board]:
    """Those that the solver decides for the player to move, and in which the first of some moves loses."""
    for board in midgames(size):
        if solver.solve(board, nodes=NODES, variation=False).winner == board.to_move and _can_lose(
            board, solver
        ):
            yield board


def _can_lose(board: Board, solver: Solver) -> bool:
    for move in board.legal_moves[::7]:
        after = board.copy()
        after.play(move)
        if solver.solve(after, nodes=NODES, variation=False).winner not in (None, board.to_move):
            return True
    return False


def table(results: dict[str, Any]) -> str:
    lines = ["| positions | number | player | wins kept |", "|---|---:|---|---:|"]
    for player, by_side in results["solved"].items():
        for side, found in by_side.items():
            lines.append(_row(f"solved, {side}×{side}", player, found))
    for size, found in results["midgames"].items():
        lines.append(_row(f"midgames, {size}×{size}", SECOND, found))
    return "\n".join(lines)


def _row(name: str, player: str, found: dict[str, Any]) -> str:
    return f"| {name} | {found['positions']} | `{player}` | {found['rate']:.1%} |"
