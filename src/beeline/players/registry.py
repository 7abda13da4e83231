"""Creation of players from the strings that name them."""

from __future__ import annotations

import dataclasses
import re
import sys
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, Self

from beeline.errors import ArgumentError, BoardSizeError, FileError, NotationError, PlayerError
from beeline.fields import field_docs, read_value, suggestion, type_name
from beeline.players.base import Player
from beeline.players.levels import find_level

_PACKAGE = "beeline.players.kinds"


class _Kind(Protocol):
    """A module that defines a player; its docstring says what kind of player that is."""

    __doc__: str
    Options: type[Any]

    def create(self, options: Any) -> Player: ...


def player_kinds() -> dict[str, str]:
    """The kinds of players, each with a line that describes it."""
    return {name: (_kind_module(name).__doc__ or "").strip().splitlines()[0] for name in _kind_names()}


def starts_programs(kind: str) -> bool:
    """Whether players of a kind run what their options name, so that strangers must not choose them."""
    return bool(getattr(_kind_module(kind), "STARTS_PROGRAMS", False))


@dataclasses.dataclass(frozen=True)
class Option:
    """An option of a kind of player, as people are told of it."""

    name: str
    type: str
    """Type in words: ``a whole number``, ``one of uct, tuned``."""
    default: Any
    help: str
    """Text below the field in its dataclass."""

    @property
    def default_text(self) -> str:
        """The default as it is written in a player string; ``none`` where nothing is."""
        if self.default is None or self.default == "":
            return "none"
        return str(self.default).lower().removesuffix(".0")


def options_of(kind: str) -> list[Option]:
    """The options of a kind of player, in the order of their dataclass."""
    types_of, texts = option_types(kind), option_texts(kind)
    return [
        Option(field.name, type_name(types_of[field.name]), field.default, texts.get(field.name, ""))
        for field in option_fields(kind)
    ]


def option_help(kind: str) -> dict[str, str]:
    """The options of a kind of player, each as ``type = default``."""
    return {option.name: f"{option.type} = {option.default}" for option in options_of(kind)}


def make_player(spec: str) -> Player:
    """The player that a string names, for example ``mcts:simulations=10000,continuation=local``."""
    return player_of(PlayerSpec.parse(spec))


def player_of(spec: PlayerSpec) -> Player:
    """The player of a kind with options, without going through a string that could be read otherwise."""
    kind = _kind(spec.kind, spec=str(spec))
    given = read_options(spec)
    try:
        player = kind.create(kind.Options(**given))
    except (ArgumentError, BoardSizeError, FileError, NotationError) as error:
        raise PlayerError(f"player {str(spec)!r}: {error}") from None
    player.spec = str(PlayerSpec(spec.kind, {key: str(value) for key, value in given.items()}))
    return player


def with_seed(spec: str, seed: int) -> str | None:
    """The player string with this seed unless it has one; None if such a player takes no seed."""
    parsed = PlayerSpec.parse(spec)
    if "seed" not in {field.name for field in option_fields(parsed.kind)}:
        return None
    return spec if "seed" in parsed.given else str(parsed.changed("seed", str(seed)))


def player_files(spec: str) -> list[str]:
    """The files that a player string names."""
    parsed = PlayerSpec.parse(spec)
    named = (parsed.given.get(name, "") for name in _file_options(parsed.kind))
    return [name for name in named if Path(name).is_file()]


def with_files(spec: str, places: Mapping[str, str]) -> str:
    """The player string with the files that it names where they are to be found."""
    parsed = PlayerSpec.parse(spec)
    for name in _file_options(parsed.kind):
        if (place := places.get(parsed.given.get(name, ""))) is not None:
            parsed = parsed.changed(name, place)
    return str(parsed)


def _file_options(kind: str) -> list[str]:
    """Options whose value may be a file say so in the metadata of their field."""
    return [field.name for field in option_fields(kind) if field.metadata.get("file")]


def option_fields(kind: str) -> tuple[dataclasses.Field[Any], ...]:
    """The options of a kind of player as fields of its dataclass."""
    return dataclasses.fields(_kind(kind, spec=kind).Options)


def option_types(kind: str) -> dict[str, Any]:
    """The type of each option."""
    return typing.get_type_hints(_kind(kind, spec=kind).Options)


def option_texts(kind: str) -> dict[str, str]:
    """Help text of each option."""
    options: type = _kind(kind, spec=kind).Options
    return field_docs(options)


def _kind_names() -> list[str]:
    from pkgutil import iter_modules

    return sorted(module.name for module in iter_modules(import_module(_PACKAGE).__path__))


def _kind_module(name: str) -> _Kind:
    return typing.cast(_Kind, import_module(f"{_PACKAGE}.{name}"))


def _kind(name: str, *, spec: str) -> _Kind:
    if f"{_PACKAGE}.{name}" in sys.modules:  # the folder need not be looked through again
        return _kind_module(name)
    if name not in (names := _kind_names()):
        raise PlayerError(f"unknown player {name!r} in {spec!r}{suggestion(name, names)}")
    return _kind_module(name)


def read_options(parsed: PlayerSpec) -> dict[str, Any]:
    """The options that are given, each as a value of its type."""
    spec = str(parsed)
    hints = option_types(parsed.kind)
    fields = [field.name for field in option_fields(parsed.kind)]
    for key in parsed.given:
        if key not in fields:
            raise PlayerError(
                f"player {parsed.kind!r} has no option {key!r} (in {spec!r}){suggestion(key, fields)}"
            )
    return {key: _read_value(hints[key], key, text, spec=spec) for key, text in parsed.given.items()}


def _read_value(hint: Any, key: str, text: str, *, spec: str) -> Any:
    try:
        return read_value(hint, text)
    except ValueError as error:
        reason = str(error)
    if reason.startswith("cannot"):
        said, _, rest = reason.partition(";")
        raise PlayerError(f"option {key!r} {said} in {spec!r};{rest}")
    raise PlayerError(f"option {key!r} {reason} (in {spec!r})")


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
        if not isinstance(text, str):
            raise TypeError(f"a player is named by a text such as 'mcts:seconds=1', not {text!r}")
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
    """Text without the quotes around the whole of it; those within stay, and two of the outer kind are
    one."""
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
