"""The studio under load: fifty pages that analyse for a minute.

``python -m benchmarks.studio_load`` starts a studio, opens fifty live analyses as the page does, walks each
of them on every ten seconds, and asks for something small twice a second meanwhile. It records how long pages
wait for updates, how long small requests take, and the memory of the server. Trees grow to their bounds
first, so it takes some minutes to see memory become flat: give the seconds as an argument.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
import urllib.request
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import connect

from beeline import Board
from benchmarks.machine import made_by

PAGES = 50
SECONDS = 60.0
WALK_EVERY = 10.0
PATIENCE = 30.0
"""Seconds that a small request may take; more is an error."""
RESULT = Path(__file__).parent / "results" / "studio_load.json"


class Tab:
    """One page: what it was sent, and when."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)
        self.board = Board()
        self.times: list[float] = []
        self.waited = 0
        self.errors: list[str] = []

    async def run(self, address: str, seconds: float) -> None:
        begin = time.monotonic()
        asked = -WALK_EVERY
        async with connect(address.replace("http", "ws") + "api/live", max_size=1 << 20) as socket:
            while (passed := time.monotonic() - begin) < seconds:
                if passed - asked >= WALK_EVERY:
                    asked = passed
                    self.walk()
                    await socket.send(json.dumps(question(self.board.moves)))
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), timeout=1))
                except TimeoutError:
                    continue
                if message["type"] == "error":
                    self.errors.append(message["error"])
                elif message["type"] == "waiting":
                    self.waited += 1
                else:
                    self.times.append(time.monotonic() - begin)

    def walk(self) -> None:
        """Plays a random move; in a new game where that would end the one that goes on."""
        after = self.board.copy()
        after.play(self.random.choice(list(after.legal_moves)))
        self.board = Board() if after.winner is not None else after

    def gaps(self, seconds: float) -> list[float]:
        edges = [0.0, *self.times, seconds]
        return [later - earlier for earlier, later in pairwise(edges)]


def question(moves: list[str]) -> dict[str, Any]:
    return {"type": "analyse", "id": len(moves), "position": {"moves": moves}, "seconds": 600}


async def measure(address: str, pid: int, *, pages: int, seconds: float) -> dict[str, Any]:
    tabs = [Tab(number) for number in range(pages)]
    latencies: list[float] = []
    memory: list[tuple[float, float]] = []

    async def small_requests() -> None:
        begin = time.monotonic()
        while time.monotonic() - begin < seconds - 1:
            start = time.monotonic()
            try:
                await asyncio.to_thread(ask_small, address)
            except TimeoutError:
                tabs[0].errors.append(f"no answer to a small request within {PATIENCE:g} s")
            latencies.append(time.monotonic() - start)
            memory.append((round((time.monotonic() - begin) / 60, 2), resident(pid)))
            await asyncio.sleep(max(0.0, 0.5 - latencies[-1]))

    await asyncio.gather(small_requests(), *(tab.run(address, seconds) for tab in tabs))
    updates = [len(tab.times) for tab in tabs]
    gaps = sorted(gap for tab in tabs for gap in tab.gaps(seconds))
    return {
        "pages": pages,
        "seconds": seconds,
        "errors": [error for tab in tabs for error in tab.errors],
        "updates": {"fewest": min(updates), "most": max(updates), "all": sum(updates)},
        "told to wait": sum(tab.waited for tab in tabs),
        "seconds between updates": spread(gaps),
        "seconds of a small request": spread(sorted(latencies)),
        "megabytes every 15 s": [megabytes for _, megabytes in memory[::30]],
        "memory": memory,
    }


def spread(values: list[float]) -> dict[str, float]:
    percentiles = quantiles(values, n=100)
    return {
        "median": round(percentiles[49], 3),
        "95%": round(percentiles[94], 3),
        "99%": round(percentiles[98], 3),
        "most": round(values[-1], 3),
    }


def ask_small(address: str) -> None:
    body = json.dumps({"moves": ["f6", "d8"]}).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{address}api/position", data=body, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        json.load(answer)


def resident(pid: int) -> float:
    """Megabytes of memory that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def run(*, pages: int = PAGES, seconds: float = SECONDS) -> dict[str, Any]:
    """Starts a studio and measures it."""
    options = ["--no-browser", "--port", "0", "--searches", "2", "--token", ""]
    command = [sys.executable, "-m", "beeline", "serve", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[2]
        return asyncio.run(measure(address, server.pid, pages=pages, seconds=seconds))
    finally:
        server.terminate()
        server.wait(timeout=20)
        if server.stdout:
            server.stdout.close()


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    results = {"made_by": made_by(), **run(seconds=seconds)}
    del results["memory"]
    RESULT.write_text(json.dumps(results, indent=1) + "\n")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
