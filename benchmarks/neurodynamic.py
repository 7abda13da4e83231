"""Runs that are advanced together beside runs one at a time: the algorithms of the neurodynamic study.

A run is a network of 2,477 weights that learns after every move. All figures are processor time of one
thread.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from benchmarks.machine import interleaved, made_by, medians

TOGETHER = (1, 10, 100)
ALGORITHMS = {"SARSA": "sarsa", "TDC": "tdc"}


def updates_a_second(algorithm: Any, runs: int, *, steps: int) -> float:
    """Of all runs together; a move of self-play is part of an update."""
    import torch

    from beeline.learning.neurodynamic.online import OnlineRuns
    from beeline.learning.neurodynamic.system import OnlineSettings

    torch.set_num_threads(1)
    learning = OnlineRuns([OnlineSettings(algorithm=algorithm, seed=seed) for seed in range(runs)])
    learning.advance()
    start = time.process_time()
    for _ in range(steps):
        learning.advance()
    return runs * steps / (time.process_time() - start)


def measure(*, rounds: int = 3) -> dict[str, Any]:
    found = interleaved(
        {
            f"{name}, {runs}": partial(updates_a_second, algorithm, runs, steps=max(20, 100 // runs))
            for name, algorithm in ALGORITHMS.items()
            for runs in TOGETHER
        },
        rounds=rounds,
    )
    return {"made_by": made_by("torch", seed=0), "updates_per_second": medians(found), "rounds": found}


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    speeds = results["updates_per_second"]
    lines = ["| algorithm | runs together | updates/s | × one at a time |", "|---|---:|---:|---:|"]
    for name in ALGORITHMS:
        for runs in TOGETHER:
            speed = speeds[f"{name}, {runs}"]
            lines.append(f"| {name} | {runs} | {speed:,.0f} | {speed / speeds[f'{name}, 1']:.1f} |")
    return "\n".join(lines)
