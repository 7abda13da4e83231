"""From the string that names a player to the player."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Literal, Protocol

from beeline.errors import PlayerError
from beeline.players.base import Player

_PACKAGE = "beeline.players"
_NOT_KINDS = frozenset({"base", "registry"})

_BARE = re.compile(r"[^\s,\"']+")
_QUOTED = re.compile(r"""(["'])((?:(?!\1).|\1\1)*)\1""", re.DOTALL)


class _Kind(Protocol):
    """A module that defines a player; its docstring says what kind of player that is."""

    __doc__: str
    Options: type[Any]

    def create(self, options: Any) -> Player: ...


def player_kinds() -> dict[str, str]:
    """The kinds of players, each with a line that describes it."""
    return {name: (_kind_module(name).__doc__ or "").strip().splitlines()[0] for name in _kind_names()}


def option_help(kind: str) -> dict[str, str]:
    """The options of a kind of player, each as ``type = default``."""
    options = _kind(kind, spec=kind).Options
    types_of = typing.get_type_hints(options)
    return {
        field.name: f"{_type_name(types_of[field.name])} = {field.default}"
        for field in dataclasses.fields(options)
    }


def make_player(spec: str) -> Player:
    """The player that a string names, for example ``mcts:simulations=10000,continuation=local``."""
    name, _, text = spec.strip().partition(":")
    kind = _kind(name.strip(), spec=spec)
    given = _read_options(kind.Options, text, spec=spec, name=name.strip())
    try:
        options = kind.Options(**given)
        player = kind.create(options)
    except PlayerError:
        raise
    except ValueError as error:
        raise PlayerError(f"player {spec!r}: {error}") from None
    player.spec = name.strip() + (
        ":" + ",".join(f"{key}={_quoted(str(value))}" for key, value in given.items()) if given else ""
    )
    return player


def with_seed(spec: str, seed: int) -> str | None:
    """The player string with this seed unless it has one; None if such a player takes no seed."""
    name, colon, text = spec.strip().partition(":")
    options = _kind(name.strip(), spec=spec).Options
    if "seed" not in {field.name for field in dataclasses.fields(options)}:
        return None
    if "seed" in _read_options(options, text, spec=spec, name=name.strip()):
        return spec
    joint = "," if text.strip() else "" if colon else ":"
    return f"{spec.strip()}{joint}seed={seed}"


def _kind_names() -> list[str]:
    from pkgutil import iter_modules

    modules = iter_modules(import_module(_PACKAGE).__path__)
    names = {module.name for module in modules if not module.ispkg}
    return sorted(names - _NOT_KINDS)


def _kind_module(name: str) -> _Kind:
    return typing.cast(_Kind, import_module(f"{_PACKAGE}.{name}"))


def _kind(name: str, *, spec: str) -> _Kind:
    if name not in (names := _kind_names()):
        raise PlayerError(f"unknown player {name!r} in {spec!r}{_suggestion(name, names)}")
    return _kind_module(name)


def _read_options(options: type[Any], text: str, *, spec: str, name: str) -> dict[str, Any]:
    hints = typing.get_type_hints(options)
    fields = [field.name for field in dataclasses.fields(options)]
    given: dict[str, Any] = {}
    for part in filter(None, map(str.strip, _split(text, spec=spec))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in fields:
            raise PlayerError(
                f"player {name!r} has no option {key!r} (in {spec!r}){_suggestion(key, fields)}"
            )
        if not equals or not value:
            raise PlayerError(f"option {key!r} needs a value: write {key}=VALUE (in {spec!r})")
        if key in given:
            raise PlayerError(f"option {key!r} is given twice in {spec!r}")
        given[key] = _read_value(hints[key], key, _unquoted(value), spec=spec)
    return given


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


def _read_value(hint: Any, key: str, text: str, *, spec: str) -> Any:
    hint = _without_none(hint)
    try:
        if typing.get_origin(hint) is Literal:
            choices = [str(choice) for choice in typing.get_args(hint)]
            if text not in choices:
                raise PlayerError(
                    f"option {key!r} cannot be {text!r} in {spec!r}{_suggestion(text, choices)}"
                )
            return text
        if hint is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[
                text.lower()
            ]
        if hint is int:
            return _whole_number(text)
        return hint(text)
    except (KeyError, ValueError) as error:
        if isinstance(error, PlayerError):
            raise
        raise PlayerError(f"option {key!r} needs {_type_name(hint)}, not {text!r} (in {spec!r})") from None


def _whole_number(text: str) -> int:
    """Also ``1e6``, which people write for large numbers."""
    try:
        return int(text)
    except ValueError:
        if (number := float(text)).is_integer():
            return int(number)
        raise


def _without_none(hint: Any) -> Any:
    """X of ``X | None``."""
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return next(member for member in typing.get_args(hint) if member is not type(None))
    return hint


def _type_name(hint: Any) -> str:
    hint = _without_none(hint)
    if typing.get_origin(hint) is Literal:
        return "one of " + ", ".join(map(str, typing.get_args(hint)))
    return {int: "a whole number", float: "a number", bool: "true or false", str: "text"}[hint]


def _suggestion(word: str, words: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, words, n=1, cutoff=0.5)
    known = ", ".join(words)
    return f"; did you mean {close[0]!r}? Known: {known}" if close else f"; known: {known}"
