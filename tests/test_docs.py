"""The examples of the documentation run: code as it stands, commands as far as their options and players."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from beeline import Board, Limit
from beeline.interfaces.gtp.command import gtp_parser
from beeline.interfaces.main import application
from beeline.learning.systems import plan_run
from beeline.players.levels import level_player
from beeline.players.registry import PlayerSpec, read_options

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NETWORK = ROOT / "src/beeline/networks/zero/data/zero.safetensors"


def pages() -> list[Path]:
    """What a reader is to follow; not the record of changes, nor what was tried while building."""
    site = (page for page in DOCS.rglob("*.md") if page.parent.name != "dev")
    here = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "reproductions/README.md", "docs/dev/queue.md")
    return sorted([*(ROOT / name for name in here), *site])


def blocks(page: Path, *languages: str) -> list[str]:
    found = re.findall(r"^```([^`\n]*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    return [block for language, block in found if language in languages]


PYTHON = [page for page in pages() if blocks(page, "python") and page.name != "README.md"]  # a doctest


def run_examples(page: Path) -> dict[str, Any]:
    """Runs the Python blocks of a page, one after the other; what they have defined."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)
    return names


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder as the pages suppose it: with a network of one's own, and the examples beside it."""
    shutil.copy(NETWORK, tmp_path / "network.safetensors")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(DOCS / "examples")


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("page", PYTHON, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_code_of_a_page_runs(page: Path) -> None:
    names = run_examples(page)
    if "answer" in names:
        assert names["answer"].winner in ("black", "white")


def test_the_player_of_the_guide_plays() -> None:
    guide = run_examples(DOCS / "how-to" / "add-a-player.md")
    near, far = (guide["create"](guide["Options"](far=far)) for far in (False, True))
    assert near.choose(Board(5), Limit()).move == "c3"
    assert far.choose(Board(5), Limit()).move in ("a1", "a5", "e1", "e5")


@cache
def known_commands() -> dict[str, Any]:
    return get_command(application()).commands  # type: ignore[attr-defined, no-any-return]


def commands(page: Path) -> Iterator[list[str]]:
    """The words after ``beeline`` in the commands that a page shows."""
    for line in "".join(blocks(page, "", "bash")).replace("\\\n", " ").splitlines():
        if command := re.fullmatch(r"(?:[A-Z_]+=\S+ )*(?:\S*/)?beeline (.*)", line):
            yield shlex.split(command[1], comments=True)


def mentioned(page: Path) -> Iterator[tuple[str, str]]:
    """Each option of a command that a sentence mentions: (``match``, ``--games``)."""
    for code in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", page.read_text(encoding="utf-8")):
        if (command := re.fullmatch(r"beeline ([a-z]+)((?: .*)?)", code)) and not command[1].startswith(
            "gtp"
        ):
            bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", command[2])
            yield from ((command[1], option) for option in re.findall(r"(?<=\s)--?[a-z][\w-]*", bare))


COMMANDS = [
    pytest.param(words, id=f"{page.name}: {shlex.join(words)}"[:100])
    for page in pages()
    for words in commands(page)
]
PLACEHOLDER = re.compile(r"[A-Z]+(:.*)?|.*\.\.\..*")
"""``A``, ``NEW`` and ``gtp:command=...`` stand for the reader's own."""


def check_player(text: str | None) -> None:
    if text and not PLACEHOLDER.fullmatch(text):
        read_options(PlayerSpec.parse(text))


def test_every_command_is_shown() -> None:
    shown = {parameter.values[0][0] for parameter in COMMANDS}
    assert shown == set(known_commands())


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_has_options_and_players_that_exist(words: list[str], tmp_path: Path) -> None:
    if words[0] == "gtp":
        given = vars(gtp_parser().parse_args(words[1:]))
    else:
        given = known_commands()[words[0]].make_context(words[0], words[1:]).params
    several = [*(given.get("players") or []), *(given.get("against") or [])]
    for player in [*map(given.get, ("player", "a", "b")), *several]:
        check_player(player)
    if given.get("level"):
        level_player(given["level"])
    if words[0] == "train" and not given["resume"]:
        changes = dict(change.split("=", 1) for change in given["change"] or [])
        plan_run(given["system"], tmp_path, preset=given["preset"], changes=changes)


def test_options_that_sentences_mention_exist() -> None:
    found = {(page.name, *option) for page in pages() for option in mentioned(page)}
    assert len(found) > 20
    known = {
        (name, option)
        for name, command in known_commands().items()
        for parameter in command.params
        for option in [*parameter.opts, *parameter.secondary_opts, "--help", "-h"]
    }
    assert [option for option in sorted(found) if option[1:] not in known] == []


def test_every_page_has_a_place_in_the_site() -> None:
    listed = re.findall(r": ([\w/-]+\.md)$", (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8"), re.M)
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert set(listed) == {page for page in pages if not page.startswith("dev/")}
    assert len(listed) == len(set(listed))
