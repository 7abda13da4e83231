"""What a measurement was made on, and how to repeat one until it can be believed."""

from __future__ import annotations

import platform
import shlex
import statistics
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from beeline.provenance import provenance


def made_by(*packages: str, seed: int | None = None, programs: Iterable[str] = ()) -> dict[str, Any]:
    """Where a record comes from; ``packages`` are those of other people that are measured beside ours."""
    measured = [f"{package} {version(package)}" for package in packages if _installed(package)]
    return provenance(_command(), seed=seed, programs=[*measured, *programs]) | {
        "python": platform.python_version(),
        "system": platform.system(),
    }


def _installed(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


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
