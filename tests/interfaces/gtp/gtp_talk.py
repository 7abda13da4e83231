"""Talking GTP to our engine and to programs, for the tests."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from beeline.interfaces.gtp import serve

DATA = Path(__file__).parents[2] / "data"
DOCS = Path(__file__).parents[3] / "docs" / "reference" / "gtp.md"
GNU_GO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
needs_gnu_go = pytest.mark.skipif(GNU_GO is None, reason="GNU Go (gnugo) is not installed")


def converse(text: str | bytes, *, player: str = "random:seed=1", game: str = "hex", size: int | None = None):
    """The answers to some lines, without the empty lines that end them."""
    data = text.encode() if isinstance(text, str) else text
    output = io.BytesIO()
    serve(player, game=game, size=size, input=io.BytesIO(data), output=output)
    written = output.getvalue().decode()
    assert not written or written.endswith("\n\n")
    return written.split("\n\n")[:-1]


def results(text: str, **options):
    """The answers to lines that all succeed, without the sign."""
    answers = converse(text, **options)
    assert all(answer.startswith("= ") for answer in answers), answers
    return [answer.removeprefix("= ") for answer in answers]


SERVE = (
    "import sys; from beeline.interfaces.gtp import serve; "
    "serve(sys.argv[1], game=sys.argv[2], size=int(sys.argv[3]), "
    "input=sys.stdin.buffer, output=sys.stdout.buffer)"
)


class Program:
    """A GTP program that runs as a process."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert None not in (self.process.stdin, self.process.stdout, self.process.stderr)
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        # A program that hangs shall not hang the tests.
        self.watchdog = threading.Timer(60, self.process.kill)
        self.watchdog.start()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            stream.close()

    def send(self, command: str) -> None:
        self.stdin.write(f"{command}\n".encode())
        self.stdin.flush()

    def ask(self, command: str) -> str:
        """The result of a command that must succeed."""
        self.send(command)
        lines = []
        while line := self.stdout.readline().rstrip(b"\r\n"):
            lines.append(line.decode())
        answer = "\n".join(lines)
        assert answer.startswith("="), f"{command} was answered {answer!r}"
        return answer[1:].strip()

    def end(self) -> tuple[int, str]:
        """Ends the input; the exit code, and what is on standard error."""
        self.stdin.close()
        return self.process.wait(timeout=20), self.stderr.read().decode()


def beeline_program(player: str, *, game: str = "hex", size: int = 11) -> Program:
    return Program(sys.executable, "-c", SERVE, player, game, str(size))


def gnu_go(size: int, komi: float) -> Program:
    assert GNU_GO is not None
    rules = [
        "--chinese-rules",
        "--positional-superko",
        "--capture-all-dead",
        "--boardsize",
        str(size),
        "--komi",
        str(komi),
    ]
    return Program(GNU_GO, "--mode", "gtp", "--level", "1", "--seed", "1", *rules)
