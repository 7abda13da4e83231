"""Substitutes for what Windows lacks of POSIX.

Other modules do not use names of POSIX that Windows does not have. Those that ask which system it is have
something to do on one alone: outside programs (``players.outside``, on Linux and macOS), workers that die
with their parent (Linux), and clusters.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import Any, Final

try:
    import fcntl
except ModuleNotFoundError:
    fcntl = None  # type: ignore[assignment]
try:
    import resource
except ModuleNotFoundError:
    resource = None  # type: ignore[assignment]


def _flags(*names: str) -> int:
    """The flags of ``os.open`` by these names, without those that this system lacks."""
    return sum(getattr(os, name, 0) for name in names)


NOT_INHERITED: Final = _flags("O_CLOEXEC", "O_NOINHERIT", "O_BINARY")
"""Flags of ``os.open``: bytes as they are, and child processes do not get the descriptor."""
OWN: Final = NOT_INHERITED | _flags("O_NOFOLLOW")
"""The same, and a link is refused where the system can refuse it."""
NOT_WAITING: Final = NOT_INHERITED | _flags("O_NONBLOCK")
"""The same as ``NOT_INHERITED``, and a pipe is opened without waiting for its other end."""

CAN_REPLACE_OPEN_FILES: Final = fcntl is not None
"""Whether a file can be renamed and removed while it is open."""

_LOCKED_BYTE: Final = 1 << 30
"""Position of the byte that is locked on Windows: beyond all content, since a locked byte cannot be read."""
_REPLACE_SECONDS: Final = 2.0


def try_lock(descriptor: int) -> bool:
    """Takes the lock of a file open for writing, until it is closed; False if another process has it.

    Raises OSError on a file system without locks.
    """
    if fcntl is None:
        return _try_lock_byte(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _try_lock_byte(descriptor: int) -> bool:
    import msvcrt

    windows: Any = msvcrt  # whose names the types of other systems lack
    position = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
    try:
        windows.locking(descriptor, windows.LK_NBLCK, 1)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EDEADLK):
            return False
        raise
    finally:
        os.lseek(descriptor, position, os.SEEK_SET)
    return True


def replace_when_closed(source: Path, target: Path) -> None:
    """Renames a file over another, for which on Windows it waits until nobody has either of them open."""
    deadline = time.monotonic() + _REPLACE_SECONDS
    while True:
        try:
            source.replace(target)
            return
        except PermissionError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder last, where the system opens folders at all."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | NOT_INHERITED)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # of a file system that has no such thing
            raise
    finally:
        os.close(descriptor)


def open_file_limit() -> int | None:
    """Number of files that this process may have open; None without a limit."""
    if resource is None:
        return None
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return files if files >= 0 else None


@cache
def c_function(name: str) -> Any:
    """A function of the C library; None where it has no such function, or cannot be asked."""
    import ctypes  # not wanted by most programs

    try:
        return getattr(ctypes.CDLL(None), name, None)
    except TypeError:  # Windows has no library without a name
        return None


OWN_GROUP: Final[int] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""``creationflags`` of a process that ``interrupt`` is for: Windows interrupts groups of processes."""


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Ends a process of ours as Ctrl-C would; on Windows by Ctrl-Break, which can be sent to one group."""
    process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))


def ignore_interrupts() -> None:
    """Leaves Ctrl-C, and Ctrl-Break on Windows, to the process that coordinates this one."""
    for name in ("SIGINT", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def interrupt_by_ctrl_break() -> None:
    """Lets Ctrl-Break do what Ctrl-C does, on Windows, where it ends a process at once by itself."""
    if hasattr(signal, "SIGBREAK"):
        signal.signal(signal.SIGBREAK, signal.default_int_handler)
