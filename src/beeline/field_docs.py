"""What the fields of a dataclass mean: the text below each of them in its source.

Options of players and settings of trainings are described there and nowhere else; the command line, the
studio and the tables of the docs show the same text.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache


@cache
def field_docs(dataclass: type) -> dict[str, str]:
    """The text of every field on one line, those of base classes first; fields without one are left out."""
    found: dict[str, str] = {}
    for each in reversed(dataclass.__mro__[:-1]):
        found |= _own_docs(each)
    return found


def _own_docs(dataclass: type) -> dict[str, str]:
    try:
        source = textwrap.dedent(inspect.getsource(dataclass))
    except (OSError, TypeError):  # no source here, so that there are no texts
        return {}
    (definition,) = ast.parse(source).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = _text(below)
            if text is not None:
                found[field.target.id] = text
    return found


def _text(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return " ".join(value.split()) if isinstance(value, str) else None
    return None
