"""How long a user waits before anything happens: best of several runs, against a bare interpreter.

    python -m benchmarks start_up
    python -m benchmarks.start_up --against ../older

The second compares processor time with an older checkout, which has a virtual environment ``.venv`` with its
own build of the package; its record is ``benchmarks/results/start_up_before.json``.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
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


def processor_seconds(python: Path, arguments: list[str]) -> float:
    """Of one run, in the interpreter and in the kernel."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def compare(older: Path, *, runs: int) -> dict[str, Any]:
    """Medians of processor seconds here and there, by turns, and what is beyond the interpreter's own."""
    pythons = {"before": older.absolute() / ".venv/bin/python", "now": Path(sys.executable)}
    compared = ("python -c pass", "import beeline", "beeline --help")
    tasks = {
        f"{when}: {name}": partial(processor_seconds, python, COMMANDS[name][0])
        for name in compared
        for when, python in pythons.items()
    }
    found = {name: statistics.median(times) for name, times in interleaved(tasks, rounds=runs).items()}
    beyond = {
        name: {when: found[f"{when}: {name}"] - found[f"{when}: {compared[0]}"] for when in pythons}
        for name in compared[1:]
    }
    return {"made_by": made_by(), "runs": runs, "seconds": found, "beyond_the_interpreter": beyond}


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    bare = results["seconds"]["python -c pass"]
    rows = [
        f"| {name} | {s:.3f} s | {s - bare:.3f} s | {s / bare:.1f} |"
        for name, s in results["seconds"].items()
    ]
    head = ["| command | whole | beyond the interpreter | × python -c pass |", "|---|---:|---:|---:|"]
    return "\n".join([*head, *rows])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, required=True, help="an older checkout, with its .venv")
    parser.add_argument("--runs", type=int, default=40)
    options = parser.parse_args()
    results = compare(options.against, runs=options.runs)
    record = Path(__file__).parent / "results" / "start_up_before.json"
    record.write_text(json.dumps(results, indent=1) + "\n")
    print(json.dumps(results["beyond_the_interpreter"], indent=1))


if __name__ == "__main__":
    main()
