"""``python -m tools.valgrind FOLDER SECONDS``: the tests of the core under memcheck, one after the other.

A test that takes longer than SECONDS is ended there, and what memcheck found until then counts: it makes
programs thirty times as slow. ``benchmarks/results/valgrind.json`` records how many tests went through, which
were cut short, and the errors. Leaves with 1 if there is one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from beeline.provenance import provenance

RESULT: Final = Path(__file__).parents[1] / "benchmarks" / "results" / "valgrind.json"
MEMCHECK: Final = ["valgrind", "--error-exitcode=99", "--leak-check=full", "--num-callers=20"]
# Threads take turns under valgrind; fairly, or one that waits for another would spin for minutes.
OPTIONS: Final = ["--errors-for-leak-kinds=definite,possible", "--fair-sched=try"]
_ERRORS: Final = re.compile(r"ERROR SUMMARY: (\d+) errors")


def tests_of(program: Path) -> list[str]:
    return subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.split()


def run(program: Path, test: str, *, seconds: float) -> dict[str, Any]:
    """Errors, whether the test came to its end, and what memcheck says of the errors."""
    command = ["timeout", "--signal=TERM", "--kill-after=60", str(seconds)]
    begin = time.monotonic()
    ended = subprocess.run(
        [*command, *MEMCHECK, *OPTIONS, str(program), test], capture_output=True, text=True, errors="replace"
    )
    told = _ERRORS.findall(ended.stderr)
    whole = ended.returncode == 0
    return {
        "errors": int(told[-1]) if told else None,
        "whole": whole,
        "seconds": round(time.monotonic() - begin, 1),
        "told": "" if whole else ended.stderr[-4000:],
    }


def results(folder: Path, *, seconds: float) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for program in sorted(folder.glob("*_test")):
        for test in tests_of(program):
            found = run(program, test, seconds=seconds)
            print(f"{program.name} {test}: {found['errors']} errors in {found['seconds']} s", flush=True)
            if found["errors"] != 0:
                print(found["told"], flush=True)
            yield program.name, test, found


def summary(found: list[tuple[str, str, dict[str, Any]]]) -> dict[str, Any]:
    programs: dict[str, dict[str, Any]] = {}
    for program, test, told in found:
        of_it = programs.setdefault(program, {"tests": 0, "errors": 0, "cut_short": [], "seconds": 0.0})
        of_it["tests"] += 1
        of_it["errors"] += told["errors"] or 0
        of_it["seconds"] = round(of_it["seconds"] + told["seconds"], 1)
        if not told["whole"]:
            of_it["cut_short"].append(test)
    return programs


def main() -> None:
    folder, seconds = Path(sys.argv[1]), float(sys.argv[2])
    found = list(results(folder, seconds=seconds))
    version = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True)
    made_by = provenance(f"make valgrind TEST_SECONDS={seconds:g}", programs=[version.stdout.strip()])
    record = {"made_by": made_by, "seconds of a test": seconds, "programs": summary(found)}
    RESULT.write_text(json.dumps(record, indent=1) + "\n")
    sys.exit(any(told["errors"] != 0 for _, _, told in found))


if __name__ == "__main__":
    main()
