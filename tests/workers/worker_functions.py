"""Functions that workers run in the tests; they must be importable by name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def same(task: bytes) -> bytes:
    return task


def fail_on_seven(number: int) -> int:
    if number == 7:
        raise ValueError("seven")
    return number


def die_once(task: tuple[str, int]) -> int:
    """Kills its own process the first time a number is tried."""
    folder, number = task
    mark = Path(folder) / str(number)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def slowly(number: int) -> tuple[int, int]:
    time.sleep(0.2)
    return number, os.getpid()


def node_and_number(number: int) -> tuple[str, int]:
    import ray

    time.sleep(0.3)
    return ray.get_runtime_context().get_node_id(), number


def cannot_travel(number: int) -> object:
    return lambda: number


def read_file(path: str) -> str:
    return Path(path).read_text()
