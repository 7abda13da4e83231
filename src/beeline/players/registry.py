"""From the string that names a player to the player."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

from beeline.errors import PlayerError
from beeline.players.base import Player
from beeline.players.spec import PlayerSpec

_PACKAGE = "beeline.players.kinds"


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
    types_of = option_types(kind)
    return {
        field.name: f"{_type_name(types_of[field.name])} = {field.default}" for field in option_fields(kind)
    }


def make_player(spec: str) -> Player:
    """The player that a string names, for example ``mcts:simulations=10000,continuation=local``."""
    return player_of(PlayerSpec.parse(spec))


def player_of(spec: PlayerSpec) -> Player:
    """The player of a kind with options, without going through a string that could be read otherwise."""
    kind = _kind(spec.kind, spec=str(spec))
    given = read_options(spec)
    try:
        player = kind.create(kind.Options(**given))
    except PlayerError:
        raise
    except ValueError as error:
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


def _kind_names() -> list[str]:
    from pkgutil import iter_modules

    return sorted(module.name for module in iter_modules(import_module(_PACKAGE).__path__))


def _kind_module(name: str) -> _Kind:
    return typing.cast(_Kind, import_module(f"{_PACKAGE}.{name}"))


def _kind(name: str, *, spec: str) -> _Kind:
    if name not in (names := _kind_names()):
        raise PlayerError(f"unknown player {name!r} in {spec!r}{_suggestion(name, names)}")
    return _kind_module(name)


def read_options(parsed: PlayerSpec) -> dict[str, Any]:
    """The options that are given, each as a value of its type."""
    spec = str(parsed)
    hints = option_types(parsed.kind)
    fields = [field.name for field in option_fields(parsed.kind)]
    for key in parsed.given:
        if key not in fields:
            raise PlayerError(
                f"player {parsed.kind!r} has no option {key!r} (in {spec!r}){_suggestion(key, fields)}"
            )
    return {key: _read_value(hints[key], key, text, spec=spec) for key, text in parsed.given.items()}


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
