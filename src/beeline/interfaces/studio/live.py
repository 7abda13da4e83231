"""Live analysis over one WebSocket per page (docs/reference/studio-api.md has the messages).

The page asks for one thing at a time; asking again, or closing the page, stops what was going on.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from beeline.errors import BeelineError
from beeline.interfaces.analyst import ANALYST, Analyst, Insight
from beeline.interfaces.game_review import Review, Reviewer, opening_length
from beeline.interfaces.studio.analysts import Analysts
from beeline.interfaces.studio.knowledge import reason_shown
from beeline.interfaces.studio.play import PlayerName
from beeline.interfaces.studio.position_models import Model, MoveName, Position
from beeline.interfaces.studio.sentences import sentence_of, without_folders
from beeline.interfaces.studio.studio import Studio, TheStudio
from beeline.interfaces.studio.turns import Stopped, Turn
from beeline.limits import REVIEW_SIMULATIONS, Limits
from beeline.rules.game import COLOURS

router = APIRouter()

Send = Callable[[dict[str, Any]], None]
Work = Callable[[Turn], None]
_VIEW_EVERY: Final = 0.1  # seconds
_LINE: Final = 12
"""Moves of a candidate's line that are sent."""
_TELL_EVERY: Final = 0.5  # seconds, to those who wait for their turn


class Analyse(Model):
    """Think about a position and tell what comes of it, until stopped."""

    type: Literal["analyse"]
    id: int = 0
    position: Position
    player: PlayerName = ANALYST
    seconds: float = Field(default=60.0, gt=0)


class AskReview(Model):
    """Assess every position of a game, and class its moves."""

    type: Literal["review"]
    id: int = 0
    position: Position
    player: PlayerName = ANALYST
    simulations: int | None = Field(default=None, ge=1, le=REVIEW_SIMULATIONS)
    """Simulations per position that the solver leaves open; None is what suits the player."""
    opening: list[MoveName] = Field(default=[], max_length=Limits().moves)
    """Moves that a match made for its players, which are not marked."""


class Stop(Model):
    type: Literal["stop"]


_REQUESTS: Final[TypeAdapter[Analyse | AskReview | Stop]] = TypeAdapter(
    Annotated[Analyse | AskReview | Stop, Field(discriminator="type")]
)


@router.websocket("/api/live")
async def live(socket: WebSocket, studio: TheStudio) -> None:
    if studio.pages >= studio.limits.pages:
        await socket.close(1013, f"the studio has {studio.pages} pages open, and takes no more")
        return
    studio.pages += 1
    try:
        await socket.accept()
        await _converse(socket, studio)
    finally:
        studio.pages -= 1


async def _converse(socket: WebSocket, studio: Studio) -> None:
    session = _Session(socket, studio)
    tasks = [asyncio.create_task(session.deliver()), asyncio.create_task(session.tell_waiting())]
    try:
        while await session.has_room():
            await session.handle(await socket.receive_text())
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass  # the page has gone, or sent what is no text
    finally:
        for task in tasks:
            task.cancel()
        await session.close()


class _Session:
    """One page: its search, its player, and what is still to be sent to it."""

    def __init__(self, socket: WebSocket, studio: Studio) -> None:
        self._socket, self._studio = socket, studio
        self._loop = asyncio.get_running_loop()
        self._outbox: deque[dict[str, Any]] = deque()
        self._filled = asyncio.Event()
        self._sent = asyncio.Event()
        self._gone = False
        self._turn: Turn | None = None
        self._work: asyncio.Future[None] | None = None
        self._asked = 0
        self._told = 0.0
        self._analysts = Analysts(studio.cast)

    async def handle(self, text: str) -> None:
        try:
            request = _REQUESTS.validate_json(text)
        except ValidationError as error:
            self._put({"type": "error", "id": None, "error": sentence_of(error)})
            return
        await self._stop()
        if isinstance(request, Stop):
            return
        self._asked, self._told = request.id, time.monotonic()
        try:
            self._begin(request)
        except (BeelineError, ValueError) as error:
            self._put({"type": "error", "id": request.id, "error": without_folders(str(error))})

    async def close(self) -> None:
        await self._stop()
        self._analysts.close()
        self._studio.searches.rest_soon()

    async def _stop(self) -> None:
        if self._turn is not None and self._work is not None:
            self._turn.stop()
            with suppress(Exception):
                await asyncio.shield(self._work)
        self._turn = self._work = None

    def _begin(self, request: Analyse | AskReview) -> None:
        send = self._sender(request.id)
        do = self._review(request, send) if isinstance(request, AskReview) else self._analysis(request, send)

        def work(turn: Turn) -> None:
            try:
                do(turn)
            except Stopped:
                pass
            except Exception as error:
                send({"type": "error", "error": without_folders(str(error)) or type(error).__name__})

        self._turn, self._work = self._studio.searches.start(work)

    def _analysis(self, request: Analyse, send: Send) -> Work:
        board = request.position.open_board()
        seconds = min(request.seconds, self._studio.limits.analysis_seconds)
        self._studio.cast.checked(request.player, analyst=True)

        def make() -> Analyst:
            return self._analysts.of(board, request.player)

        return lambda turn: _analyse(make, turn, send, seconds=seconds)

    def _review(self, request: AskReview, send: Send) -> Work:
        board = request.position.board()
        self._studio.cast.checked(request.player, analyst=True)

        def work(turn: Turn) -> None:
            with self._studio.cast.player(request.player, analyst=True) as player:
                reviewer = Reviewer(
                    board,
                    player,
                    simulations=request.simulations,
                    opening=opening_length(board, request.opening),
                    should_stop=turn.should_stop,
                )
                _review(reviewer, turn, send)

        return work

    # Sending

    def _sender(self, id: int) -> Send:
        def send(message: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the loop has ended with the server
                self._loop.call_soon_threadsafe(self._put, message | {"id": id})

        return send

    def _put(self, message: dict[str, Any]) -> None:
        """Queue a message; of several views of a position, a slow reader is sent the latest."""
        self._told = time.monotonic()
        if self._outbox and _are_views_of_one(self._outbox[-1], message):
            self._outbox.pop()
        self._outbox.append(message)
        self._filled.set()

    async def deliver(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # the page has gone
            while True:
                await self._filled.wait()
                while self._outbox:
                    await self._socket.send_text(json.dumps(self._outbox.popleft(), separators=(",", ":")))
                    self._sent.set()
                self._filled.clear()
        self._gone = True
        self._sent.set()

    async def has_room(self) -> bool:
        """Waits until the page has read enough of what it was sent to ask again; False if it never does."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._studio.limits.read_seconds):
                while len(self._outbox) >= self._studio.limits.outbox and not self._gone:
                    self._sent.clear()
                    await self._sent.wait()
                return not self._gone
        return False

    async def tell_waiting(self) -> None:
        while True:
            await asyncio.sleep(_TELL_EVERY)
            if self._turn is None or time.monotonic() - self._told < _TELL_EVERY:
                continue
            if ahead := self._turn.ahead:
                self._put({"type": "waiting", "id": self._asked, "ahead": ahead})


def _are_views_of_one(earlier: dict[str, Any], later: dict[str, Any]) -> bool:
    """Whether the later message makes the earlier one worthless."""
    views = ("analysis", "waiting")
    return earlier["id"] == later["id"] and earlier["type"] in views and later["type"] in views


def _analyse(make: Callable[[], Analyst], turn: Turn, send: Send, *, seconds: float) -> None:
    """Analyses turn by turn, with a view after each, until the position is proven or the time is over.

    The analyst is made in the first turn, as it takes some milliseconds.
    """
    begin = time.monotonic()
    analyst: Analyst | None = None
    while not turn.stopped:
        with turn:
            analyst = analyst or make()
            next_view = time.monotonic() + _VIEW_EVERY
            while True:
                analyst.step(lambda: turn.stopped)
                if analyst.done or turn.is_over or time.monotonic() > next_view:
                    break
            found = analyst.insight()
        if turn.stopped:
            return
        passed = time.monotonic() - begin
        done = found.done or ("seconds" if passed > seconds else None)
        send(_view(found, passed) | {"done": done})
        if done:
            return


def _view(found: Insight, seconds: float) -> dict[str, Any]:
    analysis = found.analysis
    black = found.value if analysis.to_move == "black" else 1 - found.value
    return {
        "type": "analysis",
        "to_move": analysis.to_move,
        "black": round(black, 4),
        "winner": found.winner,
        "simulations": found.simulations,
        "positions": found.positions,
        "seconds": round(seconds, 2),
        "nodes": analysis.nodes,
        "tree_full": analysis.tree_full,
        "moves": [
            [move.move, move.visits, round(move.value, 4), move.proof]
            for move in analysis.moves
            if move.visits or move.proof or move.prior
        ],
        "variation": analysis.variation[:40],
        "lines": [line[:_LINE] for line in analysis.lines],
    }


def _review(reviewer: Reviewer, turn: Turn, send: Send) -> None:
    """A message per position, from the end to the start; the last has the summary."""
    with turn:
        for ply in reviewer.steps():
            send(_reviewed(reviewer, ply) | {"done": ply == 0})


def _reviewed(reviewer: Reviewer, ply: int) -> dict[str, Any]:
    position, move = reviewer.assessments[ply], reviewer.moves.get(ply + 1)
    message: dict[str, Any] = {
        "type": "review",
        "ply": ply,
        "black": position.black,
        "winner": position.winner,
        "best": position.best,
        "move": None if move is None else {**asdict(move), "comment": move.comment},
    }
    return message if ply else message | {"summary": _summary(reviewer.review())}


def _summary(review: Review) -> dict[str, Any]:
    turn = review.turning_point
    return {
        "text": review.summary,
        "turning_point": None if turn is None else turn.ply,
        "accuracy": {colour: review.accuracy(colour) for colour in COLOURS},
        "reasons": {ply: reason_shown(reason).model_dump() for ply, reason in review.reasons.items()},
    }
