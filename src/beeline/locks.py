"""Locks on runs: one process at a time, and another is told which one.

A lock is one of the system's on a small file that says who holds it. It ends with the process that holds it,
however that ends; a file that a killed process left is taken over.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from beeline import portable
from beeline.errors import InUse as InUse

_OPEN: Final = os.O_RDWR | os.O_CREAT | portable.OWN
_LONGEST: Final = 500


@contextmanager
def held(path: Path, *, what: str) -> Iterator[None]:
    """Holds the lock that is this file; raises ``InUse``, which names the holder, if another process does.

    Where there can be no lock, as in a folder that cannot be written or on a file system without locks, it
    goes on without one.
    """
    descriptor = _taken(path, what)
    try:
        yield
    finally:
        if descriptor is not None:
            _give_up(path, descriptor)


def _give_up(path: Path, descriptor: int) -> None:
    """Removes the file while it is locked, or else, where open files cannot be removed, right after."""
    if portable.CAN_REPLACE_OPEN_FILES:
        with suppress(OSError):
            path.unlink()
        os.close(descriptor)
    else:
        os.close(descriptor)
        with suppress(OSError):  # another process has opened it by now
            path.unlink()


def _taken(path: Path, what: str) -> int | None:
    while True:
        try:
            descriptor = os.open(path, _OPEN, 0o666)
        except OSError:
            return None
        try:
            taken = portable.try_lock(descriptor)
        except OSError:
            os.close(descriptor)
            return None
        if not taken:
            holder = os.read(descriptor, _LONGEST).decode(errors="replace") or "another process"
            os.close(descriptor)
            raise InUse(f"{what} is being written by {holder}; wait for it, or end it")
        if os.fstat(descriptor).st_nlink:  # else its holder has just given it up and removed it
            os.ftruncate(descriptor, 0)
            os.write(descriptor, _who().encode()[:_LONGEST])
            return descriptor
        os.close(descriptor)


def _who() -> str:
    command = " ".join(sys.argv).encode("ascii", "replace").decode()
    shown = "".join(letter if letter.isprintable() else "?" for letter in command)[:200]
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    return f"process {os.getpid()} on {socket.gethostname()} ({shown}, since {since})"
