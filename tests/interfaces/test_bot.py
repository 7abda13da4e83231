"""Moves over HTTP: the requests of PlayHex's server, and requests that are not right."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from beeline.errors import BotBusy, BotFailed
from beeline.interfaces.bot import BODY_BYTES, Bot, BotServer, read_game
from beeline.rules.board import Board
from beeline.rules.cells import swap_safe_cell


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    bot = Bot("mcts:simulations=100,seed=1")
    with BotServer(bot, host="127.0.0.1", port=0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
    bot.close()


def ask(address: str, path: str, body: bytes | None = None) -> tuple[int, str]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(address + path, data=body), timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def request(moves: str = "e4 d6", *, size: int = 11, ai: Any = None, **game: Any) -> bytes:
    """As http/server/calculate-move.http of hex-ai-distributed has it."""
    to_move = "black" if len(moves.split()) % 2 == 0 else "white"
    game = {"size": size, "currentPlayer": to_move, "movesHistory": moves, "swapRule": False, **game}
    return json.dumps({"game": game, "ai": ai or {"engine": "mohex", "maxGames": 20}}).encode()


@pytest.mark.parametrize(
    "ai",
    [
        {"engine": "beeline"},
        {"engine": "beeline", "level": "newcomer"},
        {"engine": "mohex", "maxGames": 20},
        {"engine": "katahex", "treeSearch": False},
    ],
    ids=str,
)
def test_a_move_is_answered_as_text(address: str, ai: dict[str, Any]) -> None:
    code, move = ask(address, "/calculate-move", request(size=7, ai=ai))
    assert code == 200
    board = Board(7)
    for played in ("e4", "d6", move):
        board.play(played)


def test_who_wins_at_once_does() -> None:
    bot = Bot("mcts:simulations=200,seed=1")
    asked = json.loads(request("a3 a2 b1 c1", size=3))
    assert bot.calculate(asked) == "b2"
    bot.close()


def test_with_the_swap_rule_the_first_move_is_fair(address: str) -> None:
    code, move = ask(address, "/calculate-move", request("", swapRule=True))
    assert code == 200
    assert move == swap_safe_cell(11, 11)
    assert ask(address, "/calculate-move", request("b2", size=3, swapRule=True))[1] == "swap-pieces"


def test_the_server_tells_how_it_is(address: str) -> None:
    assert ask(address, "/ping") == (200, "pong")
    status = json.loads(ask(address, "/status")[1])
    assert status["name"] == "Beeline"
    assert status["player"] == "mcts"  # not its options, which may name a program
    assert ask(address, "/other")[0] == ask(address, "/other", b"{}")[0] == 404


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "no JSON"),
        (b"[]", "no JSON object"),
        (b"[" * 60_000, "no JSON"),
        (b"{}", "no object 'game'"),
        (request("e4 e4"), "illegal move 'e4'"),
        (request(size=40), "40"),
        (request(currentPlayer="white"), "black is to move"),
        (request("a1", size=1), "the game is over"),
        (request(ai={"engine": "beeline", "level": "godlike"}), "no level 'godlike'"),
        (request(ai={"engine": "gtp", "command": "sh"}), "'ai' is"),
        (request(ai={"engine": "beeline", "player": "gtp:command=sh"}), None),
        (request(ai={"engine": "mohex", "maxGames": 0}), "'ai' is"),
        (b" " * (BODY_BYTES + 1), "Content-Length"),
    ],
)
def test_what_is_not_right_is_told(address: str, body: bytes, reason: str | None) -> None:
    code, text = ask(address, "/calculate-move", body)
    if reason is None:  # nobody outside names a player
        assert code == 200
    else:
        assert code == 400
        assert reason in text
        assert "\n" not in text


def test_pages_in_a_browser_are_turned_away(address: str) -> None:
    asked = urllib.request.Request(
        address + "/calculate-move", data=request(), headers={"Origin": "https://example.org"}
    )
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=60)


def test_a_game_is_read_with_its_swap() -> None:
    board = read_game({"size": 5, "movesHistory": "b1 swap-pieces", "swapRule": True})
    assert (board["a2"], board.to_move) == ("white", "black")


def test_a_name_that_points_here_is_turned_away(address: str) -> None:
    for path, body in (("/status", None), ("/calculate-move", request(size=3))):
        asked = urllib.request.Request(address + path, data=body, headers={"Host": "evil.example"})
        assert _code(asked) == 403


def test_pages_may_not_even_look(address: str) -> None:
    asked = urllib.request.Request(f"{address}/status", headers={"Sec-Fetch-Site": "cross-site"})
    assert _code(asked) == 403


def _code(asked: urllib.request.Request) -> int:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(asked, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "²"])
def test_a_length_that_is_none_is_told(address: str, length: str) -> None:
    assert b" 400 " in _raw(address, f"Content-Length: {length}\r\n")


def _raw(address: str, headers: str) -> bytes:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as client:
        client.sendall(
            f"POST /calculate-move HTTP/1.0\r\nHost: {host}:{port}\r\n{headers}\r\n".encode(
                "latin-1", "replace"
            )
        )
        return client.recv(1 << 12)


def test_a_size_is_a_number(address: str) -> None:
    code, reason = ask(address, "/calculate-move", request(size=True))
    assert code == 400
    assert "a number 'size'" in reason


def test_who_has_gone_is_not_waited_for() -> None:
    bot = Bot("mcts:seconds=30")
    start = time.monotonic()
    with pytest.raises(BotFailed, match="nobody waits"):
        bot.calculate(json.loads(request(ai={"engine": "beeline"})), gone=lambda: True)
    looks = iter([False, False, True])
    bot.calculate(json.loads(request(ai={"engine": "beeline"})), gone=lambda: next(looks, True))
    assert time.monotonic() - start < 15
    bot.close()


def test_more_requests_than_are_taken_on_are_told_so() -> None:
    bot = Bot("random")
    bot._room = threading.BoundedSemaphore(1)
    bot._room.acquire()
    with pytest.raises(BotBusy, match="requests wait already"):
        bot.calculate(json.loads(request()))
    bot._room.release()
    assert bot.calculate(json.loads(request(ai={"engine": "beeline"})))
    bot.close()


def test_closing_ends_the_search_that_runs() -> None:
    bot = Bot("mcts:seconds=30")
    asked = json.loads(request(ai={"engine": "beeline"}))
    search = threading.Thread(target=bot.calculate, args=(asked,), daemon=True)
    search.start()
    time.sleep(0.3)
    start = time.monotonic()
    bot.close()
    search.join(timeout=10)
    assert time.monotonic() - start < 10
