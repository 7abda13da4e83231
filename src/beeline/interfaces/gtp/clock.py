"""Clocks of GTP 2: main time, then Canadian byo-yomi of so many seconds for so many moves."""

from __future__ import annotations

from typing import NamedTuple

_SHARE_USED = 0.9
"""The rest of a move's share is for the way to the controller and back."""
_LEAST_SECONDS = 0.01


class TimeSettings(NamedTuple):
    """Seconds of main time, seconds of a byo-yomi period, and moves of a period."""

    main: float
    period: float = 0.0
    moves: int = 0

    @property
    def limited(self) -> bool:
        """A period without moves means no limit; so do all zeros, which no game can be played in."""
        if self.period > 0:
            return self.moves > 0
        return self.main > 0


class Clock:
    """One player's time.

    ``seconds`` is None without a limit; ``moves`` is 0 in main time, else how many moves the seconds are for.
    """

    def __init__(self, settings: TimeSettings | None = None) -> None:
        limited = settings is not None and settings.limited
        self._settings = settings if settings is not None and limited else TimeSettings(0)
        self.seconds: float | None = self._settings.main if limited else None
        self.moves = 0
        if limited and self._settings.main == 0:
            self._start_period()

    def set(self, seconds: float, moves: int) -> None:
        """The controller's clock."""
        self.seconds, self.moves = seconds, moves

    def budget(self, moves_ahead: int) -> float | None:
        """Seconds for the next move, with so many moves expected until the end; None without a limit."""
        if self.seconds is None:
            return None
        share = self.seconds / (self.moves or max(1, moves_ahead))
        if self.moves == 0 and self._settings.moves:
            # Once the main time is gone, each move has this much.
            share = max(share, self._settings.period / self._settings.moves)
        return max(_LEAST_SECONDS, _SHARE_USED * share)

    def spend(self, seconds: float) -> None:
        """Takes off the time of a move."""
        if self.seconds is None:
            return
        self.seconds -= seconds
        if self.moves:
            self.moves -= 1
            if self.moves == 0:
                self._start_period()
        elif self.seconds < 0 and self._settings.moves:
            over = -self.seconds
            self._start_period()
            self.spend(over)

    def _start_period(self) -> None:
        # Without settings, when the controller has only told what is left, a period follows like the last.
        if self._settings.moves:
            self.seconds, self.moves = self._settings.period, self._settings.moves


def seconds_text(seconds: float) -> str:
    """Seconds as the protocol shows them: ``600`` or ``9.4``."""
    return f"{round(seconds, 2):.12g}"
