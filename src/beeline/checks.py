"""Checks of what people give: values are an ArgumentError, types a TypeError, each with a sentence.

>>> require(0 <= 2 <= 1, "amaf", "from 0 to 1", 2)
Traceback (most recent call last):
    ...
beeline.errors.ArgumentError: amaf must be from 0 to 1, not 2
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable
from functools import cache
from math import inf
from typing import Any, Final

from beeline.errors import ArgumentError, BeelineError
from beeline.fields import without_none

_WORDS: Final[dict[type, str]] = {
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    str: "a text",
}


def require(condition: bool, name: str, expected: str, got: object) -> None:
    """Raises an ArgumentError that says what the parameter must be unless the condition holds."""
    if not condition:
        raise ArgumentError(f"{name} must be {expected}, not {got!r}")


class Checks:
    """Checks of the fields of settings, by name; a field that may be None passes where it is.

    ``error`` is what is raised: TrainingError for the settings of a training.
    """

    def __init__(self, settings: object, error: type[BeelineError] = ArgumentError) -> None:
        require_types(settings)
        self._settings, self._error = settings, error

    def counts(self, *names: str) -> None:
        """Require each number to be 1 or more."""
        self._each(names, lambda value: value >= 1, "must be 1 or more, not")

    def not_negative(self, *names: str) -> None:
        """Require each number to be 0 or more."""
        self._each(names, lambda value: value >= 0, "must not be negative, and is")

    def positive(self, *names: str) -> None:
        """Require each number to be more than 0, and finite."""
        self._each(names, lambda value: 0 < value < inf, "must be more than 0, not")

    def shares(self, *names: str) -> None:
        """Require each number to be from 0 to 1."""
        self._each(names, lambda value: 0 <= value <= 1, "must be from 0 to 1, not")

    def below_one(self, *names: str) -> None:
        """Require each number to be at least 0 and below 1."""
        self._each(names, lambda value: 0 <= value < 1, "must be from 0 to below 1, not")

    def require(self, condition: bool, problem: str) -> None:
        """Require a condition of these settings alone, with the whole sentence."""
        if not condition:
            raise self._error(problem)

    def _each(self, names: Iterable[str], holds: Callable[[Any], bool], must: str) -> None:
        for name in names:
            value = getattr(self._settings, name)
            if value is not None and not holds(value):
                raise self._error(f"{name} {must} {value!r}")


def require_text(value: object, name: str) -> None:
    """Raises TypeError unless the value is a text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text, not {value!r}")


def require_type(value: object, kind: type, name: str) -> None:
    """Raises TypeError unless the value is of one of the types that settings have: int, float, bool, str.

    Whole numbers pass for numbers, and NumPy's numbers for Python's.
    """
    if not _is(value, kind):
        raise TypeError(f"{name} must be {_WORDS[kind]}, not {value!r}")


def require_types(settings: Any) -> None:
    """Raises TypeError unless every field of a dataclass that has a plain type has a value of it."""
    dataclass: type = type(settings)
    for name, kind, optional in _plain_fields(dataclass):
        value = getattr(settings, name)
        if not (optional and value is None):
            require_type(value, kind, name)


@cache
def _plain_fields(dataclass: type) -> tuple[tuple[str, type, bool], ...]:
    """The name of each field of a plain type, that type, and whether it may be None."""
    return tuple(
        (name, without_none(hint), type(None) in typing.get_args(hint))
        for name, hint in typing.get_type_hints(dataclass).items()
        if without_none(hint) in _WORDS
    )


def _is(value: object, kind: type) -> bool:
    if isinstance(value, kind):
        return True
    if kind not in (int, float):
        return kind is bool and hasattr(value, "dtype") and bool(value.dtype == "bool")
    import numbers

    return isinstance(value, numbers.Integral if kind is int else numbers.Real)


def whole_number(value: Any, name: str) -> int:
    """The value as Python's own whole number; raises TypeError for anything else."""
    require_type(value, int, name)
    return int(value)
