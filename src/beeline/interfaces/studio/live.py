"""Live analysis over one WebSocket a page (docs/studio.md has the messages).

The page asks for one thing at a time; asking again, or closing the page, stops what was going on.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from beeline.errors import BeelineError
from beeline.interfaces.studio.play import PlayerName
from beeline.interfaces.studio.positions import Model, Position
from beeline.interfaces.studio.sentences import sentence_of, without_folders
from beeline.interfaces.studio.studio import Studio, TheStudio
from beeline.interfaces.studio.turns import Stopped, Turn
from beeline.players import Limit, Player
from beeline.rules.board import Board
from beeline.search.analysis import Analysis

router = APIRouter()

Send = Callable[[dict[str, Any]], None]
_TELL_EVERY: Final = 0.5  # seconds, to those who wait for their turn


class Analyse(Model):
    """Think about a position and tell what comes of it, until stopped."""

    type: Literal["analyse"]
    id: int = 0
    position: Position
    player: PlayerName = "mcts"
    seconds: float = Field(default=60.0, gt=0)


class Review(Model):
    """Judge the position after each move of a game."""

    type: Literal["review"]
    id: int = 0
    position: Position
    player: PlayerName = "mcts"
    simulations: int = Field(default=10_000, ge=1, le=200_000)


class Stop(Model):
    type: Literal["stop"]


_REQUESTS: Final[TypeAdapter[Analyse | Review | Stop]] = TypeAdapter(
    Annotated[Analyse | Review | Stop, Field(discriminator="type")]
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
        self._player: tuple[str, Player] | None = None
        self._held = ExitStack()

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
        self._held.close()
        self._studio.searches.rest_soon()

    async def _stop(self) -> None:
        if self._turn is not None and self._work is not None:
            self._turn.stop()
            with suppress(Exception):
                await asyncio.shield(self._work)
        self._turn = self._work = None

    def _begin(self, request: Analyse | Review) -> None:
        board = request.position.board() if isinstance(request, Review) else request.position.open_board()
        player = self._player_for(request.player)
        send = self._sender(request.id)

        def work(turn: Turn) -> None:
            try:
                if isinstance(request, Review):
                    _review(board, player, turn, send, simulations=request.simulations)
                else:
                    seconds = min(request.seconds, self._studio.limits.analysis_seconds)
                    _analyse(board, player, turn, send, seconds=seconds, studio=self._studio)
            except Stopped:
                pass
            except Exception as error:
                send({"type": "error", "error": without_folders(str(error)) or type(error).__name__})

        self._turn, self._work = self._studio.searches.start(work)

    def _player_for(self, name: str) -> Player:
        """The one from before where it is the same, with the tree that it has grown."""
        if self._player is None or self._player[0] != name:
            self._player = None
            self._held.close()
            self._player = name, self._held.enter_context(self._studio.cast.player(name, analyst=True))
        return self._player[1]

    # Sending

    def _sender(self, id: int) -> Send:
        def send(message: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the loop has ended with the server
                self._loop.call_soon_threadsafe(self._put, message | {"id": id})

        return send

    def _put(self, message: dict[str, Any]) -> None:
        """Of views of a position, a slow reader is sent the latest."""
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


def _analyse(board: Board, player: Player, turn: Turn, send: Send, *, seconds: float, studio: Studio) -> None:
    """Searches slice by slice in the same tree."""
    begin, simulations, reason = time.monotonic(), 0, ""
    while not reason:
        with turn:
            limit = Limit(seconds=studio.searches.turns.seconds, should_stop=lambda: turn.stopped)
            found = player.choose(board, limit).analysis
        assert found is not None
        if turn.stopped:
            return
        simulations += found.simulations
        passed = time.monotonic() - begin
        if found.stopped == "proven" or found.simulations == 0:
            reason = "proven" if found.stopped == "proven" else "full"
        elif passed > seconds:
            reason = "seconds"
        send(_view(found, simulations, passed) | {"done": reason or None})


def _view(found: Analysis, simulations: int, seconds: float) -> dict[str, Any]:
    return {
        "type": "analysis",
        "to_move": found.to_move,
        "black": _for_black(found),
        "simulations": simulations,
        "seconds": round(seconds, 2),
        "nodes": found.nodes,
        "tree_full": found.tree_full,
        "moves": [
            [move.move, move.visits, round(move.value, 4), move.proof]
            for move in found.moves
            if move.visits or move.proof
        ],
        "variation": found.variation[:40],
    }


def _for_black(found: Analysis) -> float:
    value = found.best.value
    return round(value if found.to_move == "black" else 1 - value, 4)


def _review(board: Board, player: Player, turn: Turn, send: Send, *, simulations: int) -> None:
    """From the end to the start, as what comes later is known already."""
    steps = board.steps
    for ply in range(len(steps), -1, -1):
        if board.winner is not None:
            view: dict[str, Any] = {"black": float(board.winner == "black"), "best": None}
        else:
            with turn:
                view = _judged(board, player, turn, simulations)
        if turn.stopped:
            return
        send({"type": "review", "ply": ply, **view, "done": ply == 0})
        if ply:
            board.undo()


def _judged(board: Board, player: Player, turn: Turn, simulations: int) -> dict[str, Any]:
    done = 0
    while True:
        found = player.choose(board, Limit(seconds=0.1, should_stop=turn.should_stop)).analysis
        assert found is not None
        done += found.simulations
        if done >= simulations or found.simulations == 0 or found.stopped != "seconds":
            return {"black": _for_black(found), "best": found.best.move}
