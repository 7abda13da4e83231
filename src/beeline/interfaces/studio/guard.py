"""Access control: who may ask, and how much.

A page of another site must not use the studio of the person who visits it. Browsers say where a request
comes from: ``Host`` is the name that was asked for (another site's name can be made to lead to 127.0.0.1),
``Origin`` and ``Sec-Fetch-Site`` tell the page that asks. Programs send neither of the two, and show
that they may ask by the token, as the page does.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any, Final

from beeline.interfaces.studio.token import Token, without_token
from beeline.limits import Limits

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

_HEADERS: Final = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        b"form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
]
EMBEDDED: Final = "/embed/"
"""Path of the embedded board, whose files need no token."""
_NO_TOKEN: Final = "this studio asks for its token: open the address that `beeline serve` printed"
_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[\w.-]+)(:[0-9]{1,5})?")
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


class Guard:
    """Stands before the application: refuses what it must not see, with a sentence."""

    def __init__(
        self, app: App, *, hosts: Collection[str], any_address: bool, limits: Limits, token: Token | None
    ) -> None:
        """``hosts`` may be asked for besides the loopback; ``any_address`` lets in by number, not by name.

        Without a token everyone is let in who is not kept out otherwise.
        """
        self._app = app
        self._token = token
        self._body_seconds = limits.body_seconds
        self._hosts = _LOOPBACK | {host.lower() for host in hosts}
        self._any_address = any_address
        self._body_bytes = limits.body_bytes

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
        elif self._token and self._brings_token(scope):
            await _keep_token(scope, headers, send, self._token)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    def _refusal(self, scope: Message, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._known(host):
            return 403, f"this studio does not answer as {host!r}; start it with --allow-host to let that in"
        if (
            self._token
            and not _is_for_everyone(scope)
            and not self._token.is_in(headers, scope["query_string"].decode("latin-1"))
        ):
            return 401, _NO_TOKEN
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and _from_elsewhere(host, headers):
            return 403, "requests from pages of another site are refused"
        if scope["type"] == "http" and scope["method"] == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return 415, "expected a body of application/json"
            if int(headers.get("content-length") or 0) > self._body_bytes:
                return 413, too_large(self._body_bytes)
        return None

    def _brings_token(self, scope: Message) -> bool:
        """Whether a page was opened by the address that was printed."""
        is_page = scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == "/"
        return is_page and bool(
            self._token and self._token.is_in_address(scope["query_string"].decode("latin-1"))
        )

    def _known(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        name = found[1].lower() if found else ""
        return name in self._hosts or (self._any_address and _is_address(name))

    async def _http(self, scope: Message, receive: Receive, send: Send) -> None:
        """Counts the body as it comes, whatever was announced, and adds the headers to the answer."""
        body = _Body(receive, most=self._body_bytes, seconds=self._body_seconds)
        refused = False

        async def with_headers(message: Message) -> None:
            nonlocal refused
            if body.refusal:  # whatever the application makes of it
                if not refused:
                    refused = True
                    await _refuse(scope, send, *body.refusal)
                return
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                added = [header for header in _HEADERS if header[0] not in present]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self._app(scope, body.receive, with_headers)


class _Refused(Exception):
    """A body that is not waited for any longer."""


class _Body:
    """The body of a request as it comes; ``refusal`` is why no more of it is read, with the status."""

    def __init__(self, receive: Receive, *, most: int, seconds: float) -> None:
        self._receive, self._most, self._seconds = receive, most, seconds
        self._size, self._whole = 0, False
        self._deadline = asyncio.get_running_loop().time() + seconds
        self.refusal: tuple[int, str] | None = None

    async def receive(self) -> Message:
        if self._whole:  # what comes now is that the client has gone
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            self.refusal = 408, f"the body of the request was not there after {self._seconds:g} seconds"
            raise _Refused from None
        self._size += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._size > self._most:
            self.refusal = 413, too_large(self._most)
            raise _Refused
        return message


def _is_for_everyone(scope: Message) -> bool:
    """Whether it is a file of the board that other pages may embed, which tells nothing of this studio."""
    is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
    return is_read and bool(scope["path"].startswith(EMBEDDED))


def too_large(most: int) -> str:
    return f"this is too large: the studio takes {most >> 10:,} kB at a time"


def _from_elsewhere(host: str, headers: dict[str, str]) -> bool:
    origin = headers.get("origin")
    if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
        return True
    return headers.get("sec-fetch-site", "none") not in ("same-origin", "none")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


async def _keep_token(scope: Message, headers: dict[str, str], send: Send, token: Token) -> None:
    """Gives the page its cookie, and sends it to the address without the token, with what is behind #."""
    query = without_token(scope["query_string"].decode("latin-1"))
    answer = [
        (b"location", f"/?{query}".encode() if query else b"/"),
        (b"set-cookie", token.cookie(headers).encode()),
        (b"content-length", b"0"),
        *_HEADERS,
    ]
    await send({"type": "http.response.start", "status": 303, "headers": answer})
    await send({"type": "http.response.body", "body": b""})


async def _refuse(scope: Message, send: Send, status: int, error: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": error[:100]})
        return
    body = json.dumps({"error": error}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *_HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
