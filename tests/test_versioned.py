"""Files of the package that state the version of their format."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeline.arena.openings import BALANCED_FILE, BALANCED_VERSION
from beeline.errors import FileError
from beeline.interfaces.puzzles import PUZZLE_FILE, PUZZLE_HEAD, PUZZLE_VERSION
from beeline.knowledge.opening_table import OPENING_FILE, OPENING_VERSION
from beeline.versioned import read_json, read_lines


def test_another_version_is_refused(tmp_path: Path) -> None:
    for path, version in ((BALANCED_FILE, BALANCED_VERSION), (OPENING_FILE, OPENING_VERSION)):
        assert next(iter(read_json(path, version=version))) == "version"
        with pytest.raises(FileError, match=f"has version {version} of its format, of which .* reads 99"):
            read_json(path, version=99)
    assert read_lines(PUZZLE_FILE, head=PUZZLE_HEAD, version=PUZZLE_VERSION)
    with pytest.raises(FileError, match=f"has version {PUZZLE_VERSION} of its format, of which .* reads 99"):
        read_lines(PUZZLE_FILE, head=PUZZLE_HEAD, version=99)


@pytest.mark.parametrize("text", ["", "1 must-play 5 black a2 a1 a1 b1\n"])
def test_lines_without_a_head_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(text)
    with pytest.raises(FileError, match="of which this program reads 1"):
        read_lines(path, head=PUZZLE_HEAD, version=1)
