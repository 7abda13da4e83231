"""When to stop thinking about a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from beeline.errors import ArgumentError

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, kw_only=True, slots=True)
class Limit:
    """What ends the thinking about one move, whichever comes first, besides the player's own limits."""

    seconds: float | None = None
    """Seconds for the move."""
    simulations: int | None = None
    """Simulations, for players that count them."""
    should_stop: Callable[[], bool] | None = None
    """Asked every 20 ms or so by players that search: once it says True, they answer with what they have."""

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise ArgumentError(f"seconds must be more than 0, not {self.seconds}")
        if self.simulations is not None and self.simulations < 1:
            raise ArgumentError(f"simulations must be 1 or more, not {self.simulations}")

    def within(self, *, seconds: float | None = None, simulations: int | None = None) -> Limit:
        """This limit with a player's own: the smaller of each."""
        return replace(
            self, seconds=_least(self.seconds, seconds), simulations=_least(self.simulations, simulations)
        )


NO_LIMIT = Limit()
"""A player's own limits alone."""


def _least(one: Number | None, other: Number | None) -> Number | None:
    return min((limit for limit in (one, other) if limit is not None), default=None)
