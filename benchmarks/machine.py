"""What a measurement was made on, and how to repeat one until it can be believed."""

from __future__ import annotations

import os
import platform
import shlex
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from beeline.provenance import commit, processor


def description() -> dict[str, Any]:
    """The machine and the programs, for the record."""
    import beeline

    return {
        "date": time.strftime("%Y-%m-%d"),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "beeline": beeline.__version__,
        "commit": commit(),
        "command": _command(),
    }


def _command() -> str:
    module = Path(sys.argv[0]).stem
    name = "benchmarks" if module == "__main__" else f"benchmarks.{module}"
    return shlex.join(["python", "-m", name, *sys.argv[1:]])


def interleaved(measurements: dict[str, Callable[[], float]], *, rounds: int) -> dict[str, list[float]]:
    """Each measurement once a round, so that a slow spell of the machine falls on all of them alike."""
    results: dict[str, list[float]] = {name: [] for name in measurements}
    for _ in range(rounds):
        for name, measure in measurements.items():
            results[name].append(measure())
    return results


def medians(results: dict[str, list[float]]) -> dict[str, float]:
    return {name: statistics.median(values) for name, values in results.items()}
