"""docs/reference/limits.md tells every limit as it is."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from beeline import limits
from beeline.limits import Limits, SgfLimits

PAGE = (Path(__file__).parents[1] / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")
CONSTANTS = {name: value for name, value in vars(limits).items() if name.isupper()}


def line_of(name: str) -> str:
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{name}`")]
    return line


@pytest.mark.parametrize("name", CONSTANTS)
def test_every_constant_is_told(name: str) -> None:
    value = CONSTANTS[name]
    numbers = (
        [getattr(value, each.name) for each in fields(value)] if isinstance(value, SgfLimits) else [value]
    )
    for number in numbers:
        assert f"| {number:,} |" in line_of(name)


@pytest.mark.parametrize("name", [each.name for each in fields(Limits)])
def test_every_limit_of_the_studio_is_told(name: str) -> None:
    value = getattr(Limits(), name)
    told = "one per core" if name == "searches" else f"{value:,}".removesuffix(".0")
    assert f"| {told} |" in line_of(name)
