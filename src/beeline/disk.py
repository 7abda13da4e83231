"""Files on disk, with the care that a run of days and a folder of strangers both need."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


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
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes")
    return data
