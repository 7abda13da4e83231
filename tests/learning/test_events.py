"""TensorBoard events."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from beeline.files import FileError
from beeline.learning.metrics import Events


def test_a_full_disk_is_told_when_numbers_are_added_and_closing_stays_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    events = Events(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match=r"cannot write '.*tfevents.*': No space left on device"):
        events.add({"loss": 1.0}, 1)
    events.close()
