"""Memory that has been used and is not needed any more goes back to the system.

The allocator of the GNU C library keeps what is freed for the thread that used it, and a studio has a hundred
threads: after a busy hour it kept 1.4 GB while nothing went on. And once a large block was freed, it takes
blocks of that size from what it keeps: the tables of solvers, of which few pages are ever used, were then
cleared page by page, and between them lay trees that were longer in use, so that memory grew for as long as
pages came and went. Elsewhere these do nothing.
"""

from __future__ import annotations

from typing import Final

from beeline.portable import c_function

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8  # of malloc.h
_LARGE: Final = 128 << 10
"""Bytes of a block that is the system's own: its pages are there when they are used, and go when it is freed.
The allocator's default, which grows to 32 MB unless it is set."""


def share_memory(searches: int) -> None:
    """Has threads share the memory that they free, in as many places as there are searches at once."""
    if (mallopt := c_function("mallopt")) is not None:
        mallopt(_M_ARENA_MAX, max(2, searches))
        mallopt(_M_MMAP_THRESHOLD, _LARGE)


def give_back_memory() -> None:
    """Returns to the system what has been freed."""
    if (malloc_trim := c_function("malloc_trim")) is not None:
        malloc_trim(0)
