"""The README says what is true."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

from tools import reproductions_page

from beeline.papers.reproduction import discussed, figure_folder, reproductions

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
OURS = re.compile(r"https://github\.com/beeline-hex/beeline/(?:blob|raw|tree)/main/(.*)")


def test_the_game_at_the_prompt_runs() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_every_link_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "reproductions").rglob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            ours = OURS.match(target)
            place = ROOT / ours[1] if ours else page.parent / target
            assert place.exists() or (not ours and target.startswith("https://")), f"{page.name}: {target}"


def test_the_front_page_has_whole_addresses_alone() -> None:
    """It is shown by the package index too, where files of the repository are not beside it."""
    targets = re.findall(r"\]\(([^)]+)\)|(?:src|href)=\"([^\"]+)\"", README.read_text(encoding="utf-8"))
    targets = [link or picture for link, picture in targets]
    assert any(target.endswith(".svg") for target in targets)
    assert [target for target in targets if not target.startswith("https://")] == []


def test_the_pages_of_reproductions_say_what_is_recorded() -> None:
    """Made anew by ``python -m tools.reproductions_page``."""
    for path, text in reproductions_page.pages().items():
        assert path.read_text(encoding="utf-8") == text, path


def test_the_list_of_reproductions_is_whole() -> None:
    text = (ROOT / "reproductions" / "README.md").read_text(encoding="utf-8")
    assert [name for name in reproductions(ROOT / "reproductions") if f"| `{name}` |" not in text] == []


def test_the_folder_of_a_reproduction_is_its_name() -> None:
    for name in reproductions(ROOT / "reproductions"):
        assert (figure_folder(ROOT / "reproductions", name) / "definition.py").exists(), name


def test_a_discussion_is_of_the_results_beside_it() -> None:
    """Whoever records anew reads the discussion again, and then changes its first line."""
    for path in (ROOT / "reproductions").glob("*/*/DISCUSSION.md"):
        results = json.loads((path.parent / "results.json").read_text(encoding="utf-8"))
        assert path.read_text(encoding="utf-8").startswith(discussed(results)), path
