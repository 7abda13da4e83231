"""A player's name taken apart, so that one option can be changed: ``kind:option=value,...``."""

from __future__ import annotations

import re
from typing import Any, Final, Literal

from beeline.errors import PlayerError

_PART = re.compile(r"""(?:"[^"]*"|'[^']*'|[^,])+""")
_PLAIN = re.compile(r"[\w.+/-]+")
_TRUE: Final = ("1", "true", "yes")


class PlayerSpec:
    def __init__(self, text: str) -> None:
        kind, _, options = text.strip().partition(":")
        self.kind = kind.strip()
        self.given: dict[str, str] = {}
        for part in _PART.findall(options):
            key, _, value = part.partition("=")
            self.given[key.strip()] = value.strip().strip("\"'")

    def __str__(self) -> str:
        return f"{self.kind}:{','.join(f'{key}={_quoted(value)}' for key, value in self.given.items())}"

    def changed(self, name: str, value: str) -> PlayerSpec:
        """The same player with an option changed; a value that is the default drops the option."""
        spec = PlayerSpec(self.kind)
        spec.given = {key: old for key, old in self.given.items() if key != name}
        default = next((_text(field.default) for field in self._fields() if field.name == name), None)
        if value != default:
            spec.given[name] = value
        return spec

    def listing(self) -> str:
        """The options as lines ``[type] name value``, where type is bool, string or list/choice/choice."""
        import typing

        hints = typing.get_type_hints(self._options())
        lines = []
        for field in self._fields():
            value = self.given.get(field.name, _text(field.default))
            if hints[field.name] is bool:
                lines.append(f"[bool] {field.name} {int(value.lower() in _TRUE)}")
            elif choices := _choices(hints[field.name]):
                lines.append(f"[list/{'/'.join(choices)}] {field.name} {value}")
            else:
                lines.append(f"[string] {field.name} {value}")
        return "\n".join(lines)

    def _options(self) -> type[Any]:
        """By the convention of ``beeline.players``, each kind is a module with a dataclass Options."""
        from importlib import import_module

        options: type[Any] = import_module(f"beeline.players.{self.kind}").Options
        return options

    def _fields(self) -> tuple[Any, ...]:
        import dataclasses

        return dataclasses.fields(self._options())


def _choices(hint: Any) -> list[str]:
    """The values of a ``Literal`` type, and ``none`` where None is one too; nothing for other types."""
    import typing

    if typing.get_origin(hint) is Literal:
        return [str(choice) for choice in typing.get_args(hint)]
    members = [_choices(member) for member in typing.get_args(hint) if member is not type(None)]
    return [*members[0], "none"] if len(members) == 1 and members[0] else []


def _text(default: object) -> str:
    """A default as ``param`` commands write it; ``none`` also for options that have none."""
    import dataclasses

    if default is None or default is dataclasses.MISSING:
        return "none"
    return str(int(default)) if isinstance(default, bool) else str(default)


def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    for quote in "\"'":
        if quote not in value:
            return f"{quote}{value}{quote}"
    raise PlayerError(f"a value holds one kind of quotes at most, not both as in {value}")
