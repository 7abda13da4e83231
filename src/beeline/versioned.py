"""Text files of the package whose head states the version of their format, so that another can be refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from beeline.errors import FileError


def read_json(path: Path, *, version: int) -> dict[str, Any]:
    """An object of JSON with a field ``version``; raises FileError for another version."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    _check(path, str(found.get("version")), version)
    return found


def read_lines(path: Path, *, head: str, version: int) -> list[str]:
    """The lines below the first, which is ``# HEAD, version N``; raises FileError for another."""
    first, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    _check(path, first.removeprefix(head_line(head, "")), version)
    return lines


def head_line(head: str, version: int | str) -> str:
    """First line of a file of lines."""
    return f"# {head}, version {version}"


def _check(path: Path, found: str, version: int) -> None:
    if found != str(version):
        raise FileError(
            f"{str(path)!r} has version {found[:40]} of its format, of which this program reads {version}"
        )
