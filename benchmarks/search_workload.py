"""One-thread searches of every policy on one board, counted or timed; run by ``benchmarks.search_cost``.

It needs nothing but the package ``beeline`` of the Python that runs it, whichever version that is.

    search_workload.py count BOARD LIBRARY LENGTH...
    search_workload.py time BOARD

Each policy makes a search of each length for callgrind, whose library has ``start`` and ``stop(name)``; or a
search of the policy on each line that is read, whose processor seconds are printed.

The boards are "7", "11", "13" and "go 9".
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from beeline import Board, GoBoard, SearchSettings, TreeSearch

OPENING = {"7": "b2 d4", "11": "c2 f6 h5", "13": "c2 g7 i6", "go 9": "e5 c3"}
ANY_GAME: dict[str, dict[str, Any]] = {
    "UCT, default": {"update": "path", "continuation": "default"},
    "UCT, local": {"update": "path", "continuation": "local"},
    "UCB1-tuned, local": {"update": "path", "continuation": "local", "selection": "tuned"},
    "alpha-AMAF, local": {"amaf": 0.3, "continuation": "local"},
    "RAVE, default": {"continuation": "default"},
    "RAVE, local": {"continuation": "local"},
    "RAVE, tenuki": {"continuation": "tenuki"},
    "RAVE, patterns": {"continuation": "patterns"},
}
HEX: dict[str, dict[str, Any]] = {
    "RAVE, bridges": {"continuation": "bridges"},
    "RAVE, priors": {"prior": 30},
    "RAVE, knowledge": {"knowledge": 100},
}


SIMULATIONS = {"7": 20_000, "11": 10_000, "13": 6_000, "go 9": 2_500}
"""Of a search that is timed."""
SHARE = {"RAVE, knowledge": 0.25, "RAVE, priors": 0.5, "UCT, default": 10, "UCT, local": 4}
"""Policies that are timed over fewer simulations, or over more, by this factor: none for so short that what a
search costs once would count."""


def searches(name: str) -> Iterator[tuple[str, Any, Any]]:
    """Each policy with a maker of its search, and the board to search."""
    board: Any = GoBoard(9) if name.startswith("go") else Board(int(name))
    for move in OPENING[name].split():
        board.play(move)
    patterns = 2 * 4 ** (8 if name.startswith("go") else 6)
    weights = np.random.default_rng(1).uniform(0, 100, patterns).astype(np.float32)
    for policy, settings in (ANY_GAME if name.startswith("go") else ANY_GAME | HEX).items():
        learned = weights if settings.get("continuation") == "patterns" else None

        def made(told: dict[str, Any] = settings, learned: Any = learned) -> TreeSearch:
            search = TreeSearch(SearchSettings(memory=64, seed=1, **told), weights=learned)
            search.run(board, simulations=16)  # what is made once
            return search

        yield policy, made, board


def count(name: str, library: str, lengths: list[int]) -> None:
    meter = ctypes.CDLL(library)
    for policy, made, board in searches(name):
        for simulations in lengths:
            search = made()
            meter.start()
            search.run(board, simulations=simulations)
            meter.stop(f"{policy}: {simulations}".encode())


def timed(name: str) -> None:
    made = {policy: (make, board) for policy, make, board in searches(name)}
    for line in sys.stdin:
        make, board = made[policy := line.strip()]
        search = make()
        began = time.process_time()
        search.run(board, simulations=int(SIMULATIONS[name] * SHARE.get(policy, 1)))
        print(time.process_time() - began, flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "count":
        count(sys.argv[2], sys.argv[3], [int(length) for length in sys.argv[4:]])
    else:
        timed(sys.argv[2])
