"""Moves over HTTP, for sites whose bots would rather not speak GTP.

The interface is that of PlayHex's distributer (https://github.com/playhex/hex-ai-distributed):
``POST /calculate-move`` with a game and who is to play, answered with the move as text. It needs no package
beyond the base installation. One move is calculated at a time, a few requests wait, and more are turned away.
A request whose client has gone is given up.
"""

from __future__ import annotations

import json
import select
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from beeline import __version__
from beeline.errors import BadRequest, BeelineError, BotBusy, BotFailed
from beeline.players import Limit, make_player
from beeline.players.base import Player
from beeline.players.levels import level_player
from beeline.players.registry import PlayerSpec
from beeline.rules.board import Board
from beeline.rules.cells import swap_safe_cell

MOST_SIMULATIONS: Final = 200_000
MOVE_SECONDS: Final = 60.0
BODY_BYTES: Final = 1 << 16
_REQUEST_SECONDS: Final = 10.0
"""Seconds in which a whole request must arrive."""
_REQUESTS: Final = 8
"""Requests that are answered or wait; more are told to come again."""
_CONNECTIONS: Final = 64
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_KEPT: Final = 16
"""Players that are kept between requests, the first player not counted."""


class Bot:
    """Chooses moves by the requests of a site: its own player, a level, or its player with other limits."""

    def __init__(self, player: str) -> None:
        self.spec = PlayerSpec.parse(player)
        self.moves = 0
        self._players: dict[str, Player] = {str(self.spec): make_player(player)}
        self._turn = threading.Lock()
        self._room = threading.BoundedSemaphore(_REQUESTS)
        self._ends = threading.Event()

    def calculate(self, asked: Mapping[str, Any], *, gone: Callable[[], bool] = lambda: False) -> str:
        """The move that a request asks for; ``gone`` tells whether nobody waits for it any more.

        Raises BadRequest and other BeelineErrors if the request is not right, BotBusy if too many wait,
        BotFailed if the player fails or the bot ends.
        """
        board = read_game(_part(asked, "game"))
        spec = self._asked_player(_part(asked, "ai"))
        if not self._room.acquire(blocking=False):
            raise BotBusy(f"{_REQUESTS} requests wait already")
        try:
            with self._turn:
                return self._first_move(board) or self._chosen(board, spec, gone)
        finally:
            self._room.release()

    def _chosen(self, board: Board, spec: PlayerSpec, gone: Callable[[], bool]) -> str:
        def should_stop() -> bool:
            return self._ends.is_set() or gone()

        if should_stop():
            raise BotFailed("nobody waits for this move")
        try:
            decision = self._player(spec).choose(board, Limit(seconds=MOVE_SECONDS, should_stop=should_stop))
        except BeelineError as error:
            raise BotFailed(str(error)) from error
        self.moves += 1
        return decision.move

    def close(self) -> None:
        """Ends the search that runs, and then the players."""
        self._ends.set()
        with self._turn:
            for player in self._players.values():
                player.close()

    @staticmethod
    def _first_move(board: Board) -> str | None:
        """First move; with the swap rule, a balanced opening."""
        is_fair = board.swap_rule and not board.moves and board.rows > 1
        return swap_safe_cell(board.rows, board.cols) if is_fair else None

    def _asked_player(self, ai: Mapping[str, Any]) -> PlayerSpec:
        match ai:
            case {"engine": "beeline", "level": str(level)}:
                return PlayerSpec.parse(level_player(level))
            case {"engine": "beeline"}:
                return self.spec
            case {"engine": "mohex", "maxGames": int(games)} if games >= 1:
                return self.spec.changed("simulations", str(min(games, MOST_SIMULATIONS)))
            case {"engine": "katahex", "treeSearch": bool(searches)}:
                return PlayerSpec.parse("zero:seconds=1" if searches else "zero:simulations=1")
        raise BadRequest(
            f"'ai' is {{'engine': 'beeline'}}, with a 'level' or without, {{'engine': 'mohex', 'maxGames': "
            f"2000}} or {{'engine': 'katahex', 'treeSearch': true}}, not {dict(ai)!r:.200}"
        )

    def _player(self, spec: PlayerSpec) -> Player:
        name = str(spec)
        if name not in self._players:
            while len(self._players) > _KEPT:
                self._players.pop(next(key for key in self._players if key != str(self.spec))).close()
            self._players[name] = make_player(name)
        return self._players[name]


def read_game(game: Mapping[str, Any]) -> Board:
    """The position of a request, whose game goes on."""
    match game:
        case {"size": int(size), "movesHistory": str(history), "swapRule": bool(swaps)} if size is not True:
            pass
        case _:
            raise BadRequest(
                "'game' has a number 'size', a text 'movesHistory' and a true or false 'swapRule'"
            )
    board = Board(size, swap_rule=swaps)
    for move in history.split():
        board.play(move)
    if board.winner is not None:
        raise BadRequest(f"the game is over: {board.winner} has won")
    if game.get("currentPlayer", board.to_move) != board.to_move:
        said = f"{game['currentPlayer']!r:.20}"
        raise BadRequest(f"'currentPlayer' is {said}, but after these moves {board.to_move} is to move")
    return board


def _part(asked: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = asked.get(name)
    if not isinstance(part, Mapping):
        raise BadRequest(f"the request has no object {name!r}")
    return part


class BotServer(ThreadingHTTPServer):
    """Answers ``/ping``, ``/status`` and ``/calculate-move`` for a bot."""

    daemon_threads = True

    def __init__(self, bot: Bot, *, host: str, port: int) -> None:
        if ":" in host:
            self.address_family = socket.AF_INET6
        self._open = threading.BoundedSemaphore(_CONNECTIONS)
        super().__init__((host, port), _Handler)
        self.bot = bot
        self.is_local = host in _LOOPBACK

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._open.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._open.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no error of this program."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def status(self) -> dict[str, Any]:
        return {
            "name": "Beeline",
            "version": __version__,
            "player": self.bot.spec.kind,
            "moves": self.bot.moves,
        }


class _Handler(BaseHTTPRequestHandler):
    server: BotServer
    server_version = f"Beeline/{__version__}"
    sys_version = ""
    timeout = _REQUEST_SECONDS

    def setup(self) -> None:
        super().setup()
        self._deadline = threading.Timer(_REQUEST_SECONDS, self._cut)
        self._deadline.daemon = True
        self._deadline.start()

    def finish(self) -> None:
        self._deadline.cancel()
        super().finish()

    def _cut(self) -> None:
        """Ends a request that does not arrive, however little it sends at a time."""
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def _refuses(self) -> bool:
        """Whether the request comes from a page in a browser, as any page that is open there could send one.

        A page whose name is made to point here (DNS rebinding) tells it by the name of its host.
        """
        name = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        foreign = self.server.is_local and name.strip("[]") not in _LOOPBACK
        if not foreign and not {"Origin", "Sec-Fetch-Site"} & set(self.headers.keys()):
            return False
        self._answer(403, "this is for programs, not for pages in a browser")
        return True

    def do_GET(self) -> None:
        if self._refuses():
            return
        if self.path == "/ping":
            self._answer(200, "pong")
        elif self.path == "/status":
            self._answer(200, json.dumps(self.server.status()), kind="application/json")
        else:
            self._answer(404, "there are /ping, /status and POST /calculate-move")

    def do_POST(self) -> None:
        if self._refuses():
            return
        if self.path != "/calculate-move":
            self._answer(404, "there are /ping, /status and POST /calculate-move")
            return
        try:
            asked = self._body()
            self._deadline.cancel()
            self._answer(200, self.server.bot.calculate(asked, gone=self._is_gone))
        except BotBusy as error:
            self._answer(503, str(error))
        except BotFailed as error:
            self._answer(500, str(error))
        except BeelineError as error:
            self._answer(400, str(error))

    def _is_gone(self) -> bool:
        """Whether the client has hung up."""
        try:
            readable, _, _ = select.select([self.connection], [], [], 0)
            return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def _body(self) -> Mapping[str, Any]:
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdecimal() or len(length) > 6 or int(length) > BODY_BYTES:
            raise BadRequest(f"a request has a Content-Length of at most {BODY_BYTES:,} bytes")
        try:
            asked = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise BadRequest("the body is no JSON") from None
        if not isinstance(asked, Mapping):
            raise BadRequest("the body is no JSON object")
        return asked

    def _answer(self, code: int, text: str, *, kind: str = "text/plain; charset=utf-8") -> None:
        data = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not written down."""
