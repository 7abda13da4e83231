"""What the package says about itself is said once, or is the same everywhere."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import metadata, version
from pathlib import Path

import beeline

ROOT = Path(__file__).parents[1]


def texts() -> Iterator[tuple[Path, str]]:
    """The files that people read, and those that print to them."""
    for pattern in ("*.md", "docs/**/*.md", "src/beeline/**/*.py", "reproductions/**/*.md"):
        for path in ROOT.glob(pattern):
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def test_the_version_is_that_of_the_installed_package_and_of_the_citation() -> None:
    assert version("beeline-hex") == beeline.__version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [beeline.__version__]
    assert f"## {beeline.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_package_has_a_licence_authors_and_addresses() -> None:
    about = metadata("beeline-hex")
    assert about["License-Expression"] == "MIT"
    assert about["Author"] == "The Beeline authors"
    assert {line.partition(",")[0] for line in about.get_all("Project-URL") or []} >= {
        "Homepage",
        "Changelog",
    }


def test_nobody_is_sent_to_the_package_of_another_project() -> None:
    """On the index, ``beeline`` is somebody else's; ours is ``beeline-hex``."""
    wrong = re.compile(r"pip install ['\"]?beeline(?!-hex)|beeline\[[a-z]")
    assert [path for path, text in texts() if wrong.search(text)] == []


def test_every_extra_that_is_named_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {
        extra.strip()
        for _, text in texts()
        for group in re.findall(r"beeline-hex\[([\w,-]+)\]", text)
        for extra in group.split(",")
    }
    assert named <= set(project["optional-dependencies"]) | {"NAME"}
    assert named >= {"networks", "ray", "train"}
