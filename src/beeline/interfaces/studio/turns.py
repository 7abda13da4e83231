"""The fair queue of searches.

As many searches run at once as there are places. Where others wait, a search gives up its place after a short
while and stands in line again, so that all of them get on, however long each is. A search is a thread of its
own that asks ``should_stop`` now and then, as all of ours do; that call is where it waits.
"""

from __future__ import annotations

import time
from collections import deque
from threading import Event, Lock
from types import TracebackType
from typing import Final, Self

from beeline.errors import Busy as Busy
from beeline.errors import Stopped as Stopped

_SHORTEST: Final = 0.03
_LONGEST: Final = 0.25
_ROUND: Final = 1.0  # seconds in which everyone has had a turn, unless turns would get too short


class Turns:
    """Hands out the places, first come, first served."""

    def __init__(self, places: int, *, most: int) -> None:
        self._places, self._most = places, most
        self._lock = Lock()
        self._line: deque[Turn] = deque()
        self._running = self._open = 0

    def open(self) -> Turn:
        """A search that will want turns. Raises ``Busy`` if there are too many."""
        with self._lock:
            if self._open >= self._most:
                raise Busy(f"the studio is busy with {self._open} searches; try again in a moment")
            self._open += 1
        return Turn(self)

    @property
    def state(self) -> dict[str, int]:
        with self._lock:
            return {"places": self._places, "running": self._running, "waiting": len(self._line)}

    @property
    def is_idle(self) -> bool:
        """Whether no search is open."""
        with self._lock:
            return not self._open

    @property
    def seconds(self) -> float:
        """Length of a turn now, in seconds."""
        with self._lock:
            everyone = self._running + len(self._line)
        return min(max(_ROUND * self._places / max(everyone, 1), _SHORTEST), _LONGEST)

    # What turns do; their state changes under the lock alone

    def _stand_in_line(self, turn: Turn) -> None:
        with self._lock:
            turn._changed.clear()
            if turn._stopped:
                turn._changed.set()
            elif self._running < self._places and not self._line:
                self._running += 1
                self._grant(turn)
            else:
                self._line.append(turn)

    def _leave(self, turn: Turn) -> None:
        with self._lock:
            turn._holding = False
            if self._line:
                self._grant(self._line.popleft())
            else:
                self._running -= 1

    def _stop(self, turn: Turn) -> None:
        with self._lock:
            turn._stopped = True
            if turn in self._line:
                self._line.remove(turn)
                turn._changed.set()

    def _ahead(self, turn: Turn) -> int:
        with self._lock:
            return self._line.index(turn) + 1 if turn in self._line else 0

    def _others_wait(self) -> bool:
        with self._lock:
            return bool(self._line)

    def _close(self) -> None:
        with self._lock:
            self._open -= 1

    @staticmethod
    def _grant(turn: Turn) -> None:
        turn._holding = True
        turn._changed.set()


class Turn:
    """One search in the queue. ``with turn:`` holds a place; ``close`` when the search is over for good."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._changed = Event()
        self._holding = self._stopped = False
        self._began = 0.0

    @property
    def ahead(self) -> int:
        """The place in the line, from 1; 0 if it does not wait."""
        return self._turns._ahead(self)

    @property
    def stopped(self) -> bool:
        return self._stopped

    @property
    def is_over(self) -> bool:
        """Whether it is somebody else's turn, for a search of short steps that does not ask within them."""
        if self._stopped:
            return True
        return time.monotonic() - self._began > self._turns.seconds and self._turns._others_wait()

    def stop(self) -> None:
        """Ends the search at its next question, or its waiting now. From any thread."""
        self._turns._stop(self)

    def should_stop(self) -> bool:
        """Stop condition that a search asks now and then; it waits here while others have their turn."""
        if not self._stopped and time.monotonic() - self._began > self._turns.seconds:
            if self._turns._others_wait():
                self._turns._leave(self)
                self._take_place()
            self._began = time.monotonic()
        return self._stopped

    def close(self) -> None:
        self._turns._close()

    def _take_place(self) -> None:
        self._turns._stand_in_line(self)
        self._changed.wait()

    def __enter__(self) -> Self:
        self._take_place()
        if not self._holding:
            raise Stopped("the search was stopped")
        self._began = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._holding:
            self._turns._leave(self)
