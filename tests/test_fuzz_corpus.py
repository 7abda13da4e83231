"""Input that the fuzzers found worth keeping goes through its target: read, or refused by a named error."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.targets import TARGETS

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus(name: str) -> None:
    inputs = sorted((CORPUS / name).iterdir())
    assert inputs
    for path in inputs:
        TARGETS[name](path.read_bytes())
