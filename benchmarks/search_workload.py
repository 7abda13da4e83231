"""One-thread searches of every policy on one board, counted by callgrind; run by ``benchmarks.search_cost``.

It needs nothing but the package ``beeline`` of the Python that runs it, whichever version that is. The
arguments are the board ("7", "11", "13" or "go 9"), a library with ``start`` and ``stop(name)`` that mark
what is to be counted, and numbers of simulations: each policy makes a search of each length.
"""

from __future__ import annotations

import ctypes
import sys
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


def main(name: str, library: str, lengths: list[int]) -> None:
    meter = ctypes.CDLL(library)
    board: Any = GoBoard(9) if name.startswith("go") else Board(int(name))
    for move in OPENING[name].split():
        board.play(move)
    patterns = 2 * 4 ** (8 if name.startswith("go") else 6)
    weights = np.random.default_rng(1).uniform(0, 100, patterns).astype(np.float32)
    policies = ANY_GAME if name.startswith("go") else ANY_GAME | HEX
    for policy, settings in policies.items():
        learned = weights if settings.get("continuation") == "patterns" else None
        for simulations in lengths:
            search = TreeSearch(SearchSettings(memory=64, seed=1, **settings), weights=learned)
            search.run(board, simulations=16)  # what is made once
            meter.start()
            search.run(board, simulations=simulations)
            meter.stop(f"{policy}: {simulations}".encode())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], [int(length) for length in sys.argv[3:]])
