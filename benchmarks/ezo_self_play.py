"""Self-play of EZO-CNN at the paper's settings on 7×7, on all cores, with the update that follows.

The networks are untrained; the machine should be otherwise idle.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from benchmarks.machine import made_by

PRESET = "paper-7"
EPOCHS = 3


def measure() -> dict[str, Any]:
    from beeline.learning.ezo.system import preset
    from beeline.learning.ezo.training import Training
    from beeline.workers import LocalWorkers

    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder, LocalWorkers(cores) as workers:
        training = Training(replace(preset(PRESET), epochs=EPOCHS), Path(folder), workers, resume=False)
        training.run()
        history = [asdict(entry) for entry in training.history]
    return {
        "made_by": made_by("torch", "onnxruntime", seed=preset(PRESET).seed),
        "workers": cores,
        "preset": PRESET,
        "epochs": history,
    }


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        f"| epoch of `{results['preset']}`, {results['workers']} workers | games/s | with the update "
        "| ms of a core a game | of which networks |",
        "|---|---:|---:|---:|---:|",
    ]
    before = 0
    for entry in results["epochs"]:
        games = entry["games"] - before
        before = entry["games"]
        networks = entry["cpu_networks"] / entry["cpu_playing"]
        lines.append(
            f"| {entry['epoch']} | {games / entry['playing']:.1f} | {games / entry['seconds']:.1f} "
            f"| {1000 * entry['cpu_playing'] / games:.0f} | {networks:.0%} |"
        )
    return "\n".join(lines)
