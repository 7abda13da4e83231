"""Parts of the benchmarks that read what other programs answer."""

from __future__ import annotations

import pytest
from benchmarks.inferior import kinds


def test_marks_of_both_generations_of_benzene_are_counted() -> None:
    answer = ["a1", "fd", "b1", "iv[c2]", "c1", "is[c2]", "d1", "ii[c2]", "a2", "ir[c2]", "b2", "id[c2]"]
    assert kinds(answer) == {
        "a1": "filled",
        "b1": "reversible",
        "c1": "reversible",
        "d1": "dominated",
        "a2": "reversible",
        "b2": "dominated",
    }


def test_a_mark_that_nobody_knows_is_not_counted_as_nothing() -> None:
    with pytest.raises(ValueError, match=r"marks a1 'ix\[b2\]'"):
        kinds(["a1", "ix[b2]"])
