"""What a simulation costs, beside an older checkout; evaluations per second of network search; threads.

    python -m benchmarks.search_cost instructions --against ../older [--lengths 500 3500]
    python -m benchmarks.search_cost times --against ../older [--rounds 15]
    python -m benchmarks.search_cost networks
    python -m benchmarks.search_cost threads

Instructions are counted by callgrind, so that a busy machine does not matter. The older checkout has a
virtual environment ``.venv`` with its own build of the package. Results go to ``benchmarks/results``.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import cache_line
from benchmarks.machine import interleaved, made_by, medians

FOLDER = Path(__file__).parent
HERE = FOLDER.parent
BOARDS = ("7", "11", "13", "go 9")
BATCHES = (1, 2, 4, 8, 16, 32, 64)
METER = r"""
#include <valgrind/callgrind.h>
void start(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void stop(const char* name) { CALLGRIND_DUMP_STATS_AT(name); CALLGRIND_STOP_INSTRUMENTATION; }
"""


def instructions(python: Path, board: str, *, lengths: tuple[int, int]) -> dict[str, float]:
    """Per simulation, by policy: the difference of a long search and a short one, which leaves out what a
    search costs once."""
    with tempfile.TemporaryDirectory() as folder:
        library = _meter(Path(folder))
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/out"]
        workload = [str(FOLDER / "search_workload.py"), "count", board, str(library), *map(str, lengths)]
        subprocess.run([*command, str(python), *workload], check=True, capture_output=True, cwd=folder)
        dumps = [path.read_text() for path in Path(folder).glob("out.*")]
    totals = dict(map(_read, dumps))
    short, long = lengths
    policies = sorted(name.removesuffix(f": {long}") for name in totals if name.endswith(f": {long}"))
    return {
        name: (totals[f"{name}: {long}"] - totals[f"{name}: {short}"]) / (long - short) for name in policies
    }


def _meter(folder: Path) -> Path:
    source, library = folder / "meter.c", folder / "meter.so"
    source.write_text(METER)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return library


def _read(dump: str) -> tuple[str, int]:
    name = re.search(r"^desc: Trigger: Client Request: (.+)$", dump, flags=re.MULTILINE)
    total = re.search(r"^(?:summary|totals): (\d+)", dump, flags=re.MULTILINE)
    return (name[1] if name else ""), int(total[1]) if total else 0


def times(older: Path, *, rounds: int) -> dict[str, Any]:
    """Processor seconds of searches here and there, by turns, and their ratio."""
    boards: dict[str, Any] = {}
    for board in BOARDS:
        boards[board] = {
            policy: _compared(before, after)
            for policy, (before, after) in _timed_by_turns(older, board, rounds=rounds).items()
        }
        print(board, {policy: round(each["ratio"], 3) for policy, each in boards[board].items()}, flush=True)
    return {"made_by": made_by(), "against": _commit(older), "rounds": rounds, "boards": boards}


def _timed_by_turns(older: Path, board: str, *, rounds: int) -> dict[str, tuple[list[float], list[float]]]:
    """Seconds by policy, there and here. All policies in every round, and other processes every third round:
    a slow spell of the machine, or a process whose memory lies badly, does not fall on one policy alone."""
    from benchmarks.search_workload import ANY_GAME, HEX

    policies = ANY_GAME if board.startswith("go") else ANY_GAME | HEX
    found: dict[str, tuple[list[float], list[float]]] = {policy: ([], []) for policy in policies}
    for first in range(0, rounds, 3):
        sides = [Timed(_python(older), board), Timed(_python(HERE), board)]
        for number in range(first, min(first + 3, rounds)):
            for policy in policies:
                for side in (0, 1) if number % 2 else (1, 0):
                    found[policy][side].append(sides[side].seconds(policy))
        for each in sides:
            each.end()
    return found


class Timed:
    """A process that times searches on a board, one when asked."""

    def __init__(self, python: Path, board: str) -> None:
        command = [str(python), str(FOLDER / "search_workload.py"), "time", board]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=python.parent
        )

    def seconds(self, policy: str) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(policy, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def end(self) -> None:
        self._process.communicate()


def _compared(before: list[float], after: list[float]) -> dict[str, Any]:
    """The ratio is the median of those of the rounds: a slow spell falls on both searches of a round."""
    ratio = statistics.median(here / there for there, here in zip(before, after, strict=True))
    return {"before": before, "after": after, "ratio": ratio}


def times_table(results: dict[str, Any]) -> str:
    def told(each: dict[str, Any]) -> str:
        return f"{each['ratio']:.1%}"

    return _policies_table(results, told)


def _python(checkout: Path) -> Path:
    return checkout / ".venv" / "bin" / "python"


def _commit(checkout: Path) -> str:
    command = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def compare(older: Path, *, lengths: tuple[int, int]) -> dict[str, Any]:
    boards: dict[str, Any] = {}
    for board in BOARDS:
        before = instructions(_python(older), board, lengths=lengths)
        after = instructions(_python(HERE), board, lengths=lengths)
        boards[board] = {
            policy: {
                "before": before[policy],
                "after": after[policy],
                "ratio": after[policy] / before[policy],
            }
            for policy in before
        }
        print(board, {policy: round(each["ratio"], 4) for policy, each in boards[board].items()}, flush=True)
    return {
        "made_by": made_by(),
        "against": _commit(older),
        "lengths": lengths,
        "boards": boards,
    }


def instructions_table(results: dict[str, Any]) -> str:
    def told(each: dict[str, Any]) -> str:
        return f"{each['after']:,.0f} ({each['ratio']:.1%})"

    return _policies_table(results, told)


def _policies_table(results: dict[str, Any], told: Callable[[dict[str, Any]], str]) -> str:
    lines = [
        "| policy | " + " | ".join(_title(board) for board in BOARDS) + " |",
        "|---|" + "---:|" * len(BOARDS),
    ]
    for policy in sorted(results["boards"]["7"]):
        cells = [results["boards"][board].get(policy) for board in BOARDS]
        lines.append(f"| {policy} | {' | '.join(told(each) if each else '' for each in cells)} |")
    return "\n".join(lines)


def _title(board: str) -> str:
    return "Go 9×9" if board.startswith("go") else f"{board}×{board}"


def networks(*, rounds: int = 5, evaluations: int = 256) -> dict[str, Any]:
    """Positions per second of a network in ONNX Runtime alone and of a search with it, per batch size."""
    from benchmarks.search_networks import bare_per_second, search_per_second

    batches: dict[str, Any] = {}
    for batch in BATCHES:
        tasks: dict[str, Callable[[], float]] = {
            "bare": partial(bare_per_second, batch=batch, evaluations=evaluations),
            "search": partial(search_per_second, batch=batch, evaluations=evaluations),
        }
        found = interleaved(tasks, rounds=rounds)
        speed = medians(found)
        batches[str(batch)] = {"per_second": speed, "rounds": found, "share": speed["search"] / speed["bare"]}
        print(batch, speed, flush=True)
    return {"made_by": made_by("onnxruntime"), "batches": batches}


def networks_table(results: dict[str, Any]) -> str:
    lines = ["| batch | bare network, positions/s | search, evaluations/s | share |", "|---:|---:|---:|---:|"]
    for batch, each in results["batches"].items():
        speed = each["per_second"]
        lines.append(f"| {batch} | {speed['bare']:,.0f} | {speed['search']:,.0f} | {each['share']:.0%} |")
    return "\n".join(lines)


def threads(*, rounds: int = 15) -> dict[str, Any]:
    """Two threads on one tree beside two processes of one thread each at the same time.

    Simulations per second of the processor, so that other programs do not count; both cores are asked for.
    Every measurement of the tree stands between two of the way of a cache line from core to core.
    """
    from benchmarks.search_networks import CASES

    cases: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        line = cache_line.build(Path(folder))
        for case in CASES:
            found = [_threads_round(case, line) for _ in range(rounds)]
            near, far = (_share(found, near=near) for near in (True, False))
            cases[case] = {"rounds": found, "near": near, "far": far}
            print(case, near, far, flush=True)
    return {"made_by": made_by(), "rounds": rounds, "cases": cases}


def _threads_round(case: str, line: Path) -> dict[str, Any]:
    before = cache_line.nanoseconds(line)
    tree = _per_second_in_processes(case, threads=2, processes=1)
    after = cache_line.nanoseconds(line)
    alone = _per_second_in_processes(case, threads=1, processes=2)
    return {"one tree": tree, "two processes": alone, "line": [before, after]}


def _share(rounds: list[dict[str, Any]], *, near: bool) -> dict[str, Any]:
    """Medians of the rounds in which the cores were near each other, or far apart, before and after."""
    ours = [each for each in rounds if all((time < cache_line.NEAR) == near for time in each["line"])]
    if not ours:
        return {"rounds": 0}
    speed = medians({name: [each[name] for each in ours] for name in ("one tree", "two processes")})
    return {"rounds": len(ours), "per_second": speed, "share": speed["one tree"] / speed["two processes"]}


def _per_second_in_processes(case: str, *, threads: int, processes: int) -> float:
    """Of one core, over processes that search at the same time."""
    command = [sys.executable, "-m", "benchmarks.search_networks", case, str(threads)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    answers = [json.loads(each.communicate()[0]) for each in started]
    return float(sum(each["simulations"] for each in answers) / sum(each["seconds"] for each in answers))


def threads_table(results: dict[str, Any]) -> str:
    lines = [
        "| search | cores | rounds | two threads on one tree | two processes | share |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for case, each in results["cases"].items():
        for where in ("near", "far"):
            if (found := each[where])["rounds"]:
                speed = found["per_second"]
                lines.append(
                    f"| {case} | {where} | {found['rounds']} | {speed['one tree']:,.0f} | "
                    f"{speed['two processes']:,.0f} | {found['share']:.0%} |"
                )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search_cost", description=__doc__)
    parser.add_argument("what", choices=["instructions", "times", "networks", "threads"])
    parser.add_argument("--against", type=Path, help="an older checkout with its own .venv")
    parser.add_argument("--lengths", type=int, nargs=2, default=[500, 3500], help="simulations per search")
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    began = time.monotonic()
    if asked.what in ("instructions", "times") and asked.against is None:
        parser.error(f"{asked.what} are compared --against an older checkout")
    if asked.what == "times":
        results = times(asked.against.resolve(), rounds=asked.rounds)
        text = times_table(results)
    elif asked.what == "instructions":
        results = compare(asked.against.resolve(), lengths=tuple(asked.lengths))
        text = instructions_table(results)
    elif asked.what == "networks":
        results = networks(rounds=asked.rounds)
        text = networks_table(results)
    else:
        results = threads(rounds=asked.rounds)
        text = threads_table(results)
    path = FOLDER / "results" / f"search_{asked.what}.json"
    path.write_text(json.dumps(results, indent=1) + "\n")
    print(f"{text}\n\n{path.name}, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
