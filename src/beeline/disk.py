"""Files on disk, with the care that a run of days and a folder of strangers both need."""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from beeline import portable

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | portable.OWN


def is_own_file(path: Path) -> bool:
    """Whether it is a regular file, and no link: a pipe may never end, and a link leads elsewhere."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def read_regular(path: Path, *, most: int) -> bytes:
    """The bytes of a regular file of at most so many; raises OSError for anything else.

    A pipe or a device is refused without waiting for it.
    """
    descriptor = os.open(path, os.O_RDONLY | portable.NOT_WAITING)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        data = file.read(min(most, status.st_size) + 1)  # as much memory as this is taken at once
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes")
    return data


def write_whole(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Writes a file so that at every moment its name stands for the old content or the new.

    After it returns, a loss of power does not bring back the old. What a killed process left is swept up.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    _sweep(path)
    try:
        with open(os.open(partial, _NEW, mode), "wb") as file:
            with suppress(OSError):  # some file systems know no locks
                portable.try_lock(file.fileno())
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if portable.CAN_REPLACE_OPEN_FILES:  # while the lock keeps others from sweeping it up
                partial.replace(path)
        if not portable.CAN_REPLACE_OPEN_FILES:
            portable.replace_when_closed(partial, path)
    except OSError:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Makes a folder and those above it that are missing, so that a loss of power does not take them away."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder last, after a file was made, renamed or removed there."""
    portable.sync_folder(folder)


def _sweep(path: Path) -> None:
    """Removes what processes that are no more left of writing this file: nobody holds its lock."""
    name = re.compile(rf"\.{re.escape(path.name)}\.[0-9]+")
    for other in path.parent.iterdir() if path.parent.is_dir() else ():
        if name.fullmatch(other.name) and is_own_file(other) and not _is_locked(other):
            with suppress(OSError):
                other.unlink()


def _is_locked(path: Path) -> bool:
    try:
        with path.open("r+b") as file:
            return not portable.try_lock(file.fileno())
    except OSError:
        return True
