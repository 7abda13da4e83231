"""Files on disk, with the care that a run of days and a folder of strangers both need."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC


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
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
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
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            partial.replace(path)
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
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # of a file system that has no such thing
            raise
    finally:
        os.close(descriptor)


def _sweep(path: Path) -> None:
    """Removes what processes that are no more left of writing this file: nobody holds its lock."""
    name = re.compile(rf"\.{re.escape(path.name)}\.[0-9]+")
    for other in path.parent.iterdir() if path.parent.is_dir() else ():
        if name.fullmatch(other.name) and is_own_file(other) and not _is_locked(other):
            with suppress(OSError):
                other.unlink()


def _is_locked(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False
