"""What the command line of version 0.1 knew is still known, or the changelog says what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from typer.main import get_command

from beeline.interfaces.main import application
from tests.interfaces.cli.command_line import beeline

ROOT = Path(__file__).parents[3]
OLD = ROOT / "tests" / "data" / "options_of_0.1.txt"
"""``COMMAND OPTION`` a line, arguments as ``<name>``: those of commit c5faeaa."""


def known() -> Iterator[str]:
    commands = get_command(application()).commands  # type: ignore[attr-defined]
    for name, command in commands.items():
        for parameter in command.params:
            options = [*parameter.opts, *parameter.secondary_opts]
            words = [option for option in options if option.startswith("-")]
            yield from (f"{name} {word}" for word in words or [f"<{parameter.name}>"])


def test_every_option_of_0_1_works_or_is_named_in_the_changelog(tmp_path: Path) -> None:
    gtp = re.findall(r"(?<![\w-])--?[a-z][a-z-]*", beeline("gtp", "--help", folder=tmp_path))
    now = {*known(), *(f"gtp {option}" for option in gtp)}
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    gone = [line for line in OLD.read_text().splitlines() if line not in now]
    assert [line for line in gone if f"`beeline {line}`" not in changes] == []


def test_match_and_tournament_share_their_options() -> None:
    match, tournament = (
        {line.split()[1] for line in known() if line.startswith(f"{name} ")}
        for name in ("match", "tournament")
    )
    assert match - tournament == {"<a>", "<b>", "--sprt"}
    assert tournament - match == {"<players>", "--format"}
