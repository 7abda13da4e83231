"""How long a whole evolution of Hivemind takes: 100 generations, 20,000 games on 7×7, all cores.

The limit is ``bare_playouts``, random fills without a tree, measured between the generations of the same run.
"""

from __future__ import annotations

import resource
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from beeline import _core
from beeline.learning.hivemind.evolution import Evolution, Generation
from beeline.learning.hivemind.system import EvolutionSettings
from beeline.workers import make_workers
from benchmarks.machine import made_by

BARE_PLAYOUTS = 200_000


def measure() -> dict[str, Any]:
    settings = EvolutionSettings()
    bare: list[float] = []

    def measure_bare(done: Generation) -> None:
        if done.win_rate is not None:
            start = time.process_time()
            _core.bare_playouts(settings.size, settings.size, BARE_PLAYOUTS, 1)
            bare.append(BARE_PLAYOUTS / (time.process_time() - start))

    before = _processor_seconds_of_children()
    with tempfile.TemporaryDirectory() as folder, make_workers() as workers:
        evolution = Evolution(settings, Path(folder), workers)
        evolution.run(on_entry=measure_bare)
    history = evolution.history
    return {
        "made_by": made_by(seed=settings.seed),
        "games": history[-1].games,
        "simulations": sum(done.simulations for done in history),
        "seconds": sum(done.seconds for done in history),
        "processor_seconds": _processor_seconds_of_children() - before,
        "bare_per_second": statistics.median(bare),
        "gauge": history[-1].win_rate,
    }


def _processor_seconds_of_children() -> float:
    """Of the worker processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    speed = results["simulations"] / results["processor_seconds"]
    return "\n".join(
        [
            "| a whole evolution | |",
            "|---|---:|",
            f"| games | {results['games']:,} |",
            f"| simulations | {results['simulations'] / 1e6:,.0f} million |",
            f"| time | {results['seconds'] / 60:.1f} min |",
            f"| processor time of the players | {results['processor_seconds'] / 60:.1f} min |",
            f"| simulations a second of processor time | {speed / 1e6:.2f} million |",
            f"| random fills without a tree a second | {results['bare_per_second'] / 1e6:.2f} million |",
            f"| the first as a share of the second | {speed / results['bare_per_second']:.0%} |",
        ]
    )
