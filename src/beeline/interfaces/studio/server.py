"""``beeline serve``."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI

from beeline.errors import CannotServe as CannotServe
from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.memory import share_memory
from beeline.interfaces.studio.open_sockets import AT_A_TIME, WebSockets, http_protocol
from beeline.interfaces.studio.token import Token, is_token, own_token
from beeline.limits import Limits

FIRST_PORT: Final = 8411
_PORTS: Final = 20


def serve(
    *,
    host: str,
    port: int | None,
    folders: Sequence[Path],
    allow_hosts: Sequence[str] = (),
    searches: int | None = None,
    open_browser: bool = True,
    token: str | None = None,
    certificate: Path | None = None,
    key: Path | None = None,
    library: Path | None = None,
) -> None:
    """Serves the studio until Ctrl-C. Without a port it takes the first free one from 8411 on.

    ``token`` lets people in: this user's own if None, and none, which is for the loopback alone, if empty.
    Games are kept in ``library``: this user's own if None. With a certificate the studio is served by TLS;
    ``key`` is its private key, if that is another file.
    """
    for folder in folders:
        if not folder.is_dir():
            raise CannotServe(f"there is no folder {str(folder)!r}")
    own_name = not _is_loopback(host)
    if own_name and token == "":
        raise CannotServe(
            f"a studio that listens on {host} needs a token; only on the loopback there may be none"
        )
    secret = own_token() if token is None else token
    if secret and not is_token(secret):
        raise CannotServe("a token is 16 to 200 letters, digits, - and _")
    if key is not None and certificate is None:
        raise CannotServe("a key for TLS comes with a certificate: name it by --tls-certificate")
    limits = Limits() if searches is None else Limits(searches=searches)
    share_memory(limits.searches)
    names = [host, socket.gethostname(), *allow_hosts] if own_name else list(allow_hosts)
    app = create_app(
        limits=limits,
        folders=folders,
        hosts=names,
        any_address=own_name,
        token=Token(secret, secure=certificate is not None) if secret else None,
        library_file=own_library() if library is None else library,
        job_folder=None if own_name or allow_hosts or not secret else folders[0],
    )
    config = configuration(app, limits, certificate=certificate, key=key)
    bound = _bind(host, port)
    scheme = "https" if certificate else "http"
    place = f":{bound.getsockname()[1]}/{f'?token={secret}' if secret else ''}"
    elsewhere = f"{scheme}://{socket.gethostname()}{place}" if own_name else ""
    address = f"{scheme}://{_shown(host)}{place}"
    try:
        _Server(config, address, open_browser=open_browser, elsewhere=elsewhere).run(sockets=[bound])
    finally:
        if jobs := app.state.studio.jobs:
            jobs.close()


def own_library() -> Path:
    """Path of this user's library of games."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "beeline" / "library.db"


def configuration(
    app: FastAPI, limits: Limits, *, certificate: Path | None = None, key: Path | None = None
) -> uvicorn.Config:
    """Configuration of a server with these limits; raises ``CannotServe`` for an invalid certificate."""
    config = uvicorn.Config(
        app,
        http=http_protocol(limits),
        ws=WebSockets,
        backlog=AT_A_TIME,
        log_level="warning",
        access_log=False,
        ws_max_size=limits.body_bytes,
        timeout_graceful_shutdown=1,
        lifespan="off",
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    try:
        config.load()
    except OSError as error:  # ssl.SSLError is one
        raise CannotServe(f"{certificate} is no certificate to serve with: {error}") from None
    return config


class _Server(uvicorn.Server):
    """Says where it is once it answers."""

    def __init__(self, config: uvicorn.Config, address: str, *, open_browser: bool, elsewhere: str) -> None:
        super().__init__(config)
        self._address, self._open_browser, self._elsewhere = address, open_browser, elsewhere

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        print(f"Beeline studio: {self._address}  (Ctrl-C ends it)", flush=True)
        if self._elsewhere:
            print(f"From other machines: {self._elsewhere}", file=sys.stderr)
            print("Everyone who has this address can use this machine's processor.", file=sys.stderr)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=[self._address], daemon=True).start()


def _bind(host: str, port: int | None) -> socket.socket:
    ports = range(FIRST_PORT, FIRST_PORT + _PORTS) if port is None else [port]
    problem: OSError | None = None
    for candidate in ports:
        try:
            family, kind, protocol, _, place = socket.getaddrinfo(
                host, candidate, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            bound = socket.socket(family, kind, protocol)
        except OSError as error:
            raise CannotServe(f"there is no address {host!r} to serve on: {error.strerror}") from None
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind(place)
            bound.listen(128)
        except OSError as error:
            bound.close()
            problem = error
            continue
        return bound
    reason = problem.strerror if problem else "no port"
    where = f"port {port}" if port is not None else f"the ports {ports[0]} to {ports[-1]}"
    raise CannotServe(f"cannot serve on {where} of {host}: {reason}; name another with --port, or 0 for any")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _shown(host: str) -> str:
    """Host as it stands in an address that can be opened on this machine."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
