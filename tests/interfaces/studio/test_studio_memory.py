"""A studio that has been busy gives its memory back when it is idle."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

from beeline import Board
from beeline.interfaces.studio.analysts import Analysts
from beeline.interfaces.studio.cast import Cast
from beeline.interfaces.studio.recorded_runs import Runs
from beeline.limits import Limits
from tests.interfaces.studio.studio_page import at, studio_server

OVERLAYS = {
    "position": {"rows": 19, "cols": 19, "moves": ["f6", "d8", "e5"]},
    "overlays": ["connections", "inferior", "resistance"],
}


def resident(process: int | str) -> float:
    """Megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def ask(address: str) -> None:
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(at(address, "/api/overlays"), json.dumps(OVERLAYS).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()


def test_memory_is_given_back_once_nothing_goes_on() -> None:
    with studio_server("--searches", "2") as server:
        ask(server.address)
        before = resident(server.process.pid)
        threads = [threading.Thread(target=ask, args=[server.address]) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        busy = resident(server.process.pid)
        deadline = time.monotonic() + 10
        while (idle := resident(server.process.pid)) > before + 60 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert idle < before + 60, f"{before:.0f} MB at the start, {busy:.0f} MB busy, {idle:.0f} MB idle"


COMINGS_AND_GOINGS = """
import random, sys
from beeline import Board
from beeline.interfaces.analyst import Analyst
from beeline.interfaces.studio.memory import share_memory
from beeline.players import Limit
from beeline.players.registry import make_player
from tests.interfaces.studio.test_studio_memory import resident

share_memory(2)
chance, kept = random.Random(1), []
for number in range(60):
    board = Board(11)
    for _ in range(4):
        board.play(chance.choice(list(board.legal_moves)))
    analyst = Analyst(board, make_player("mcts:knowledge=300,memory=16,seed=0"))
    analyst._player.choose(board, Limit(simulations=50))
    analyst._solve_position(None)
    kept.append(analyst)
    if len(kept) > 10:
        kept.pop(chance.randrange(10))
    if number in (20, 59):
        print(resident("self"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow_while_analyses_come_and_go() -> None:
    """Ten at a time: blocks that were freed in between are not cleared and taken into use again."""
    command = [sys.executable, "-c", COMINGS_AND_GOINGS]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    early, late = map(float, done.stdout.split())
    assert late < early + 15, f"{early:.0f} MB after 20 analyses, {late:.0f} MB after 60"


@pytest.mark.parametrize(("megabytes", "kept"), [(1024, 3), (16, 1)])
def test_a_page_keeps_one_tree_instead_of_three_where_memory_is_short(megabytes: int, kept: int) -> None:
    analysts = Analysts(Cast(Limits(all_memory=megabytes), Runs([])))
    for move in ("a1", "b2", "c3", "d4"):
        board = Board(5)
        board.play(move)
        analysts.of(board, "mcts:simulations=1")
    assert len(analysts._kept) == kept
    analysts.close()
