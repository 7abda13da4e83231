"""Runs by their settings, and their histories in files."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline.files import content_of, read_arrays, write_arrays
from beeline.learning.neurodynamic.history import History
from beeline.learning.neurodynamic.system import BatchSettings, OnlineSettings

RunSettings: TypeAlias = OnlineSettings | BatchSettings

_KIND: Final = "runs"
_VERSION: Final = 2


class RunsTask(NamedTuple):
    """Runs to be advanced together, and the file that their history goes into."""

    settings: Sequence[RunSettings]
    path: Path
    measured: int
    """Number of times that the exact measure is taken."""


def advance(task: RunsTask) -> Path:
    """Learns to the end and writes the history: what a worker does. Torch keeps to one thread."""
    import torch

    from beeline.learning.neurodynamic.batch_runs import BatchRuns
    from beeline.learning.neurodynamic.online import OnlineRuns

    torch.set_num_threads(1)
    start = time.process_time()
    online = [each for each in task.settings if isinstance(each, OnlineSettings)]
    batch = [each for each in task.settings if isinstance(each, BatchSettings)]
    runs = OnlineRuns(online) if online else BatchRuns(batch)
    history = runs.run(measured=task.measured)
    arrays: dict[str, NDArray[Any]] = {f"curve.{name}": array for name, array in history.curves.items()}
    arrays |= {f"exact.{name}": array for name, array in history.exact.items()}
    arrays |= {"steps": history.steps, "weights": history.weights}
    about = {
        "settings": [asdict(each) for each in task.settings],
        "cpu_seconds": round(time.process_time() - start, 1),
    }
    write_arrays(task.path, kind=_KIND, version=_VERSION, about=about, arrays=arrays)
    return task.path


def read_history(path: Path) -> History:
    about, arrays = read_arrays(path, kind=_KIND, version=_VERSION)

    def of(prefix: str) -> dict[str, NDArray[np.float64]]:
        return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}

    with content_of(path):
        return History(of("curve."), arrays["steps"], of("exact."), arrays["weights"], about["cpu_seconds"])


def tasks_of(
    settings: Sequence[RunSettings], folder: Path, *, most: int, measured: int
) -> list[tuple[RunsTask, list[int]]]:
    """Runs in batches of at most so many that can be advanced together, each with its places in the list.

    A batch has its name from its settings, so that equal runs are in one file whoever asks for them.
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, each in enumerate(settings):
        groups.setdefault((type(each), *each.shared), []).append(place)
    found = []
    for places in groups.values():
        for start in range(0, len(places), most):
            some = places[start : start + most]
            runs = [settings[place] for place in some]
            text = json.dumps([_VERSION, measured, *(asdict(each) for each in runs)])
            name = hashlib.sha256(text.encode()).hexdigest()[:16]
            found.append((RunsTask(runs, folder / f"{name}.runs", measured), some))
    return found
