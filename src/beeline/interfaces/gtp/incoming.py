"""The lines that come in, and whether more of them wait: live analysis ends with the next command."""

from __future__ import annotations

import select
from collections.abc import Callable
from typing import BinaryIO, Final

_PIECE: Final = 1 << 16


class Incoming:
    """A binary stream read line by line.

    All that was read from the stream and not yet asked for is kept here and not in the stream's own buffer,
    where nobody could see it without waiting.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.readline)
        self._poll = _polling(stream)
        self._kept = b""

    def readline(self, limit: int) -> bytes:
        """The next line with its end, or as many bytes as the limit; nothing at the end of the stream."""
        while b"\n" not in self._kept[:limit] and len(self._kept) < limit:
            if not (piece := self._read(_PIECE)):
                break
            self._kept += piece
        end = self._kept.find(b"\n", 0, limit) + 1 or min(limit, len(self._kept))
        line, self._kept = self._kept[:end], self._kept[end:]
        return line

    def is_waiting(self) -> bool:
        """Whether a line, or the end of the stream, can be read at once.

        True also for streams that cannot be asked: files in memory, and every pipe on Windows.
        """
        return bool(self._kept) or self._poll is None or bool(self._poll.poll(0))


def _polling(stream: BinaryIO) -> select.poll | None:
    if not hasattr(select, "poll"):
        return None
    poll = select.poll()
    try:
        poll.register(stream.fileno(), select.POLLIN)
    except (OSError, ValueError):
        return None
    return poll
