"""Takes from this process, on being imported, the modules and names of POSIX that Windows lacks.

Libraries that ask for the platform, which is still that of this machine, have theirs before. Locks are those
of ``msvcrt``, played by the system's own.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import importlib
import os
import select
import signal
import sys
import types
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

MISSING_MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "pty", "tty")
MISSING_NAMES = {
    os: ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_DIRECTORY", "getuid", "killpg", "setsid", "fork"),
    select: ("poll", "epoll", "POLLIN", "POLLOUT"),
    signal: ("SIGHUP", "SIGCHLD", "SIGPIPE"),
}
LIBRARIES = (
    "asyncio",
    "getpass",
    "multiprocessing.popen_spawn_posix",
    "multiprocessing.resource_tracker",
    "onnxruntime",
    "psutil",
    "ray",
    "rich.console",
    "shutil",
    "subprocess",
    "torch",
    "uvicorn",
)


class _Finder:
    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        if name in MISSING_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _locking(descriptor: int, mode: int, count: int) -> None:
    position = os.lseek(descriptor, 0, os.SEEK_CUR)
    assert position > 1 << 20, "nobody can read a byte that is locked"
    try:
        fcntl.lockf(descriptor, mode, count, position)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "locked by another process") from None


class _Library(ctypes.CDLL):
    def __init__(self, name: str | None, *arguments: Any, **options: Any) -> None:
        if name is None:
            raise TypeError("bad argument type for built-in operation")
        super().__init__(name, *arguments, **options)


def _take_away() -> None:
    for name in LIBRARIES:
        with suppress(ModuleNotFoundError):
            importlib.import_module(name)
    for name in MISSING_MODULES:
        sys.modules.pop(name, None)
    for module, names in MISSING_NAMES.items():
        for name in names:
            delattr(module, name)
    sys.meta_path.insert(0, _Finder())  # type: ignore[arg-type]
    msvcrt = types.ModuleType("msvcrt")
    vars(msvcrt).update(locking=_locking, LK_NBLCK=fcntl.LOCK_EX | fcntl.LOCK_NB)
    sys.modules["msvcrt"] = msvcrt
    ctypes.CDLL = _Library  # type: ignore[misc]


_take_away()
