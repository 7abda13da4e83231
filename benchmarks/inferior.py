"""Inferior cells of fixed midgames: how many are removed per position, of which kind, and how long it takes.

With ``BENZENE`` in the environment, the command of a GTP program that knows ``compute-inferior`` as benzene's
programs do, that program analyses each position too, with its default settings;
``BENZENE_COMMIT`` says which it is. The totals that the record had before stay beside the new ones.
"""

from __future__ import annotations

import json
import os
import shlex
import time
from collections import Counter
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from beeline import Board, inferior
from beeline.players.outside.program import Program
from benchmarks.machine import made_by
from benchmarks.midgames import SIZES, midgames

_PATIENCE = 60.0  # seconds for an answer of the peer
_REPETITIONS = 5
RECORD = Path(__file__).with_name("results") / "inferior.json"
_KINDS = {
    "f": "filled",
    "iv": "reversible",
    "is": "reversible",
    "ir": "reversible",
    "ii": "dominated",
    "id": "dominated",
}
"""What the peer's marks begin with: ``iv``, ``is`` and ``ii`` in MoHex 2.0, ``ir`` and ``id`` in benzene's
public sources (commit f888938)."""


class Peer:
    """An outside analysis, one process for all positions."""

    def __init__(self, command: str) -> None:
        self._program = Program(shlex.split(command), label="the peer")
        self.close = self._program.close
        words = [self._program.demand(word, seconds=10) for word in ("name", "version")]
        commit = os.environ.get("BENZENE_COMMIT")
        self.name = " ".join(words) + (f" (commit {commit})" if commit else "")

    def removed(self, board: Board) -> dict[str, str]:
        """Its inferior cells for the side to move, with the kind of each."""
        self._demand(f"boardsize {board.rows}")
        for index, move in enumerate(board.moves):
            self._demand(f"play {('black', 'white')[index % 2]} {move}")
        self._demand(f"vc-build {board.to_move}")
        words = self._demand(f"compute-inferior {board.to_move}").split()
        return kinds(words)

    def _demand(self, line: str) -> str:
        return self._program.demand(line, seconds=_PATIENCE)


def kinds(words: list[str]) -> dict[str, str]:
    """Cells and their kinds from an answer that lists each cell and its mark; unknown marks are refused."""
    found = {}
    for cell, mark in zip(words[::2], words[1::2], strict=True):
        starts = [start for start in _KINDS if mark.startswith(start)]
        if not starts:
            raise ValueError(f"the peer marks {cell} {mark!r}, which is none of {' '.join(_KINDS)}")
        found[cell] = _KINDS[starts[0]]
    return found


def removed(board: Board) -> dict[str, str]:
    """The cells that the side to move need not try, with the kind of each."""
    found = inferior(board)
    filled = (*found.dead, *found.captured["black"], *found.captured["white"])
    return {
        **dict.fromkeys(filled, "filled"),
        **dict.fromkeys(found.vulnerable, "reversible"),
        **dict.fromkeys(found.dominated, "dominated"),
    }


def microseconds(boards: list[Board]) -> float:
    """Processor time of one analysis."""
    start = time.process_time()
    for _ in range(_REPETITIONS):
        for board in boards:
            inferior(board)
    return (time.process_time() - start) / (_REPETITIONS * len(boards)) * 1e6


def analyse(size: int, peer: Peer | None) -> dict[str, Any]:
    boards = midgames(size)
    ours: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    shared: Counter[str] = Counter()
    for board in boards:
        mine = removed(board)
        ours.update(mine.values())
        if peer is not None:
            other = peer.removed(board)
            theirs.update(other.values())
            shared.update(kind for cell, kind in other.items() if cell in mine)
    return {
        "positions": len(boards),
        "cells": sum(board.rows * board.cols - len(board.moves) for board in boards),
        "ours": ours,
        "peer": theirs,
        "shared": shared,
        "microseconds": microseconds(boards),
    }


def measure() -> dict[str, Any]:
    command = os.environ.get("BENZENE")
    with closing(Peer(command)) if command else nullcontext() as peer:
        return {
            "made_by": made_by(programs=[peer.name] if peer else []),
            "before": before(),
            "sizes": {str(size): analyse(size, peer) for size in SIZES},
        }


def before() -> dict[str, Any]:
    """What the record has so far: its origin, and cells removed and microseconds per position."""
    if not RECORD.exists():
        return {}
    record = json.loads(RECORD.read_text())
    origin = {key: record["made_by"][key] for key in ("version", "commit", "date")}
    return origin | {"boards": {size: per_position(found) for size, found in record["sizes"].items()}}


def per_position(found: dict[str, Any]) -> dict[str, float]:
    """Cells removed by us, and the time, per position."""
    return {
        "removed": sum(found["ours"].values()) / found["positions"],
        "microseconds": found["microseconds"],
    }


def table(results: dict[str, Any]) -> str:
    """The results as Markdown: cells per position."""
    lines = [
        "| board | empty | filled in | reversible | dominated | removed | before | time | before | benzene "
        "| ours too |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for size, found in results["sizes"].items():
        count = found["positions"]
        ours = [found["ours"].get(kind, 0) / count for kind in ("filled", "reversible", "dominated")]
        by_kind = " | ".join(f"{number:.2f}" for number in ours)
        theirs = sum(found["peer"].values())
        peers = f"{theirs / count:.2f} | {sum(found['shared'].values()) / theirs:.0%}" if theirs else " | "
        old = results.get("before", {}).get("boards", {}).get(size)
        removed_before, time_before = (
            (f"{old['removed']:.2f}", f"{old['microseconds']:.0f} µs") if old else ("", "")
        )
        lines.append(
            f"| {size}×{size} | {found['cells'] / count:.1f} | {by_kind} "
            f"| {sum(ours):.2f} | {removed_before} "
            f"| {found['microseconds']:.0f} µs | {time_before} | {peers} |"
        )
    return "\n".join(lines)
