"""Searches on behalf of requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from beeline.interfaces.studio.memory import give_back_memory
from beeline.interfaces.studio.turns import Turn, Turns
from beeline.limits import Limits

T = TypeVar("T")
_LOOK_EVERY = 0.1  # seconds, for a tab that has been closed

_REST_AFTER = 1.0


class Searches:
    """The threads that search, and the queue in which they take turns."""

    def __init__(self, limits: Limits) -> None:
        self.turns = Turns(limits.searches, most=limits.open_searches)
        self._threads = ThreadPoolExecutor(limits.open_searches, thread_name_prefix="search")
        self._is_to_rest = False

    def start(self, work: Callable[[Turn], T]) -> tuple[Turn, asyncio.Future[T]]:
        """Runs work in a thread; it takes its turns itself. Raises ``Busy``."""
        turn = self.turns.open()

        def run() -> T:
            try:
                return work(turn)
            finally:
                turn.close()

        future = asyncio.get_running_loop().run_in_executor(self._threads, run)
        future.add_done_callback(lambda _: self.rest_soon())
        return turn, future

    def rest_soon(self) -> None:
        """Gives memory back once answers are sent and players let go, if nothing goes on then."""
        if self.turns.is_idle and not self._is_to_rest:
            self._is_to_rest = True
            asyncio.get_running_loop().call_later(_REST_AFTER, self._rest)

    def _rest(self) -> None:
        self._is_to_rest = False
        if self.turns.is_idle:
            self._threads.submit(give_back_memory)

    async def answer(self, request: Request, work: Callable[[Turn], T]) -> T:
        """Result of the work, done in turn; it is stopped when nobody waits for it any more."""

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
