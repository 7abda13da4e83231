"""The token of a studio: who knows it is let in.

It stands in the address that ``beeline serve`` prints and opens. The page keeps it in a cookie, and the
address is shown without it; programs send ``Authorization: Bearer TOKEN``. The same token serves again next
time, so that an open page goes on after a restart: it is kept in a file that only its user can read.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlencode

from beeline.disk import is_own_file, make_folder, read_regular, write_whole

_KEY: Final = "token"
_YEAR: Final = 365 * 24 * 3600
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{16,200}")


class Token:
    """A secret, and where in a request it may stand; ``secure`` where the studio is reached by TLS."""

    def __init__(self, secret: str, *, secure: bool = False) -> None:
        self.secret = secret
        self._secure = secure

    def is_in(self, headers: Mapping[str, str], query: str) -> bool:
        """Whether a request has the token: in its address, its cookie or its header."""
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        found = [
            *(value for key, value in parse_qsl(query) if key == _KEY),
            *([bearer.strip()] if kind.lower() == "bearer" else []),
            *_cookies(headers.get("cookie", ""), self._cookie_name(headers)),
        ]
        return any(secrets.compare_digest(each.encode(), self.secret.encode()) for each in found)

    def is_in_address(self, query: str) -> bool:
        return any(key == _KEY for key, _ in parse_qsl(query))

    def cookie(self, headers: Mapping[str, str]) -> str:
        """Cookie for the answer to a request that brought the token in its address."""
        attributes = f"Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
        name = self._cookie_name(headers)
        return f"{name}={self.secret}; {attributes}{'; Secure' if self._secure else ''}"

    @staticmethod
    def _cookie_name(headers: Mapping[str, str]) -> str:
        """One per port, as cookies are shared by all servers of a machine."""
        port = headers.get("host", "").rpartition(":")[2]
        return f"beeline-{port}" if port.isdecimal() else "beeline"


def is_token(text: str) -> bool:
    """Whether it can stand in an address and in a cookie, and is long enough not to be guessed."""
    return _SHAPE.fullmatch(text) is not None


def without_token(query: str) -> str:
    """The query of an address as it may be shown."""
    return urlencode([(key, value) for key, value in parse_qsl(query, True) if key != _KEY])


def own_token() -> str:
    """The token of this user: that of last time, or a new one."""
    path = _place()
    with suppress(OSError, UnicodeDecodeError):
        if is_own_file(path) and _SHAPE.fullmatch(known := read_regular(path, most=200).decode().strip()):
            return known
    token = secrets.token_urlsafe(24)
    with suppress(OSError):  # without a place to keep it, it serves this once
        make_folder(path.parent)
        write_whole(path, token.encode(), mode=0o600)
    return token


def _place() -> Path:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "beeline" / "studio-token"


def _cookies(text: str, name: str) -> list[str]:
    try:
        found = SimpleCookie(text)
    except CookieError:
        return []
    return [found[name].value] if name in found else []
