"""The fields of a dataclass as people write and read them: options of players, settings of trainings.

What a field means is the text below it in the source, and nowhere else: the command line, the studio and the
tables of the docs show that text.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import ast


@cache
def field_docs(dataclass: type) -> dict[str, str]:
    """The text of every field on one line, those of base classes first; fields without one are left out."""
    found: dict[str, str] = {}
    for each in reversed(dataclass.__mro__[:-1]):
        found |= _own_docs(each)
    return found


def _own_docs(dataclass: type) -> dict[str, str]:
    import ast
    import inspect
    import textwrap

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
    import ast

    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return " ".join(value.split()) if isinstance(value, str) else None
    return None


def read_value(hint: Any, text: str) -> Any:
    """The value of a field of this type that a text stands for; raises ValueError with the reason."""
    hint = without_none(hint)
    if typing.get_origin(hint) is Literal:
        return _choice([str(choice) for choice in typing.get_args(hint)], text)
    try:
        return _READERS[hint](text)
    except (KeyError, ValueError):
        raise ValueError(f"needs {type_name(hint)}, not {text!r}") from None


def type_name(hint: Any) -> str:
    """A type in words: ``a whole number``, ``one of uct, tuned``."""
    hint = without_none(hint)
    if typing.get_origin(hint) is Literal:
        return "one of " + ", ".join(map(str, typing.get_args(hint)))
    return {int: "a whole number", float: "a number", bool: "true or false", str: "text"}[hint]


def without_none(hint: Any) -> Any:
    """X of ``X | None``."""
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return next(member for member in typing.get_args(hint) if member is not type(None))
    return hint


def suggestion(word: str, words: Sequence[str]) -> str:
    """The end of a complaint about an unknown word: what was meant perhaps, and what there is."""
    from difflib import get_close_matches

    close = get_close_matches(word, words, n=1, cutoff=0.5)
    known = ", ".join(words)
    return f"; did you mean {close[0]!r}? Known: {known}" if close else f"; known: {known}"


def _choice(choices: Sequence[str], text: str) -> str:
    if text not in choices:
        raise ValueError(f"cannot be {text!r}{suggestion(text, choices)}")
    return text


def _whole_number(text: str) -> int:
    """Read a whole number, also as ``1e6``."""
    try:
        return int(text)
    except ValueError:
        if (number := float(text)).is_integer():
            return int(number)
        raise


def _yes_or_no(text: str) -> bool:
    return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]


_READERS: dict[Any, Any] = {int: _whole_number, float: float, bool: _yes_or_no, str: str}
