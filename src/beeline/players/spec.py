"""The string that names a player, taken apart and put together: ``kind:option=value,...``.

A value that holds commas, blanks or quotes is put in quotes of either kind; within them, two of that kind
stand for one. A level (``club``) stands for the string of its player, to which options may be added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from beeline.errors import PlayerError
from beeline.players.levels import find_level

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_BARE: Final = re.compile(r"[^\s,\"']+")
_QUOTED: Final = re.compile(r"""(["'])((?:(?!\1).|\1\1)*)\1""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A kind of player and the options given to it, as text.

    The kind and the names of the options are words, so that no text can pass for more than it is when the
    string is put together: a kind ``"gtp:command=x,name"`` is refused.
    """

    kind: str
    given: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not _WORD.fullmatch(self.kind):
            raise PlayerError(f"unknown player {self.kind!r}: a kind of player is one word, such as mcts")
        for key in self.given:
            if not _WORD.fullmatch(key):
                raise PlayerError(f"player {self.kind!r} has no option {key!r}: an option is one word")

    @classmethod
    def parse(cls, text: str) -> Self:
        kind, _, options = text.strip().partition(":")
        given: dict[str, str] = {}
        for part in filter(None, map(str.strip, _split(options, spec=text))):
            key, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals or not value:
                raise PlayerError(f"option {key!r} needs a value: write {key}=VALUE (in {text!r})")
            if key in given:
                raise PlayerError(f"option {key!r} is given twice in {text!r}")
            given[key] = _unquoted(value)
        if (level := find_level(kind)) is not None:
            base = cls.parse(level.player)
            return cls(base.kind, base.given | given)
        return cls(kind.strip(), given)

    def __str__(self) -> str:
        options = ",".join(f"{key}={_quoted(value)}" for key, value in self.given.items())
        return f"{self.kind}:{options}" if options else self.kind

    def changed(self, key: str, value: str | None) -> PlayerSpec:
        """The same player with an option changed, or without it."""
        given = {name: old for name, old in self.given.items() if name != key}
        return PlayerSpec(self.kind, given if value is None else given | {key: value})


def _split(text: str, *, spec: str) -> Iterable[str]:
    """The parts between commas, except that quotes hold a part together."""
    part, quote = "", ""
    for character in text:
        if character == "," and not quote:
            yield part
            part = ""
            continue
        if character in "\"'" and quote in ("", character):
            quote = "" if quote else character
        part += character
    if quote:
        raise PlayerError(f"a {quote} is opened and not closed in {spec!r}")
    yield part


def _unquoted(value: str) -> str:
    """Without the quotes around the whole of it; those within stay, and two of the outer kind are one."""
    if not (whole := _QUOTED.fullmatch(value)):
        return value
    quote, inside = whole.groups()
    return inside.replace(quote * 2, quote)


def _quoted(value: str) -> str:
    """A value as ``_unquoted`` reads it back."""
    if _BARE.fullmatch(value):
        return value
    quote = "'" if '"' in value and "'" not in value else '"'
    return quote + value.replace(quote, quote * 2) + quote
