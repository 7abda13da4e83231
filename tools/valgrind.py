"""``python -m tools.valgrind FOLDER SECONDS [PROGRAM…]``: tests of the core under memcheck, one by one.

A test that takes longer than SECONDS is ended there, and what memcheck found until then counts: it makes
programs thirty times as slow. ``benchmarks/results/valgrind.json`` keeps the latest run of each program: how
many tests it has, which were cut short, which failed (those that look at the clock), and the errors of
memcheck. Leaves with 1 if there is one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from beeline.provenance import provenance

RESULT: Final = Path(__file__).parents[1] / "benchmarks" / "results" / "valgrind.json"
MEMCHECK: Final = ["valgrind", "--error-exitcode=99", "--leak-check=full", "--num-callers=20"]
# Threads take turns under valgrind; fairly, or one that waits for another would spin for minutes.
# What threads hold when a test is cut short is only possibly lost, and no error.
OPTIONS: Final = ["--errors-for-leak-kinds=definite", "--fair-sched=try"]
_CUT_SHORT: Final = (124, 137)  # exit codes of timeout
_ERRORS: Final = re.compile(r"ERROR SUMMARY: (\d+) errors")


def tests_of(program: Path) -> list[str]:
    return subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.split()


def run(program: Path, test: str, *, seconds: float) -> dict[str, Any]:
    """Errors, how the test ended, and what memcheck says of the errors."""
    command = ["timeout", "--signal=TERM", "--kill-after=60", str(seconds)]
    begin = time.monotonic()
    ended = subprocess.run(
        [*command, *MEMCHECK, *OPTIONS, str(program), test], capture_output=True, text=True, errors="replace"
    )
    told = _ERRORS.findall(ended.stderr)
    return {
        "errors": int(told[-1]) if told else None,
        "cut_short": ended.returncode in _CUT_SHORT,
        "failed": ended.returncode == 1,
        "seconds": round(time.monotonic() - begin, 1),
        "told": ended.stderr[-4000:],
    }


def checked(program: Path, *, seconds: float) -> dict[str, Any]:
    """What is recorded of a program."""
    found: dict[str, Any] = {"tests": 0, "errors": 0, "cut_short": [], "failed": [], "seconds": 0.0}
    for test in tests_of(program):
        told = run(program, test, seconds=seconds)
        print(f"{program.name} {test}: {told['errors']} errors in {told['seconds']} s", flush=True)
        if told["errors"] != 0:
            print(told["told"], flush=True)
        found["tests"] += 1
        found["errors"] += 1 if told["errors"] is None else told["errors"]
        found["seconds"] = round(found["seconds"] + told["seconds"], 1)
        for how in ("cut_short", "failed"):
            found[how] += [test] if told[how] else []
    return found


def note(program: Path, found: dict[str, Any], *, seconds: float) -> None:
    version = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True)
    made_by = provenance(f"make valgrind TEST_SECONDS={seconds:g}", programs=[version.stdout.strip()])
    kept = json.loads(RESULT.read_text())["programs"] if RESULT.exists() else {}
    about = {"commit": made_by["commit"], "date": made_by["date"], "seconds_of_a_test": seconds}
    programs = {**kept, program.name: {**found, **about}}
    RESULT.write_text(json.dumps({"made_by": made_by, "programs": programs}, indent=1) + "\n")


def main() -> None:
    folder, seconds = Path(sys.argv[1]), float(sys.argv[2])
    programs = [folder / name for name in sys.argv[3:]] or sorted(folder.glob("*_test"))
    errors = 0
    for program in programs:
        found = checked(program, seconds=seconds)
        note(program, found, seconds=seconds)
        errors += found["errors"]
    sys.exit(errors > 0)


if __name__ == "__main__":
    main()
