"""Error of a request, in a sentence that tells nothing of where files are on this machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

_LONGEST = 300
_FOLDERS: Final = re.compile(
    r"""(?P<open>['"])/[^'"]*/(?=[^/'"]+(?P=open))"""  # of a path in quotes, which may hold blanks
    r"""|(?<![\w./])/(?:[^\s/'"]+/)+"""
)


def sentence_of(error: ValidationError | RequestValidationError) -> str:
    """The first complaint, with the place: ``position.rows: input should be less than or equal to 19``."""
    problems: Sequence[Any] = error.errors()
    first = problems[0]
    if first["type"] == "json_invalid":
        return f"expected JSON: {first.get('ctx', {}).get('error', first['msg'])}"[:_LONGEST]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    text = str(first["msg"])
    text = text[:1].lower() + text[1:]
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"{place}: {text}{more}"[:_LONGEST] if place else f"{text}{more}"[:_LONGEST]


def without_folders(text: str) -> str:
    """The text with files by their names alone: 'x.db' for '/home/ada/runs/x.db'."""
    return _FOLDERS.sub(lambda found: found["open"] or "", text)
