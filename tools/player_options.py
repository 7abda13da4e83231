"""Writes the tables of options in docs/reference/players.md, from the texts below the options in the source.

python -m tools.player_options
"""

from __future__ import annotations

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

from beeline.players import Option, options_of, player_kinds

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "players.md"
_TABLE = re.compile(r"(<!-- options: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """The page with the tables as they should be."""
    return _TABLE.sub(lambda found: f"{found[1]}{table(found[2])}{found[3]}", page)


def table(kind: str) -> str:
    """The options of a kind, without those of another kind that it builds on."""
    foreign = _foreign(kind)
    rows = [_row(option) for option in options_of(kind) if option.name not in foreign]
    return "\n".join(["| option | default | meaning |", "|---|---|---|", *rows, ""])


def _row(option: Option) -> str:
    meaning = option.help.removesuffix(".").replace("``", "`")
    if option.type.startswith("one of "):
        choices = [f"`{choice}`" for choice in option.type.removeprefix("one of ").split(", ")]
        if not all(choice in meaning for choice in choices):
            meaning += f": {', '.join(choices)}"
    return f"| `{option.name}` | {option.default_text} | {meaning} |"


def _foreign(kind: str) -> set[str]:
    ours = import_module(f"beeline.players.kinds.{kind}").Options
    for other in player_kinds():
        theirs = import_module(f"beeline.players.kinds.{other}").Options
        if other != kind and issubclass(ours, theirs):
            return {field.name for field in fields(theirs)}
    return set()


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
