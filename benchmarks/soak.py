"""Long runs: memory stays flat, and nothing is lost. ``python -m benchmarks.soak MINUTES [PART…]``.

- ``studio``: the studio under fifty analysing pages;
- ``gtp``: games over GTP on boards of all sizes, by one process;
- ``training``: trainings that are killed at random moments and taken up, over and over, and compared with
  unbroken ones. It takes twice as long as the others.

``results/soak.json`` keeps the latest run of each part, and ``results/soak.svg`` shows their memory.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import psutil

from beeline import Board
from beeline.plots import Curve, curve_plot
from benchmarks import studio_load
from benchmarks.machine import made_by
from benchmarks.studio_load import resident

RESULT: Final = Path(__file__).parent / "results" / "soak.json"
PICTURE: Final = RESULT.with_suffix(".svg")
POINTS: Final = 60
"""That are kept of a curve."""
ENGINE: Final = "mcts:simulations=200"
BOARDS: Final = (3, 5, 7, 9, 11, 13, 19)
SYSTEMS: Final = ("hivemind", "zero", "neurohex")
"""Whose tiny trainings are killed: one that evolves, one that plays games and one with a database."""

Points = list[tuple[float, float]]
"""Minutes since the beginning, and megabytes."""


class Memory:
    """The memory of what runs, over time."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self.points: Points = []

    def note(self, megabytes: float) -> None:
        self.points.append((round((time.monotonic() - self._begin) / 60, 2), megabytes))

    def found(self) -> dict[str, Any]:
        values = [megabytes for _, megabytes in self.points]
        return {"megabytes": thinned(self.points), "most": max(values), "flat": is_flat(values)}


def thinned(points: Points) -> Points:
    """The most of each of so many spans, so that no peak is left out."""
    span = max(1, -(-len(points) // POINTS))
    spans = (points[at : at + span] for at in range(0, len(points), span))
    return [max(each, key=lambda point: point[1]) for each in spans]


def is_flat(memory: list[float]) -> bool:
    """Whether the last third needs hardly more than the second has got to; the first is for filling up."""
    third = len(memory) // 3
    return not third or max(memory[-third:]) <= 1.1 * max(memory[third:-third]) + 10


# The studio


def studio(seconds: float) -> dict[str, Any]:
    """The load of ``studio_load``, with the memory over time."""
    found = studio_load.run(seconds=seconds)
    memory = Memory()
    memory.points = found.pop("memory")
    found.pop("megabytes every 15 s")
    return {**found, **memory.found()}


# Games over GTP


class Gtp:
    """``beeline gtp`` as a process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "beeline", "gtp", "--player", ENGINE]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(command, file=self.process.stdin, flush=True)
        lines = []
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        assert lines[0].startswith("="), (command, lines)
        return "\n".join(lines)[1:].strip()

    def game(self, size: int) -> None:
        """One game of the engine with itself, checked by a board of our own."""
        self.ask(f"boardsize {size}")
        board = Board(size)
        while board.winner is None:
            colour = board.to_move
            move = self.ask(f"genmove {colour}")
            if move == "resign":
                return
            board.play(move)
        assert self.ask("final_score") == f"{board.winner[0].upper()}+"


def gtp(seconds: float) -> dict[str, Any]:
    engine, chance, memory, games = Gtp(), random.Random(1), Memory(), 0
    try:
        engine.game(max(BOARDS))  # which needs most memory
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            engine.game(chance.choice(BOARDS))
            games += 1
            memory.note(resident(engine.process.pid))
        engine.ask("quit")
        code = engine.process.wait(timeout=60)
    finally:
        engine.process.kill()
    return {"games": games, "exit code": code, **memory.found()}


# Trainings with kills


def training(seconds: float) -> dict[str, Any]:
    """Trainings that are killed until they are done, compared with those that are not."""
    chance, memory = random.Random(2), Memory()
    found = {"runs": 0, "kills": 0, "that ended otherwise": 0}
    with tempfile.TemporaryDirectory() as place:
        unbroken = {system: _unbroken(system, Path(place) / system) for system in SYSTEMS}
        begin = time.monotonic()
        for system in cycle(SYSTEMS):
            if time.monotonic() - begin > 2 * seconds:
                break
            expected, alone = unbroken[system]
            broken = Path(place) / "broken"
            found["kills"] += _kill_until_done(system, broken, chance, within=alone, memory=memory)
            found["runs"] += 1
            found["that ended otherwise"] += learned_in(broken) != expected
            shutil.rmtree(broken)
    return {**found, "systems": list(SYSTEMS), **memory.found()}


def train(system: str, folder: Path) -> subprocess.Popen[bytes]:
    """Begins a tiny training in a folder, or takes up the one that is there."""
    how = ["--resume"] if (folder / "settings.json").exists() else ["--preset", "tiny"]
    command = ["train", system, "--out", str(folder), "--workers", "1", *how]
    return subprocess.Popen(
        [sys.executable, "-m", "beeline", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _unbroken(system: str, folder: Path) -> tuple[dict[str, bytes], float]:
    """What a training comes to that nothing happens to, and how long it takes."""
    begin = time.monotonic()
    assert train(system, folder).wait() == 0
    return learned_in(folder), time.monotonic() - begin


def learned_in(folder: Path) -> dict[str, bytes]:
    """Networks, policies and weights, those of snapshots among them."""
    kinds = {".onnx", ".safetensors", ".policy", ".weights"}
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix in kinds)
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def _kill_until_done(
    system: str, folder: Path, chance: random.Random, *, within: float, memory: Memory
) -> int:
    """The number of kills, each within so many seconds of a start, until the run got to its end."""
    kills = 0
    while True:
        process = train(system, folder)
        deadline = time.monotonic() + chance.random() * within
        for megabytes in _watched(process, deadline):
            memory.note(megabytes)
        if process.poll() is None:
            _kill(process)
            kills += 1
        else:
            assert process.returncode == 0, (system, process.returncode)
            return kills


def _watched(process: subprocess.Popen[bytes], deadline: float) -> Iterator[float]:
    """The memory of a process and its workers, until it ends or the deadline comes."""
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(psutil.Error, OSError):  # one of them has just ended
            main = psutil.Process(process.pid)
            yield sum(resident(each.pid) for each in [main, *main.children(recursive=True)])
        time.sleep(0.5)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a process as the system would; its workers end by themselves."""
    process.send_signal(signal.SIGKILL)
    process.wait()


# The record


PARTS: Final[dict[str, Callable[[float], dict[str, Any]]]] = {
    part.__name__: part for part in (studio, gtp, training)
}


def note(part: str, found: dict[str, Any], *, minutes: float) -> None:
    kept = json.loads(RESULT.read_text()).get("parts", {}) if RESULT.exists() else {}
    origin = made_by(seed=1)
    about = {"minutes": minutes, "commit": origin["commit"], "date": origin["date"]}
    parts = {**kept, part: {**about, **found}}
    RESULT.write_text(json.dumps({"made_by": origin, "parts": parts}, indent=1) + "\n")
    PICTURE.write_text(picture(parts))


def picture(parts: dict[str, dict[str, Any]]) -> str:
    curves = [
        Curve(part, [(minute, megabytes) for minute, megabytes in found["megabytes"]])
        for part, found in parts.items()
    ]
    most = max(found["most"] for found in parts.values())
    return curve_plot(curves, title="Resident memory, MB", x_label="minutes", bounds=(0, 1.1 * most))


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    for part in sys.argv[2:] or PARTS:
        found = PARTS[part](60 * minutes)
        note(part, found, minutes=2 * minutes if part == "training" else minutes)
        del found["megabytes"]
        print(json.dumps({part: found}), flush=True)


if __name__ == "__main__":
    main()
