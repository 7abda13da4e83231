"""How long a user waits before anything happens: best of several runs, against a bare interpreter."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

from benchmarks.machine import made_by

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


def seconds(arguments: list[str], text: bytes, *, runs: int) -> float:
    """The shortest of several runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], input=text, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def measure(*, runs: int = 10) -> dict[str, Any]:
    times = {name: seconds(arguments, text, runs=runs) for name, (arguments, text) in COMMANDS.items()}
    return {"made_by": made_by(), "seconds": times}


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    bare = results["seconds"]["python -c pass"]
    rows = [f"| {name} | {s:.3f} s | {s - bare:.3f} s |" for name, s in results["seconds"].items()]
    return "\n".join(["| command | whole | beyond the interpreter |", "|---|---:|---:|", *rows])
