"""Keeps a program: runs it, and ends it with everything it started when it is no longer wanted.

``python keeper.py OWNER COMMAND...`` stands between the program and the process OWNER that wants it. The
program has the keeper's standard streams to itself. It is no longer wanted when the owner dies, however it
dies, or sends the keeper SIGTERM; and when the program ends, what it started ends too. The keeper's exit
code is then the program's, or 128 and the signal that ended it.

A process cannot arrange this for its own children: on SIGKILL it has no last word, and the kernel's offer to
signal a child (PR_SET_PDEATHSIG) is about the death of a thread, and about one child, not its children. The
keeper looks who its parent is instead. On Linux it finds all descendants of the program, wherever
they went; on other systems those that stayed in the program's process group.

It runs by its file name, without the package, to start fast; it must not import other parts of it, nor any
library.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterator

_LOOK_SECONDS = 0.5
"""Seconds between two looks at whether the owner lives."""
_END_SECONDS = 2.0
"""Seconds for which to try to end what does not want to end."""

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    owner, command = int(sys.argv[1]), sys.argv[2:]
    # Orphaned descendants come to the keeper rather than to init, so that none is out of sight.
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    keeper = Keeper(owner)
    program = _start(command)
    _leave_streams()
    code = keeper.wait_for(program)
    _end_descendants(program)
    os._exit(code)


class Keeper:
    def __init__(self, owner: int) -> None:
        self._owner = owner
        self._dismissed = False
        self._awake, alarm = os.pipe()
        os.set_blocking(alarm, False)
        signal.set_wakeup_fd(alarm)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._dismiss)

    def _dismiss(self, *_: object) -> None:
        self._dismissed = True

    def wait_for(self, program: int) -> int:
        """Waits until the program ends or is no longer wanted, and returns the exit code to pass on."""
        while not self._dismissed and os.getppid() == self._owner:
            if select.select([self._awake], [], [], _LOOK_SECONDS)[0]:
                os.read(self._awake, 4096)
            for child, status in _ended_children():
                if child == program:
                    code = os.waitstatus_to_exitcode(status)
                    return code if code >= 0 else 128 - code
        return 128 + signal.SIGKILL


def _start(command: list[str]) -> int:
    """Starts the program in a process group of its own, and returns its number."""
    keeper = os.getpid()
    program = os.fork()
    if program:
        return program
    try:
        os.setpgid(0, 0)
        # Should the keeper itself be killed. It has one thread, so its death is the thread's.
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and programs inherit that
        if os.getppid() == keeper:
            os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"cannot run {command[0]!r}: {error.strerror}\n".encode())
    os._exit(127)


def _leave_streams() -> None:
    """Lets go of the program's streams: when the program closes one, the other end shall notice."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def _ended_children() -> Iterator[tuple[int, int]]:
    """The children that ended since last time, each with its status."""
    try:
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            yield ended
    except ChildProcessError:
        return


def _end_descendants(program: int) -> None:
    deadline = time.monotonic() + _END_SECONDS
    while time.monotonic() < deadline:
        # Whoever was seen may have had time for another child, so the last look must find nobody.
        reached = [_kill(-program), *map(_kill, descendants(os.getpid()))]
        if not any(reached):
            return
        time.sleep(0.002)
        for _ in _ended_children():
            pass


def _kill(process: int) -> bool:
    """Kills a process, or with a minus the group, and tells whether there was anyone."""
    try:
        os.kill(process, signal.SIGKILL)
    except OSError:
        return False
    return True


def descendants(ancestor: int) -> list[int]:
    """The children of a process, their children and so on; none where there is no ``/proc``."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdigit() and (parent := _parent(int(name))) is not None:
            children.setdefault(parent, []).append(int(name))
    found = children.get(ancestor, [])
    for process in found:  # grows as it goes
        found += children.get(process, [])
    return found


def _parent(process: int) -> int | None:
    """A process's parent; None if there is no such process."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            # The name comes in brackets and may hold anything.
            return int(file.read().rpartition(b")")[2].split()[1])
    except OSError:
        return None


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value))


if __name__ == "__main__":
    main()
