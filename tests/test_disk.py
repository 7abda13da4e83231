"""Files on disk: whole or not at all, nothing left lying about, nothing waited for."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from beeline.disk import make_folder, read_regular, write_whole
from beeline.files import FileError, read_whole
from beeline.locks import InUse, held


def dead_process() -> int:
    """The number of a process that is no more."""
    done = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    return int(done.stdout)


def test_what_a_killed_writer_left_is_swept_up(tmp_path: Path) -> None:
    left, other = tmp_path / f".file.{dead_process()}", tmp_path / f".other.{dead_process()}"
    for path in (left, other):
        path.write_bytes(b"half")
    write_whole(tmp_path / "file", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([other.name, "file"])


def test_what_another_process_is_writing_is_left_to_it(tmp_path: Path) -> None:
    code = (
        "import fcntl, sys; file = open(sys.argv[1], 'wb'); fcntl.flock(file, fcntl.LOCK_EX); "
        "print(flush=True); sys.stdin.read()"
    )
    path = tmp_path / ".file.1"
    with subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        write_whole(tmp_path / "file", b"whole")
        assert path.exists()
        writer.communicate()


def test_a_file_lasts_once_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    write_whole(tmp_path / "file", b"whole")
    assert synced == [False, True], "the content before the rename, the name after it"
    synced.clear()
    make_folder(tmp_path / "new" / "folder")
    assert synced == [True, True]


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "large"])
def test_only_regular_files_of_a_size_are_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "large":
        path.write_bytes(b"x" * 11)
    else:
        path = Path("/dev/zero")
    with pytest.raises(OSError, match=r"no regular file|directory|larger than 10 bytes"):
        read_regular(path, most=10)
    if kind != "large":
        with pytest.raises(FileError, match="cannot read"):
            read_whole(path)


def test_a_lock_is_held_once_and_names_its_holder(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    holder = f"the run is being written by process {os.getpid()} on"
    with held(path, what="the run"), pytest.raises(InUse, match=holder):
        held(path, what="the run").__enter__()
    with held(path, what="the run"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_where_there_can_be_no_lock_there_is_none(tmp_path: Path) -> None:
    with held(tmp_path / "no" / "folder", what="the run"):
        pass


def test_reading_takes_as_much_memory_as_the_file_has_bytes(tmp_path: Path) -> None:
    """A limit of gigabytes is no reason to ask for them: under ``ulimit -v`` nothing could be read."""
    (tmp_path / "file").write_bytes(b"few")
    tracemalloc.start()
    try:
        assert read_whole(tmp_path / "file") == b"few"
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1 << 20
