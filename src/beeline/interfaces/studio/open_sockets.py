"""Connections that hold on: how many there may be, and how long each may take to say what it wants.

uvicorn waits for ever for the head of a request and for a peer to read. Here a connection has a time for
either, and where all places are taken, the one that has been idle longest makes room for the newcomer: half
requests cannot keep others out.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from beeline.limits import Limits
from beeline.portable import open_file_limit

AT_A_TIME: Final = 16
"""Connections that are taken on in one turn of the event loop."""
_TURNS: Final = 4
"""Turns from taking a connection on to the end of the one that makes room for it."""
_OTHER_FILES: Final = 64 + _TURNS * AT_A_TIME
"""Other files that the studio may have open: stores, histories, the libraries' own, and newcomers."""
_LINGER: Final = 2.0  # seconds in which a peer may read what it was sent last


def http_protocol(limits: Limits) -> type[H11Protocol]:
    """The protocol class, for uvicorn, with these limits."""
    most = _most_connections(limits)
    return type("BoundedHttp", (_BoundedHttp,), {"most": most, "head_seconds": limits.head_seconds})


def _most_connections(limits: Limits) -> int:
    """Fewer where this process may not open as many files."""
    files = open_file_limit()
    return limits.connections if files is None else max(8, min(limits.connections, files - _OTHER_FILES))


class _BoundedHttp(H11Protocol):
    most: ClassVar[int]
    head_seconds: ClassVar[float]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self._deadline: asyncio.TimerHandle | None = None
        self._set_deadline()
        if len(self.connections) > self.most:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._unset_deadline()
        elif self._deadline is None:
            self._set_deadline()

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _unset_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _make_room(self) -> None:
        """Ends the connection that has been there longest, one without a whole request before all others."""
        others = [
            other for other in self.connections if isinstance(other, _BoundedHttp) and other is not self
        ]
        there = [other for other in others if not other.transport.is_closing()]
        min(there, key=lambda other: (other._is_busy, other._since), default=self).transport.abort()

    @property
    def _is_busy(self) -> bool:
        """Whether it waits for an answer, not we for it."""
        return self.cycle is not None and not (self.cycle.response_complete or self.cycle.more_body)


class WebSockets(WebSocketsSansIOProtocol):
    """A connection that is closed is closed, though its peer does not read."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(_LINGER, self.transport.abort)
