"""Searches on behalf of requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from beeline.interfaces.studio.limits import Limits
from beeline.interfaces.studio.turns import Turn, Turns

T = TypeVar("T")
_LOOK_EVERY = 0.1  # seconds, for a tab that has been closed


class Searches:
    """The threads that search, and the queue in which they take turns."""

    def __init__(self, limits: Limits) -> None:
        self.turns = Turns(limits.searches, most=limits.open_searches)
        self._threads = ThreadPoolExecutor(limits.open_searches, thread_name_prefix="search")

    def start(self, work: Callable[[Turn], T]) -> tuple[Turn, asyncio.Future[T]]:
        """Runs work in a thread; it takes its turns itself. Raises ``Busy``."""
        turn = self.turns.open()

        def run() -> T:
            try:
                return work(turn)
            finally:
                turn.close()

        return turn, asyncio.get_running_loop().run_in_executor(self._threads, run)

    async def answer(self, request: Request, work: Callable[[Turn], T]) -> T:
        """What the work comes to, done in turn; it is stopped when nobody waits for the answer any more."""

        def in_turn(turn: Turn) -> T:
            with turn:
                return work(turn)

        turn, future = self.start(in_turn)
        try:
            while not (await asyncio.wait([future], timeout=_LOOK_EVERY))[0]:
                if await request.is_disconnected():
                    turn.stop()
            return future.result()
        finally:
            turn.stop()
