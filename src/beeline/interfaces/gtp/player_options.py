"""The options of a player as the ``param`` commands of HexGui and benzene show and set them."""

from __future__ import annotations

from typing import Any, Final, Literal

from beeline.errors import PlayerError
from beeline.fields import suggestion
from beeline.players.registry import PlayerSpec, option_fields, option_types, options_of

_TRUE: Final = ("1", "true", "yes")


def with_option(spec: PlayerSpec, name: str, value: str) -> PlayerSpec:
    """The player with an option changed; a value that is the default drops the option."""
    default = next((_text(field.default) for field in option_fields(spec.kind) if field.name == name), None)
    return spec.changed(name, None if value == default else value)


def listing(spec: PlayerSpec) -> str:
    """The options as lines ``[type] name value``, where type is bool, string or list/choice/choice."""
    types = option_types(spec.kind)
    lines = []
    for field in option_fields(spec.kind):
        value = spec.given.get(field.name, _text(field.default))
        if types[field.name] is bool:
            lines.append(f"[bool] {field.name} {int(value.lower() in _TRUE)}")
        elif choices := _choices(types[field.name]):
            lines.append(f"[list/{'/'.join(choices)}] {field.name} {value}")
        else:
            lines.append(f"[string] {field.name} {value}")
    return "\n".join(lines)


def help_of(spec: PlayerSpec, name: str) -> str:
    """Help of an option, on a line; raises PlayerError if there is none of that name."""
    found = {option.name: option for option in options_of(spec.kind)}
    if name not in found:
        raise PlayerError(f"player {spec.kind!r} has no option {name!r}{suggestion(name, list(found))}")
    option = found[name]
    return f"{name}, {option.type}, default {option.default_text}: {option.help.replace('``', '')}"


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
