"""``python -m fuzz.record SECONDS TARGET…``: fuzzes one target after the other, and records what came of it.

``benchmarks/results/fuzz.json`` holds the latest run of each target, with where it comes from: executions,
seconds, branches covered, the most memory, and the inputs that broke it. Targets of the core, which ``make
fuzz-core`` builds, have names that begin with ``core_``. Leaves with 1 if anything broke.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from beeline.provenance import provenance

ROOT: Final = Path(__file__).parents[1]
RESULT: Final = ROOT / "benchmarks" / "results" / "fuzz.json"
FOUND: Final = Path("build") / "fuzz"
CORE: Final = "core_"


def command_of(target: str, seconds: int) -> list[str]:
    if not target.startswith(CORE):
        return [sys.executable, "-m", "fuzz", target, str(seconds)]
    folder = FOUND / target
    folder.mkdir(parents=True, exist_ok=True)
    program = Path("build") / "core-fuzz" / f"{target.removeprefix(CORE)}_fuzzer"
    limits = [f"-max_total_time={seconds}", "-max_len=512", "-print_final_stats=1", "-rss_limit_mb=2048"]
    return [str(program), *limits, f"-artifact_prefix={folder}/", str(folder)]


def run(target: str, seconds: int) -> dict[str, Any]:
    """What libFuzzer says at the end of a run, and what it found."""
    before, begin = broken(target), time.monotonic()
    ended = subprocess.run(command_of(target, seconds), capture_output=True, text=True, errors="replace")
    if ended.returncode:
        print(ended.stderr[-3000:], file=sys.stderr)
    return {
        "seconds": round(time.monotonic() - begin),
        "executions": _number(r"stat::number_of_executed_units:\s+(\d+)", ended.stderr),
        "covered": _number(r"\bcov: (\d+)", ended.stderr),
        "megabytes": _number(r"stat::peak_rss_mb:\s+(\d+)", ended.stderr),
        "broken_by": sorted(broken(target) - before),
        "exit_code": ended.returncode,
    }


def broken(target: str) -> set[str]:
    """Inputs that broke a target: an error, too long a time, too much memory."""
    kinds = ("crash-", "timeout-", "oom-", "leak-")
    return {path.name for path in (FOUND / target).glob("*") if path.name.startswith(kinds)}


def _number(pattern: str, text: str) -> int | None:
    """The last one told."""
    told = re.findall(pattern, text)
    return int(told[-1]) if told else None


def note(target: str, found: dict[str, Any], *, seconds: int) -> None:
    record = json.loads(RESULT.read_text()) if RESULT.exists() else {"targets": {}}
    compiler = shutil.which("clang") if target.startswith(CORE) else None
    programs = [_version_of(compiler)] if compiler else ["atheris"]
    made_by = provenance(f"python -m fuzz.record {seconds} {target}", programs=programs)
    targets = record["targets"] | {target: {**found, "commit": made_by["commit"], "date": made_by["date"]}}
    RESULT.write_text(json.dumps({"made_by": made_by, "targets": targets}, indent=1) + "\n")


def _version_of(compiler: str) -> str:
    told = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True)
    return told.stdout.splitlines()[0]


def main() -> None:
    os.chdir(ROOT)
    seconds, targets, whole = int(sys.argv[1]), sys.argv[2:], True
    for target in targets:
        found = run(target, seconds)
        note(target, found, seconds=seconds)
        print(target, json.dumps(found), flush=True)
        whole = whole and found["exit_code"] == 0
    sys.exit(0 if whole else 1)


if __name__ == "__main__":
    main()
