"""The README says what is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


def test_the_game_at_the_prompt_runs() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_every_link_leads_somewhere() -> None:
    for page in [README, *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert target.startswith("https://") or (page.parent / target).exists(), f"{page.name}: {target}"
