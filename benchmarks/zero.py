"""What zero makes of positions whose answers are known: by its policy, and by 100 simulations.

They are the solved positions of 5×5 to 7×7 of the yardstick, of which 600 of each size are drawn. In
midgames of 9×9 and 11×11 (``benchmarks/midgames.py``) ``kept_of_midgames`` asks the solver which are won, and
whether a move kept the win; it takes the better part of an hour.
"""

from __future__ import annotations

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
MOST_MIDGAMES: Final = 40
"""Of a size."""
NODES: Final = 5_000
"""For the winner of a midgame; after a move of it, ten times as many."""
POLICY, SIMULATIONS = "zero:simulations=0", "zero:simulations=100"


def measure() -> dict[str, Any]:
    solved = {
        player: {str(side): kept_of_solved(make_player(player), side) for side in SOLVED}
        for player in (POLICY, SIMULATIONS)
    }
    return {"made_by": made_by(), "solved": solved}


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
    """The same in midgames, for a player such as ``zero:seconds=1`` with ``BEELINE_CLOCK=processor``."""
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
    return "\n".join(lines)


def _row(name: str, player: str, found: dict[str, Any]) -> str:
    return f"| {name} | {found['positions']} | `{player}` | {found['rate']:.1%} |"
