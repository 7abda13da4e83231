"""How long a user waits before anything happens: best of several runs, against a bare interpreter."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from typing import Any

from benchmarks.machine import interleaved, made_by

FIRST_MOVE = b"boardsize 11\ngenmove b\nquit\n"

COMMANDS: dict[str, tuple[list[str], bytes]] = {
    "python -c pass": (["-c", "pass"], b""),
    "import beeline": (["-c", "import beeline"], b""),
    "beeline --help": (["-m", "beeline", "--help"], b""),
    "first GTP move, 11×11, 1,000 simulations": (
        ["-m", "beeline", "gtp", "--player", "mcts:simulations=1000"],
        FIRST_MOVE,
    ),
}


def seconds(arguments: list[str], text: bytes) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], input=text, check=True, capture_output=True)
    return time.perf_counter() - start


def measure(*, runs: int = 20) -> dict[str, Any]:
    """The shortest of several runs of each, in turn."""
    tasks = {name: partial(seconds, *command) for name, command in COMMANDS.items()}
    return {
        "made_by": made_by(),
        "seconds": {name: min(times) for name, times in interleaved(tasks, rounds=runs).items()},
    }


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    bare = results["seconds"]["python -c pass"]
    rows = [
        f"| {name} | {s:.3f} s | {s - bare:.3f} s | {s / bare:.1f} |"
        for name, s in results["seconds"].items()
    ]
    head = ["| command | whole | beyond the interpreter | × python -c pass |", "|---|---:|---:|---:|"]
    return "\n".join([*head, *rows])
