"""Limits of a search or a player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final, TypeVar

from beeline.checks import require, require_types

Number = TypeVar("Number", int, float)

MOST_SIMULATIONS: Final = 2**30 - 1
"""Most simulations of a tree, by the size of its counters; a search stops there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Limit:
    """Limits of the thinking about one position, whichever comes first, besides a player's own."""

    seconds: float | None = None
    """Seconds for the move."""
    simulations: int | None = None
    """Simulations, for players that count them."""
    should_stop: Callable[[], bool] | None = None
    """Asked every 20 ms or so by players that search: once it says True, they answer with what they have."""

    def __post_init__(self) -> None:
        require_types(self)
        if self.should_stop is not None and not callable(self.should_stop):
            raise TypeError(f"should_stop must be a function without arguments, not {self.should_stop!r}")
        check_limits(self.simulations, self.seconds)

    def within(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Limit:
        """This limit with others: the smaller of each, and whichever says stop first."""
        return replace(
            self,
            seconds=_least(self.seconds, seconds),
            simulations=_least(self.simulations, simulations),
            should_stop=_either(self.should_stop, should_stop),
        )


def check_limits(simulations: int | None, seconds: float | None) -> None:
    """Raises an ArgumentError for limits that no search can keep."""
    require(
        simulations is None or 1 <= simulations <= MOST_SIMULATIONS,
        "simulations",
        f"1 or more, and at most {MOST_SIMULATIONS:,}",
        simulations,
    )
    require(seconds is None or 0 < seconds < inf, "seconds", "more than 0", seconds)


def require_limit(limit: Any) -> None:
    """Raises TypeError for what is no limit."""
    if not isinstance(limit, Limit):
        raise TypeError(f"a limit is a beeline.Limit, such as Limit(seconds=1), not {limit!r}")


def _least(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _either(one: Callable[[], bool] | None, other: Callable[[], bool] | None) -> Callable[[], bool] | None:
    if one is None or other is None:
        return other if one is None else one
    return lambda: one() or other()


NO_LIMIT: Final = Limit()
"""A player's own limits alone."""
