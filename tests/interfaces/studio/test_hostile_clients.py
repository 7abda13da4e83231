"""Clients that hold on and give nothing back: what they cost is bounded, and others are served meanwhile."""

from __future__ import annotations

import socket
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from beeline.limits import Limits
from tests.interfaces.studio.raw_client import connect, resident_megabytes, serving, text_frame, websocket
from tests.interfaces.studio.studio_page import at, studio_server

HALF_A_HEAD = b"GET /api/queue HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HALF_A_BODY = (
    b"POST /api/position HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    b"content-length: 1000\r\n\r\n{"
)


def answers(address: str) -> bool:
    with urllib.request.urlopen(at(address, "/api/queue"), timeout=10) as answer:
        return bool(answer.status == 200)


def is_ended(client: socket.socket, *, seconds: float) -> bool:
    """Whether the server ends the connection within so many seconds."""
    client.settimeout(seconds)
    try:
        while client.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def test_a_page_that_never_reads_is_not_read_from_and_is_let_go() -> None:
    with serving(Limits(read_seconds=1.0)) as address, websocket(address) as client:
        before = resident_megabytes()
        client.settimeout(30)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):  # noqa: PT012
            for _ in range(1_000):
                client.sendall(text_frame(b"x") * 10_000)
        assert resident_megabytes() < before + 60
        assert answers(address)


def test_pages_are_counted() -> None:
    with serving(Limits(pages=2)) as address:
        with websocket(address), websocket(address), pytest.raises(ConnectionError, match="403"):
            websocket(address)
        time.sleep(0.2)
        websocket(address).close()


def test_a_head_that_does_not_come_is_not_waited_for() -> None:
    with serving(Limits(head_seconds=0.5)) as address, connect(address) as client:
        client.sendall(HALF_A_HEAD)
        assert is_ended(client, seconds=5)


def test_a_second_head_that_does_not_come_is_not_waited_for() -> None:
    with serving(Limits(head_seconds=0.5)) as address, connect(address) as client:
        client.sendall(HALF_A_HEAD + b"\r\n" + HALF_A_HEAD)
        time.sleep(0.2)
        client.sendall(b"x-more: 1\r\n")
        assert is_ended(client, seconds=3)


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    with serving(Limits(body_seconds=0.5)) as address, connect(address) as client:
        client.sendall(HALF_A_BODY)
        client.settimeout(5)
        answer = b""
        while b"\r\n\r\n{" not in answer:
            answer += client.recv(65536)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"not there after 0.5 seconds" in answer


def test_half_requests_do_not_keep_others_out() -> None:
    with serving(Limits(connections=20, head_seconds=60)) as address, ExitStack() as held:
        clients = [held.enter_context(connect(address)) for _ in range(100)]
        for client in clients:
            client.sendall(HALF_A_HEAD)
        assert answers(address)
        assert is_ended(clients[0], seconds=5)
        assert not is_ended(clients[-1], seconds=0.2)


def test_half_bodies_do_not_keep_others_out() -> None:
    with serving(Limits(connections=20, body_seconds=60)) as address, ExitStack() as held:
        for _ in range(100):
            held.enter_context(connect(address)).sendall(HALF_A_BODY)
        assert answers(address)


def test_a_studio_that_may_open_few_files_stays_reachable_and_quiet(tmp_path: Path) -> None:
    few_files = ["sh", "-c", 'ulimit -n 128 && exec "$0" "$@" 2>stderr']
    with studio_server(through=few_files, folder=tmp_path) as server, ExitStack() as held:
        for _ in range(300):
            held.enter_context(connect(server.address)).sendall(HALF_A_HEAD)
        assert answers(server.address)
    assert (tmp_path / "stderr").read_text() == ""
