"""``beeline serve``."""

from __future__ import annotations

import ipaddress
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import uvicorn

from beeline.errors import CannotServe as CannotServe
from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.limits import Limits

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
) -> None:
    """Serves the studio until Ctrl-C. Without a port it takes the first free one from 8411 on."""
    for folder in folders:
        if not folder.is_dir():
            raise CannotServe(f"there is no folder {str(folder)!r}")
    bound = _bind(host, port)
    limits = Limits() if searches is None else Limits(searches=searches)
    own_name = not _is_loopback(host)
    names = [host, socket.gethostname(), *allow_hosts] if own_name else list(allow_hosts)
    app = create_app(limits=limits, folders=folders, hosts=names, any_address=own_name)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=limits.body_bytes,
        timeout_graceful_shutdown=1,
        lifespan="off",
    )
    address = f"http://{_shown(host)}:{bound.getsockname()[1]}/"
    _Server(config, address, open_browser=open_browser, is_open=own_name).run(sockets=[bound])


class _Server(uvicorn.Server):
    """Says where it is once it answers."""

    def __init__(self, config: uvicorn.Config, address: str, *, open_browser: bool, is_open: bool) -> None:
        super().__init__(config)
        self._address, self._open_browser, self._is_open = address, open_browser, is_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        print(f"Beeline studio: {self._address}  (Ctrl-C ends it)", flush=True)
        if self._is_open:
            print("Everyone who can reach this address can use this machine's processor.", file=sys.stderr)
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
    """As it stands in an address that can be opened on this machine."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
