"""Docstrings begin with what a thing is or does, in a noun or a verb, and not with "Of ..." or "What ...".

Those of settings are shown beside their names, and those of commands by ``--help``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "beeline"

BAD_BEGINNING = re.compile(
    r"(About|After|Against|Also|And|As|At|Because|Before|Below|Between|But|By|For|From|How|If|In|Its?|Of|On"
    r"|Or|Over|Per|Since|So|Than|That|Those|Through|Till|Under|Until|What|When|Where|Which"
    r"|Whose?|Why|With|Within|Without)\b"
)


def docstrings(text: str) -> Iterator[str]:
    """Texts that stand alone: below a definition, or below an attribute."""
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield text.strip()


def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}: {docstring.partition(chr(10))[0]}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for docstring in docstrings(path.read_text(encoding="utf-8"))
        if BAD_BEGINNING.match(docstring)
    ]
    assert found == []


def test_the_beginnings_of_attributes_and_functions_are_seen() -> None:
    text = 'games: int = 5\n"""Of an epoch."""\n\ndef f():\n    """What it is."""\n'
    assert [*docstrings(text)] == ["Of an epoch.", "What it is."]
    assert all(map(BAD_BEGINNING.match, docstrings(text)))
    assert not BAD_BEGINNING.match("Games per epoch.")
