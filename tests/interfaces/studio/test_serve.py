"""``beeline serve`` at the command line."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.interfaces.studio.studio_page import at, studio_server


def refused(*arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "beeline", "serve", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    return run.stderr


def test_a_port_that_is_taken_is_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "name another with --port" in refused("--port", str(taken.getsockname()[1]))


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    assert "there is no folder" in refused("--runs", str(tmp_path / "nowhere"))


def test_an_address_that_is_none_is_a_sentence() -> None:
    assert "there is no address" in refused("--host", "no such host")


def test_it_listens_on_the_loopback_alone() -> None:
    with studio_server() as server:
        assert server.address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(at(server.address, "/index.html"), timeout=10) as answer:
            assert b"Beeline" in answer.read()
        with pytest.raises(OSError, match=r"refused|timed out"):
            socket.create_connection(("127.0.0.2", int(server.port)), timeout=1)


def test_ctrl_c_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "beeline", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        server.stdout.readline()
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=20)
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    "statement", ["import beeline", "from beeline.interfaces.main import application; application()"]
)
def test_nobody_else_waits_for_the_web_server(statement: str) -> None:
    """Libraries of the studio are loaded by ``beeline serve`` alone."""
    code = f"{statement}; import sys; print({{'fastapi', 'pydantic', 'uvicorn'}} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"
