"""An outside program and the conversation with it, command by command, in GTP 2.

Whatever the program does, an answer or a ``ProgramError`` comes within the time given, in bounded memory, and
after an error the program is gone.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, TYPE_CHECKING, NamedTuple

from beeline.errors import ProgramError, ProgramFailure
from beeline.players.outside import keeper

if TYPE_CHECKING:
    import psutil

_MAX_ANSWER = 1 << 20
"""The most bytes that an answer may have."""
_MAX_STDERR = 1 << 14
"""The bytes kept of what the program writes to standard error."""
_CONVERSATION_LINES, _STDERR_LINES, _ANSWER_LINES, _LINE_LENGTH = 150, 50, 40, 200
"""Limits of a transcript: lines in all, of standard error, of one answer, and characters of a line."""

_QUIT_SECONDS = 1.0
_KILL_SECONDS = 4.0
_LAST_WORDS_SECONDS = 0.5

_CONTROLS = bytes(code for code in (*range(32), 127) if chr(code) not in "\t\n")


class Reply(NamedTuple):
    ok: bool
    """Whether it began with ``=``, not with ``?``."""
    text: str


class Program:
    """A program that was started. ``label`` names it in errors."""

    def __init__(self, command: Sequence[str], *, label: str) -> None:
        self.label = label
        self._conversation: deque[str] = deque(maxlen=_CONVERSATION_LINES)
        self._unread = b""
        self._cpu_seconds = 0.0
        arguments = [sys.executable, "-I", "-S", keeper.__file__, str(os.getpid()), *command]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            arguments, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
        self._to, self._from = _stream(self._process.stdin).fileno(), _stream(self._process.stdout).fileno()
        os.set_blocking(self._to, False)
        self._stderr = _StderrTail(_stream(self._process.stderr))
        self._stderr.start()
        # Runs once: when told, when this object is forgotten, or when the interpreter ends.
        self._end = weakref.finalize(self, _end_process, self._process, owner=os.getpid())

    # The conversation

    def demand(self, command: str, *, seconds: float) -> str:
        """The answer to a command that must succeed."""
        answer = self.ask(command, seconds=seconds)
        if not answer.ok:
            raise self.failure(f"refused {_short(command)}: {_short(answer.text)}", "crash")
        return answer.text

    def ask(self, command: str, *, seconds: float) -> Reply:
        """The answer to a command, if it comes within so many seconds."""
        deadline = monotonic() + seconds
        self._refuse_chatter(command)
        self._conversation.append(f"> {command[:_LINE_LENGTH]}")
        self._send(command, deadline)
        while (answer := self._next_answer(command)) is None:
            if not self._ready(self._from, select.POLLIN, deadline):
                raise self.failure(f"gave no answer to {_short(command)} within {seconds:g} seconds", "time")
            if not self._receive():
                raise self._silence(command)
        self._conversation.extend(_answer_lines(answer))
        return Reply(answer.startswith("="), answer[1:].strip())

    def _refuse_chatter(self, command: str) -> None:
        """Refuses output that nobody asked for: it would be taken for the next answer."""
        if self._ready(self._from, select.POLLIN):
            self._receive()
        if self._unread.strip():
            raise self.failure(f"spoke before it was asked {_short(command)}", "crash")

    def _send(self, command: str, deadline: float) -> None:
        line = f"{command}\n".encode(errors="surrogateescape")
        while line:
            if not self._ready(self._to, select.POLLOUT, deadline):
                raise self.failure(f"did not read {_short(command)} in time", "time")
            try:
                line = line[os.write(self._to, line) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._silence(command) from None

    def _receive(self) -> bool:
        """Reads what there is; False at the end of the program's output."""
        chunk = os.read(self._from, 1 << 16)
        self._unread += chunk.translate(None, _CONTROLS)
        return bool(chunk)

    def _next_answer(self, command: str) -> str | None:
        """The first answer in what was received, or None as long as it is not complete."""
        text = self._unread.lstrip(b" \t\n")
        if text and text[:1] not in b"=?":
            nonsense = text.partition(b"\n")[0].decode(errors="replace")
            raise self.failure(
                f"answered {_short(command)} with {_short(nonsense)}, which starts with neither = nor ?",
                "crash",
            )
        answer, end, rest = text.partition(b"\n\n")
        if not end:
            if len(self._unread) > _MAX_ANSWER:
                raise self.failure(f"answered {_short(command)} without end", "crash")
            return None
        self._unread = rest
        return answer.decode(errors="replace")

    def _ready(self, stream: int, event: int, deadline: float | None = None) -> bool:
        """Whether a stream becomes ready, or breaks, before the deadline; without one, whether it is now."""
        poll = select.poll()
        poll.register(stream, event)
        if deadline is None:
            return bool(poll.poll(0))
        while (left := deadline - monotonic()) > 0:
            if poll.poll(1000 * min(left, 3600.0)):
                return True
        return False

    # Failures

    def failure(self, problem: str, reason: ProgramFailure) -> ProgramError:
        """Ends the program, and returns the error to raise."""
        self.kill()
        return ProgramError(f"{self.label} {problem}", reason=reason, transcript=self.transcript())

    def _silence(self, command: str) -> ProgramError:
        """A pipe is closed, most likely because the program is dead."""
        self.cpu_seconds()
        try:
            code = self._process.wait(_LAST_WORDS_SECONDS)
        except subprocess.TimeoutExpired:
            return self.failure(f"closed its input or output at {_short(command)}", "crash")
        self.kill()
        last_words = self._stderr.lines()[-1:]
        said = f"; it said {_short(last_words[0])}" if last_words else ""
        return self.failure(f"ended ({_exit_text(code)}) at {_short(command)}{said}", "crash")

    def transcript(self) -> str:
        """The end of the conversation, ``>`` before commands, and of the program's standard error."""
        lines = list(self._conversation)
        if self._unread:
            lines += ["no complete answer:", *_answer_lines(self._unread.decode(errors="replace"))]
        if said := self._stderr.lines():
            lines += ["standard error:", *said]
        return "\n".join(lines)

    # The process

    def cpu_seconds(self) -> float:
        """Processor time of the program and all it started, so far.

        On macOS, whose processes do not tell the time of children that ended, that of those which run.
        """
        if self._end.alive and self._process.returncode is None:
            self._cpu_seconds = max(self._cpu_seconds, _tree_seconds(self._process.pid))
        return self._cpu_seconds

    def close(self) -> None:
        """Asks the program to quit, and ends it if it does not."""
        if self._end.alive:
            self.cpu_seconds()
            with suppress(OSError):
                os.write(self._to, b"quit\n")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Ends the program and everything it started."""
        if not self._end.alive:
            return
        self.cpu_seconds()
        self._end()
        self._stderr.join(_LAST_WORDS_SECONDS)


class _StderrTail(threading.Thread):
    """Reads standard error to its end, so that it never blocks the program, and keeps the last of it."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(name="standard error of an outside program", daemon=True)
        self._stream = stream
        self._tail = b""

    def run(self) -> None:
        with self._stream:
            while chunk := self._stream.read(1 << 16):
                self._tail = (self._tail + chunk)[-_MAX_STDERR:]

    def lines(self) -> list[str]:
        text = self._tail.decode(errors="replace")
        return [line[:_LINE_LENGTH] for line in text.splitlines() if line.strip()][-_STDERR_LINES:]


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _end_process(process: subprocess.Popen[bytes], *, owner: int) -> None:
    if os.getpid() != owner:  # in a forked copy of the owner, whose program this is not
        return
    process.terminate()  # the keeper, which ends the rest
    try:
        process.wait(_KILL_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def _tree_seconds(root: int) -> float:
    """Processor time of all descendants of a keeper; its own is not the program's.

    A program that the keeper reaps while we look would be missing from both places, so we look again.
    """
    import psutil

    with suppress(psutil.NoSuchProcess):
        keeper_process = psutil.Process(root)
        while True:
            ended = _ended_seconds(keeper_process)
            running = sum(map(_seconds, keeper_process.children(recursive=True)))
            if _ended_seconds(keeper_process) == ended:
                return ended + running
    return 0.0


def _ended_seconds(process: psutil.Process) -> float:
    """Seconds of a process's children that it has seen end, where the system tells."""
    times = process.cpu_times()
    return float(times.children_user + times.children_system)


def _seconds(process: psutil.Process) -> float:
    """Seconds of a process and of its children that it has seen end; none if it is gone."""
    import psutil

    with suppress(psutil.Error):
        times = process.cpu_times()
        return float(times.user + times.system + times.children_user + times.children_system)
    return 0.0


def _exit_text(code: int) -> str:
    with suppress(ValueError):
        return f"killed by {signal.Signals(code - 128).name}"
    return f"exit code {code}"


def _answer_lines(text: str) -> list[str]:
    lines = [line[:_LINE_LENGTH] for line in text[: _ANSWER_LINES * _LINE_LENGTH].splitlines()]
    return lines if len(lines) <= _ANSWER_LINES else [*lines[:_ANSWER_LINES], "…"]


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= 80 else f"{text[:80]}…")
