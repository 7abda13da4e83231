"""Files of arrays are read whole or refused with a reason."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beeline.files import FileError, read_arrays, write_arrays, write_whole


def write(path: Path, *, kind: str = "test", version: int = 1) -> None:
    arrays = {"a": np.arange(12, dtype=np.float32).reshape(3, 4), "b": np.array([7], dtype=np.int64)}
    write_arrays(path, kind=kind, version=version, about={"name": "∂"}, arrays=arrays)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write(tmp_path / "file")
    about, arrays = read_arrays(tmp_path / "file", kind="test", version=1)
    assert about == {"name": "∂"}
    assert arrays["a"].tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert arrays["b"].dtype == np.int64


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kind": "other"}, "is of the kind other, not test"),
        ({"version": 2}, "has version 2"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    write(tmp_path / "file", **change)
    with pytest.raises(FileError, match=reason):
        read_arrays(tmp_path / "file", kind="test", version=1)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        read_arrays(tmp_path / "nothing", kind="test", version=1)


def test_damage_anywhere_is_found(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write(path)
    whole = path.read_bytes()
    for length in (0, 4, 20, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(FileError, match="damaged"):
            read_arrays(path, kind="test", version=1)
    for place in range(len(whole)):
        broken = bytearray(whole)
        broken[place] ^= 0x41
        path.write_bytes(broken)
        try:
            about, arrays = read_arrays(path, kind="test", version=1)
        except FileError:
            continue
        assert about == {"name": "∂"}
        assert arrays["a"].sum() == 66


def test_a_file_without_a_checksum_of_the_text_is_read(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    arrays = {"a": np.arange(3, dtype=np.float32)}
    checksum = "0a23c8a44e9076973381992822dc8dddaacebf5e08a8ed3bf8444591c8693101"
    header = {"kind": "test", "version": "1", "about": '{"name": "old"}', "sha256": checksum}
    save_file(arrays, tmp_path / "file", metadata=header)
    assert read_arrays(tmp_path / "file", kind="test", version=1)[0] == {"name": "old"}


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_equal_contents_are_equal_files(tmp_path: Path) -> None:
    """The library writes metadata in any order, which differs from file to file even in one process."""
    for name in map(str, range(8)):
        write(tmp_path / name)
    assert len({(tmp_path / name).read_bytes() for name in map(str, range(8))}) == 1
