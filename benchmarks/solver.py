"""All openings of small boards, each solved from scratch on one core: processor time and positions.

With ``BENZENE`` in the environment, the command of a GTP program that knows ``dfpn-solve-state`` as benzene's
programs do, that program solves each opening right after ours.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from contextlib import closing, nullcontext
from typing import Any

from beeline import Board, Solver
from beeline.players.outside.program import Program
from benchmarks.machine import made_by

SIZES = (3, 4, 5, 6, 7)
_PATIENCE = 3600.0  # seconds for an answer of the peer


class Peer:
    """An outside solver, one process for all openings."""

    def __init__(self, command: str) -> None:
        self._program = Program(shlex.split(command), label="the peer")
        self.close = self._program.close
        self.name = (
            f"{self._program.demand('name', seconds=10)} {self._program.demand('version', seconds=10)}"
        )

    def solve(self, size: int, opening: str) -> dict[str, Any]:
        """Winner and processor seconds, with an empty table."""
        for line in (f"boardsize {size}", "dfpn-clear-tt", f"play black {opening}"):
            self._program.demand(line, seconds=_PATIENCE)
        before = self._program.cpu_seconds()
        winner = self._program.demand("dfpn-solve-state white", seconds=_PATIENCE)
        return {"winner": winner.split()[0], "seconds": self._program.cpu_seconds() - before}


def openings(size: int, peer: Peer | None) -> dict[str, dict[str, Any]]:
    """Winner, positions and processor seconds for each first move, and what the peer found."""
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
        if peer is not None:
            found[name]["peer"] = peer.solve(size, name)
            assert found[name]["peer"]["winner"] == answer.winner
        print(f"{size}x{size} {name} {found[name]}", file=sys.stderr, flush=True)
    return found


def measure(*, sizes: tuple[int, ...] = SIZES) -> dict[str, Any]:
    command = os.environ.get("BENZENE")
    with closing(Peer(command)) if command else nullcontext() as peer:
        return {
            "made_by": made_by(programs=[peer.name] if peer else []),
            "openings": {str(size): openings(size, peer) for size in sizes},
        }


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
        peers = [opening["peer"]["seconds"] for opening in found.values() if "peer" in opening]
        lines.append(
            f"| {size}×{size} | {winning} of {len(found)} | {nodes:,} | {seconds:.2f} s "
            f"| {hardest}, {found[hardest]['seconds']:.2f} s | {f'{sum(peers):.2f} s' if peers else ''} |"
        )
    return "\n".join(lines)
