"""What was wrong with a request, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

_LONGEST = 300


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
