"""Folders and files that may not be written or read, and clocks that jump: a sentence, and nothing lost."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from beeline.arena.store import GameStore
from beeline.errors import BeelineError, FileError, StoreError, TrainingError
from beeline.files import read_whole, write_whole
from beeline.networks.hivemind.policy import Policy
from tests.faults.systems import SYSTEMS, outcome

NOBODY = 65534


@contextmanager
def without_rights() -> Iterator[None]:
    """Root may do anything, so it is somebody else for a while; others are held by the modes of files."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder that may be read and not written, with a match in it; all can get there."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        SYSTEMS["match"](place)
        (place / "secret").write_bytes(b"x")
        (place / "secret").chmod(0)
        (place / "match.db").chmod(0o444)
        place.chmod(0o555)
        yield place
        place.chmod(0o755)


def test_what_may_not_be_written_is_a_sentence(closed: Path) -> None:
    with without_rights():
        with pytest.raises(FileError, match=r"cannot write .*Permission denied"):
            write_whole(closed / "file", b"data")
        with pytest.raises(StoreError, match=r"new\.db cannot be used as a game store"):
            GameStore(closed / "new.db")
        with pytest.raises(StoreError, match=r"match\.db"):
            SYSTEMS["match"](closed)
        with pytest.raises(TrainingError, match="cannot be made a folder: Permission denied"):
            SYSTEMS["hivemind"](closed)
    assert sorted(path.name for path in closed.iterdir()) == ["match.db", "secret"]


def test_what_may_not_be_read_is_a_sentence(closed: Path) -> None:
    with without_rights():
        with pytest.raises(FileError, match=r"cannot read .*Permission denied"):
            read_whole(closed / "secret")
        with pytest.raises(FileError, match=r"cannot read .*Permission denied"):
            Policy.load(closed / "secret")
        with pytest.raises(BeelineError, match="secret cannot be used as a game store"):
            GameStore(closed / "secret", read_only=True)


def test_what_may_be_read_and_not_written_is_read(closed: Path) -> None:
    with without_rights():
        assert len(outcome("match", closed)) == 4


@pytest.mark.parametrize("system", ["match", "hivemind"])
def test_a_clock_that_jumps_changes_nothing(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("steady", "jumping"):
        (tmp_path / name).mkdir()
    SYSTEMS[system](tmp_path / "steady")
    times = iter(range(0, -(10**9), -86_400))  # a day back at every look
    monkeypatch.setattr(time, "time", lambda: float(next(times)))
    SYSTEMS[system](tmp_path / "jumping")
    assert outcome(system, tmp_path / "jumping") == outcome(system, tmp_path / "steady")
