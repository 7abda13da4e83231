"""All openings of small boards, each solved from scratch on one core: processor time and positions."""

from __future__ import annotations

import sys
import time
from typing import Any

from beeline import Board, Solver
from benchmarks.machine import description

SIZES = (3, 4, 5, 6, 7)
BENZENE_SECONDS = {5: 0.1, 6: 3.6, 7: 209.0}
"""As known for benzene's df-pn solver, all openings on one core of a 2-core Xeon; not run beside ours."""


def openings(size: int) -> dict[str, dict[str, Any]]:
    """Winner, positions and processor seconds for each first move."""
    found: dict[str, dict[str, Any]] = {}
    solver = Solver(size)
    for name in Board(size).legal_moves:
        board = Board(size)
        board.play(name)
        solver.forget()
        start = time.process_time()
        answer = solver.solve(board, variation=False)
        seconds = time.process_time() - start
        found[name] = {"winner": answer.winner, "nodes": answer.nodes, "seconds": seconds}
        print(
            f"{size}x{size} {name} {answer.winner} {answer.nodes} {seconds:.2f}", file=sys.stderr, flush=True
        )
    return found


def measure(*, sizes: tuple[int, ...] = SIZES) -> dict[str, Any]:
    return {"machine": description(), "openings": {str(size): openings(size) for size in sizes}}


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        "| board | winning first moves | positions | processor time | hardest opening | benzene |",
        "|---|---:|---:|---:|---|---:|",
    ]
    for size, found in results["openings"].items():
        winning = sum(opening["winner"] == "black" for opening in found.values())
        nodes = sum(opening["nodes"] for opening in found.values())
        seconds = sum(opening["seconds"] for opening in found.values())
        hardest = max(found, key=lambda name: found[name]["seconds"])
        peer = BENZENE_SECONDS.get(int(size))
        lines.append(
            f"| {size}×{size} | {winning} of {len(found)} | {nodes:,} | {seconds:.2f} s "
            f"| {hardest}, {found[hardest]['seconds']:.2f} s | {'' if peer is None else f'{peer} s'} |"
        )
    return "\n".join(lines)
