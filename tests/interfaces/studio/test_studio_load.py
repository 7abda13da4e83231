"""Many pages at once. The whole minute of fifty pages is ``python -m benchmarks.studio_load``."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from benchmarks.studio_load import run


def load(*, pages: int, seconds: float) -> dict[str, Any]:
    """In a thread of its own: the browser of the other tests has a loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(run, pages=pages, seconds=seconds).result()


def check(found: dict[str, Any], *, longest_gap: float) -> None:
    assert found["errors"] == []
    assert found["updates"]["fewest"] > 1
    assert found["seconds between updates"]["most"] < longest_gap
    assert found["seconds of a small request"]["95%"] < 1.0


def test_ten_pages_keep_getting_updates() -> None:
    check(load(pages=10, seconds=6), longest_gap=4.0)


@pytest.mark.slow
def test_fifty_pages_keep_getting_updates_for_a_minute() -> None:
    found = load(pages=50, seconds=60)
    check(found, longest_gap=8.0)
    assert max(found["megabytes every 15 s"]) < 1500
