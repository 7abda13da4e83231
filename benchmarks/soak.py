"""Long runs: memory stays flat, and nothing is lost. ``python -m benchmarks.soak MINUTES``.

- the studio under fifty analysing pages, and idle afterwards;
- games over GTP on boards of all sizes, by one process;
- an evolution that is killed at random moments and taken up, over and over, beside an unbroken one.
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
from pathlib import Path
from typing import Any, Final

from beeline import Board
from beeline.networks.hivemind.policy import Policy
from benchmarks import studio_load
from benchmarks.machine import made_by
from benchmarks.studio_load import resident

RESULT: Final = Path(__file__).parent / "results" / "soak.json"
CURVE: Final = 60  # points that are kept of a curve
ENGINE: Final = "mcts:simulations=200"
GENERATIONS: Final = 3


def studio(seconds: float) -> dict[str, Any]:
    """The load of ``studio_load``, with the memory over time."""
    found = studio_load.run(seconds=seconds)
    memory = found.pop("megabytes every 15 s")
    return {**found, "megabytes": thinned(memory), "flat": is_flat(memory)}


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
    engine, chance = Gtp(), random.Random(1)
    games, memory = 0, []
    begin = time.monotonic()
    try:
        engine.game(19)  # which needs most memory
        while time.monotonic() - begin < seconds:
            engine.game(chance.choice([3, 5, 7, 9, 11, 13, 19]))
            games += 1
            memory.append(resident(engine.process.pid))
        engine.ask("quit")
        code = engine.process.wait(timeout=20)
    finally:
        engine.process.kill()
    return {"games": games, "exit code": code, "megabytes": thinned(memory), "flat": is_flat(memory)}


def evolve(folder: Path, *, resume: bool) -> subprocess.Popen[bytes]:
    begin = f"--size 4 --generations {GENERATIONS} --simulations 5 --games 1"
    options = ["--workers", "1", *("--resume" if resume else begin).split()]
    command = [sys.executable, "-m", "beeline", "evolve", "--out", str(folder), *options]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def killed_evolutions(seconds: float) -> dict[str, Any]:
    """Evolutions that are killed until they are done, compared with one that is not."""
    chance, kills, runs, lost = random.Random(2), 0, 0, 0
    with tempfile.TemporaryDirectory() as place:
        whole, broken = Path(place) / "whole", Path(place) / "broken"
        begin = time.monotonic()
        assert evolve(whole, resume=False).wait() == 0
        begin, alone = time.monotonic(), time.monotonic() - begin
        while time.monotonic() - begin < seconds:
            kills += _kill_until_done(broken, chance, within=alone)
            runs += 1
            lost += not _are_equal(whole, broken)
            shutil.rmtree(broken)
    return {"runs": runs, "kills": kills, "that ended otherwise": lost}


def _kill_until_done(folder: Path, chance: random.Random, *, within: float) -> int:
    """The number of kills, each within so many seconds of a start, until the run got to its end."""
    kills = 0
    while True:
        process = evolve(folder, resume=(folder / "checkpoint").exists())
        try:
            code = process.wait(timeout=chance.random() * within)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            continue
        assert code == 0, code
        return kills


def _are_equal(one: Path, other: Path) -> bool:
    weights = [Policy.load(folder / "learned.policy").weights.tolist() for folder in (one, other)]
    return bool(weights[0] == weights[1])


def thinned(values: list[float]) -> list[float]:
    return values[:: max(1, len(values) // CURVE)]


def is_flat(memory: list[float]) -> bool:
    """Whether the second half needs hardly more than the first has got to."""
    half = len(memory) // 2
    return not half or max(memory[half:]) <= 1.1 * max(memory[:half]) + 10


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    results: dict[str, Any] = {"made_by": made_by(), "minutes each": minutes}
    for part in (studio, gtp, killed_evolutions):
        results[part.__name__] = part(60 * minutes)
        print(json.dumps({part.__name__: results[part.__name__]}), flush=True)
    RESULT.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
