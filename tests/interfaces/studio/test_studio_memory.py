"""A studio that has been busy gives its memory back when it is idle."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from pathlib import Path

from tests.interfaces.studio.studio_page import at, studio_server

OVERLAYS = {
    "position": {"rows": 19, "cols": 19, "moves": ["f6", "d8", "e5"]},
    "overlays": ["connections", "inferior", "resistance"],
}


def resident(process: int) -> float:
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
