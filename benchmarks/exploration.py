"""How widely the analyst should search: does its first choice win, and how many moves does it look at?

Midgame positions of 9×9 and 11×11 that the solver proves to be won for the side to move, searched by ``zero``
without knowledge and solver, which would find the win themselves, with equal simulations. Whether the first
choice wins is what the solver finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import mean
from typing import Any

from beeline import Board, Limit, Solver, make_player
from beeline.interfaces.analyst import solver_for
from benchmarks.machine import made_by
from benchmarks.midgames import midgames

SIZES = (9, 11)
POSITIONS = 25
"""Of each size, the first that are won."""
NODES = 1500
"""Of the solver, to prove a position; for the position after a choice, four times as many."""
EXPLORATIONS = (0.25, 1.25)
SIMULATIONS = (50, 500)


def won(size: int) -> Iterator[tuple[Board, Solver]]:
    """Positions that are won for the side to move, with the solver that proved it."""
    for board in midgames(size):
        solver = solver_for(board)
        if solver.solve(board, nodes=NODES, variation=False).winner == board.to_move:
            yield board, solver


def searched(board: Board, solver: Solver, *, exploration: float, simulations: int) -> dict[str, Any]:
    player = make_player(f"zero:exploration={exploration},knowledge=0,solve=0,seed=0")
    decision = player.choose(board, Limit(simulations=simulations))
    player.close()
    after = board.copy()
    after.play(decision.move)
    found = decision.analysis
    assert found is not None
    return {
        "winner": solver.solve(after, nodes=4 * NODES, variation=False).winner,
        "visited": sum(move.visits > 0 for move in found.moves),
        "value": found.best.value,
    }


def compared(size: int) -> list[dict[str, Any]]:
    positions = list(islice(won(size), POSITIONS))
    rows = []
    for exploration in EXPLORATIONS:
        for simulations in SIMULATIONS:
            found = [
                (board.to_move, searched(board, solver, exploration=exploration, simulations=simulations))
                for board, solver in positions
            ]
            rows.append(
                {
                    "size": size,
                    "exploration": exploration,
                    "simulations": simulations,
                    "positions": len(found),
                    "wins": sum(each["winner"] == mover for mover, each in found),
                    "open": sum(each["winner"] is None for _, each in found),
                    "visited": round(mean(each["visited"] for _, each in found), 2),
                    "value": round(mean(each["value"] for _, each in found), 4),
                }
            )
    return rows


def measure() -> dict[str, Any]:
    return {"made_by": made_by(seed=0), "rows": [row for size in SIZES for row in compared(size)]}


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        "| board | exploration | simulations | first choice wins | moves looked at | mean value |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {row['size']}×{row['size']} | {row['exploration']} | {row['simulations']} "
        f"| {row['wins']} of {row['positions']} | {row['visited']:.1f} | {row['value']:.2f} |"
        for row in results["rows"]
    ]
    return "\n".join(lines)
