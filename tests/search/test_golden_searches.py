"""Every search of the golden table finds what it found when the table was recorded, to the visit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from benchmarks.signature import cases, golden


@pytest.mark.parametrize(("name", "find"), [pytest.param(*case, id=case[0]) for case in cases()])
def test_a_search_is_that_of_the_golden_table(name: str, find: Callable[[], Any]) -> None:
    assert find() == golden()[name]


def test_the_golden_table_has_no_other_searches() -> None:
    assert set(golden()) == {name for name, _ in cases()}
