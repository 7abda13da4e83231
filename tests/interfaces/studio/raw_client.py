"""A client that does what no browser does: half a request, or a WebSocket that is never read."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import uvicorn

from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.server import configuration
from beeline.limits import Limits


def connect(address: str) -> socket.socket:
    place = urlsplit(address)
    assert place.hostname is not None
    return socket.create_connection((place.hostname, place.port), timeout=10)


def websocket(address: str) -> socket.socket:
    """A WebSocket to ``/api/live`` after the handshake."""
    place = urlsplit(address)
    client = connect(address)
    query = f"?{place.query}" if place.query else ""
    client.sendall(
        f"GET /api/live{query} HTTP/1.1\r\nhost: {place.netloc}\r\n"
        "upgrade: websocket\r\nconnection: upgrade\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += client.recv(1)
    if not answer.startswith(b"HTTP/1.1 101"):
        client.close()
        raise ConnectionError(answer.decode())
    return client


def text_frame(text: bytes) -> bytes:
    """A short masked frame of text, as clients send."""
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))
    return bytes([0x81, 0x80 | len(text)]) + mask + masked


def resident_megabytes() -> float:
    """Of this process."""
    with open("/proc/self/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


@contextmanager
def serving(limits: Limits) -> Iterator[str]:
    """The address of a studio with these limits, in a thread of this process."""
    server = uvicorn.Server(configuration(create_app(limits=limits), limits))
    with socket.create_server(("127.0.0.1", 0)) as bound:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield f"http://127.0.0.1:{bound.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join()
