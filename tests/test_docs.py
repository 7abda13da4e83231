"""The examples of the documentation run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from beeline import Board, Limit

DOCS = Path(__file__).parents[1] / "docs"


def run_examples(page: str) -> dict[str, Any]:
    """Runs the Python blocks of a page, one after the other; what they have defined."""
    names: dict[str, Any] = {"__name__": "__main__"}
    blocks = re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    return names


@pytest.mark.parametrize("page", ["how-to/solve-a-position.md", "tutorials/your-engine-in-the-arena.md"])
def test_the_examples_run(page: str) -> None:
    assert run_examples(page)["answer"].winner in ("black", "white")


def test_the_player_of_the_guide_plays() -> None:
    guide = run_examples("how-to/add-a-player.md")
    near, far = (guide["create"](guide["Options"](far=far)) for far in (False, True))
    assert near.choose(Board(5), Limit()).move == "c3"
    assert far.choose(Board(5), Limit()).move in ("a1", "a5", "e1", "e5")


def test_every_page_has_a_place_in_the_site() -> None:
    listed = re.findall(r": ([\w/-]+\.md)$", (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8"), re.M)
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert set(listed) == {page for page in pages if not page.startswith("dev/")}
    assert len(listed) == len(set(listed))
