"""Workers that are processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from beeline.errors import ArgumentError
from beeline.portable import ignore_interrupts
from beeline.workers.base import Outcome, Task, WorkerError, Workers

_TRIES: Final = 3


@dataclass
class _Worker:
    """A process and the tasks it was given, oldest first."""

    process: BaseProcess
    pipe: Connection
    tasks: deque[int] = field(default_factory=deque)


class LocalWorkers(Workers):
    """Processes on this machine, which end with the process that made them, however it ends.

    A worker has ``ahead`` tasks at hand, so that it need not wait for the next; 1 is better for long tasks.
    """

    def __init__(self, count: int, *, ahead: int = 2) -> None:
        if count < 1:
            raise ArgumentError(f"there must be 1 worker or more, not {count}")
        self._ahead = ahead
        # "spawn" starts clean processes; "fork" would copy threads' locks in whatever state they are.
        self._context = multiprocessing.get_context("spawn")
        self._workers = [self._start() for _ in range(count)]

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, os.getpid()), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def run(
        self, function: Callable[[Task], Outcome], tasks: Iterable[Task]
    ) -> Generator[Outcome, None, None]:
        source = enumerate(tasks)
        given: dict[int, Task] = {}
        tries: dict[int, int] = {}
        again: deque[int] = deque()

        def give(worker: _Worker) -> None:
            while len(worker.tasks) < self._ahead:
                if again:
                    number = again.popleft()
                else:
                    number, task = next(source, (-1, None))
                    if number < 0:
                        return
                    given[number] = task  # type: ignore[assignment]
                worker.tasks.append(number)
                worker.pipe.send((function, given[number]))

        try:
            for worker in self._workers:
                self._guarded(worker, give, again, tries)
            while given:
                for pipe in wait([worker.pipe for worker in self._workers]):
                    worker = next(worker for worker in self._workers if worker.pipe is pipe)
                    try:
                        failed, outcome = worker.pipe.recv()
                    except (EOFError, OSError):
                        self._replace(worker, again, tries)
                    else:
                        del given[worker.tasks.popleft()]
                        if failed:
                            raise outcome
                        yield outcome
                    for idle in self._workers:
                        self._guarded(idle, give, again, tries)
        finally:
            if given:  # abandoned: what is under way would answer into the next run
                self.close()
                self._workers = [self._start() for _ in self._workers]

    def _guarded(
        self, worker: _Worker, give: Callable[[_Worker], None], again: deque[int], tries: dict[int, int]
    ) -> None:
        try:
            give(worker)
        except OSError:  # it died meanwhile
            self._replace(worker, again, tries)
            self._guarded(worker, give, again, tries)

    def _replace(self, worker: _Worker, again: deque[int], tries: dict[int, int]) -> None:
        """Puts a new process in the place of a dead one, and its tasks back in the queue."""
        if worker.tasks:  # the oldest was under way
            number = worker.tasks[0]
            tries[number] = tries.get(number, 0) + 1
            if tries[number] >= _TRIES:
                raise WorkerError(
                    f"worker processes died {_TRIES} times on one task (exit code {worker.process.exitcode})"
                )
        again.extend(worker.tasks)
        worker.pipe.close()
        worker.process.join(timeout=1)
        fresh = self._start()
        worker.process, worker.pipe = fresh.process, fresh.pipe
        worker.tasks.clear()

    def close(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()


def _serve(pipe: Connection, parent: int) -> None:
    """The life of a worker process."""
    die_with_parent(parent)
    ignore_interrupts()
    # A thread of its own takes tasks in: were both sides to wait for their large messages to be taken,
    # neither would go on.
    tasks: SimpleQueue[tuple[Callable[[Any], Any], Any] | None] = SimpleQueue()
    Thread(target=_receive, args=(pipe, tasks), daemon=True).start()
    while (given := tasks.get()) is not None:
        function, task = given
        try:
            answer: tuple[bool, Any] = (False, function(task))
        except Exception as error:
            answer = (True, error)
        try:
            pipe.send(answer)
        except OSError:
            return
        except Exception as error:  # it cannot travel between processes
            pipe.send((True, WorkerError(f"{answer[1]!r} cannot be sent back: {error}")))


def _receive(pipe: Connection, tasks: SimpleQueue[tuple[Callable[[Any], Any], Any] | None]) -> None:
    """Puts what comes through the pipe into the queue, and None when no more can come."""
    try:
        with suppress(EOFError, OSError):
            while True:
                tasks.put(pipe.recv())
    finally:
        tasks.put(None)


def die_with_parent(parent: int) -> None:
    """Asks the kernel to kill this process when its parent dies, where the kernel can (Linux)."""
    if sys.platform != "linux":
        return
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)
