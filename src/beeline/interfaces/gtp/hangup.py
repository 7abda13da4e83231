"""Whether anybody still waits for an answer: a search goes on for nobody once the other side has gone."""

from __future__ import annotations

import select
import time
from typing import BinaryIO, Final

_SCRIPT: Final = 1.0
"""Seconds after a command within which the end of the input belongs to it: a script that is piped in ends
before its answers, and wants them all the same."""


class Hangup:
    """Watches the two ends of a conversation; a stream that is no pipe or socket never hangs up."""

    def __init__(self, input: BinaryIO, output: BinaryIO) -> None:
        self._input, self._output = _polling(input), _polling(output)
        self._began = 0.0
        self._is_script = False

    def begin(self) -> None:
        """A command has been read."""
        self._began = time.monotonic()
        self._is_script = _has_ended(self._input)

    def should_stop(self) -> bool:
        """Stop condition of a search: nobody reads the answer, or the input ended during the search."""
        if _has_ended(self._output):
            return True
        if self._is_script or not _has_ended(self._input):
            return False
        self._is_script = time.monotonic() - self._began < _SCRIPT
        return not self._is_script


def _polling(stream: BinaryIO) -> select.poll | None:
    if not hasattr(select, "poll"):  # on Windows
        return None
    poll = select.poll()
    try:
        poll.register(stream.fileno(), 0)  # errors and hangups are told unasked
    except (OSError, ValueError):
        return None
    return poll


def _has_ended(poll: select.poll | None) -> bool:
    return bool(poll and poll.poll(0))
