"""All openings of small boards, each solved from scratch on one core: processor time and positions.

The solver is that of ``beeline solve``, with the small network's say in the order of moves on 7×7. The totals
that the record had before stay beside the new ones.

With ``BENZENE`` in the environment, the command of a GTP program that knows ``dfpn-solve-state`` as benzene's
programs do, that program solves each opening right after ours.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from beeline import Board
from beeline.interfaces.cli.opening_tasks import make_solver
from beeline.knowledge.solver import TABLE_ENTRIES
from beeline.networks.zero.packaged import ORDERS_FROM
from beeline.players.outside.program import Program
from benchmarks.machine import made_by

SIZES = (3, 4, 5, 6, 7)
RECORD = Path(__file__).with_name("results") / "solver.json"
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
    solver = make_solver(size, size, table_entries=TABLE_ENTRIES)
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
            "settings": {"table_entries": TABLE_ENTRIES, "network_from_cells": ORDERS_FROM},
            "before": before(),
            "openings": {str(size): openings(size, peer) for size in sizes},
        }


def before() -> dict[str, Any]:
    """What the record has so far: its origin, and positions and seconds of each board."""
    if not RECORD.exists():
        return {}
    record = json.loads(RECORD.read_text())
    origin = {key: record["made_by"][key] for key in ("version", "commit", "date")}
    return origin | {"boards": {size: totals(found) for size, found in record["openings"].items()}}


def totals(found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Positions and processor seconds of all openings of a board, and the peer's seconds if it was there."""
    sums = {key: sum(opening[key] for opening in found.values()) for key in ("nodes", "seconds")}
    peers = [opening["peer"]["seconds"] for opening in found.values() if "peer" in opening]
    return sums | ({"peer": sum(peers)} if peers else {})


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        "| board | winning first moves | positions | before | processor time | before | hardest opening "
        "| benzene |",
        "|---|---:|---:|---:|---:|---:|---|---:|",
    ]
    for size, found in results["openings"].items():
        winning = sum(opening["winner"] == "black" for opening in found.values())
        now = totals(found)
        old = results.get("before", {}).get("boards", {}).get(size)
        hardest = max(found, key=lambda name: found[name]["seconds"])
        peer = now.get("peer", (old or {}).get("peer"))
        lines.append(
            f"| {size}×{size} | {winning} of {len(found)} "
            f"| {now['nodes']:,} | {format(old['nodes'], ',') if old else ''} "
            f"| {now['seconds']:.2f} s | {format(old['seconds'], '.2f') + ' s' if old else ''} "
            f"| {hardest}, {found[hardest]['seconds']:.2f} s | {'' if peer is None else f'{peer:.2f} s'} |"
        )
    return "\n".join(lines)
