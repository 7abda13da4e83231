"""The WebSocket of live analysis."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from beeline.interfaces.studio.app import create_app
from beeline.limits import Limits

BASE = "http://127.0.0.1:8411"
LIVE = "ws://127.0.0.1:8411/api/live"
POSITION = {"rows": 11, "cols": 11, "moves": ["a10", "d4"]}
"""That nobody solves in the time of a test."""


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(limits=Limits(searches=1)), base_url=BASE) as client:
        yield client


def receive(socket: WebSocketTestSession, kind: str, *, most: int = 200) -> dict[str, Any]:
    for _ in range(most):
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} among {most} messages")


def test_an_analysis_grows(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 7, "position": POSITION})
        first, second = receive(socket, "analysis"), receive(socket, "analysis")
    assert (first["id"], first["to_move"], first["done"]) == (7, "black", None)
    assert second["simulations"] > first["simulations"] > 0
    assert sum(visits for _, visits, _, _ in second["moves"]) >= second["simulations"]
    assert second["variation"][0] == second["moves"][0][0]
    assert second["black"] == pytest.approx(second["moves"][0][2])


def test_a_decided_position_is_done_at_once(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 1, "position": {"rows": 2, "cols": 2, "moves": ["a1"]}})
        found = receive(socket, "analysis")
        while found["done"] is None:
            found = receive(socket, "analysis")
    assert found["done"] == "proven"
    assert found["black"] == 0.0


def test_an_analysis_ends_with_its_seconds(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 1, "position": {}, "seconds": 0.5})
        while (found := receive(socket, "analysis"))["done"] is None:
            pass
    assert found["done"] == "seconds"


def test_another_question_ends_the_one_before(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 1, "position": POSITION})
        receive(socket, "analysis")
        socket.send_json({"type": "analyse", "id": 2, "position": {**POSITION, "moves": ["d4"]}})
        while receive(socket, "analysis")["id"] != 2:
            pass
        later = [receive(socket, "analysis")["id"] for _ in range(3)]
    assert later == [2, 2, 2]


def test_stopping_frees_the_place(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 1, "position": POSITION})
        receive(socket, "analysis")
        socket.send_json({"type": "stop"})
        wait_until_free(client)


def test_closing_the_socket_stops_the_search(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 1, "position": POSITION})
        receive(socket, "analysis")
        assert client.get("/api/queue").json()["places"] == 1
    wait_until_free(client)


def wait_until_free(client: TestClient) -> None:
    deadline = time.monotonic() + 5
    while (state := client.get("/api/queue").json())["running"] or state["waiting"]:
        assert time.monotonic() < deadline, state


def test_several_pages_share_one_place(client: TestClient) -> None:
    """Each gets updates, and none is starved."""
    with (
        client.websocket_connect(LIVE) as one,
        client.websocket_connect(LIVE) as two,
        client.websocket_connect(LIVE) as three,
    ):
        sockets = [one, two, three]
        for socket in sockets:
            socket.send_json({"type": "analyse", "id": 1, "position": POSITION})
        last = [[receive(socket, "analysis") for _ in range(4)][-1] for socket in sockets]
    counts = sorted(found["simulations"] for found in last)
    assert counts[0] > 0


def test_one_who_waits_is_told(client: TestClient) -> None:
    """A search that does not give way leaves the others in the line."""
    app: Any = client.app
    with app.state.studio.searches.turns.open(), client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 3, "position": POSITION})
        assert receive(socket, "waiting") == {"type": "waiting", "id": 3, "ahead": 1}


def test_a_review_judges_every_position_of_the_game(client: TestClient) -> None:
    moves = ["b2", "a2", "c1", "a3", "b3"]
    with client.websocket_connect(LIVE) as socket:
        position = {"rows": 3, "cols": 3, "moves": moves}
        socket.send_json({"type": "review", "id": 1, "position": position, "simulations": 200})
        found = [receive(socket, "review") for _ in range(6)]
    assert [message["ply"] for message in found] == [5, 4, 3, 2, 1, 0]
    assert found[0]["black"] == 1.0
    assert found[-1]["done"]
    assert [message["winner"] for message in found] == ["black"] * 6
    assert [message["move"] and message["move"]["move"] for message in found] == [None, *moves[::-1]]
    assert found[-1]["summary"]["accuracy"] == {"black": 1.0, "white": None}


def test_reviews_and_analyses_are_the_same_twice(client: TestClient) -> None:
    def ask(question: dict[str, Any]) -> list[dict[str, Any]]:
        with client.websocket_connect(LIVE) as socket:
            socket.send_json({"id": 1, **question})
            found = [socket.receive_json()]
            while not found[-1]["done"]:
                found.append(socket.receive_json())
        return [{key: value for key, value in one.items() if key != "seconds"} for one in found]

    game = {"rows": 6, "cols": 6, "moves": ["a1", "c3", "b5", "d2"]}
    review = {"type": "review", "position": game, "simulations": 300}
    assert ask(review) == ask(review)
    analysis = {"type": "analyse", "position": game}
    assert ask(analysis)[-1] == ask(analysis)[-1]


def test_an_analysis_goes_on_where_it_was_left(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 1, "position": POSITION})
        first = receive(socket, "analysis")["simulations"]
        while (before := receive(socket, "analysis")["simulations"]) < 3 * first:
            pass
        socket.send_json({"type": "analyse", "id": 2, "position": {**POSITION, "moves": ["a10"]}})
        while receive(socket, "analysis")["id"] != 2:
            pass
        socket.send_json({"type": "analyse", "id": 3, "position": POSITION})
        while (found := receive(socket, "analysis"))["id"] != 3:
            pass
    assert found["simulations"] >= before


@pytest.mark.parametrize(
    ("size", "moves", "winner"), [(5, "c3", "black"), (5, "a1", "white"), (7, "d4", "black")]
)
def test_a_proven_position_says_who_wins(client: TestClient, size: int, moves: str, winner: str) -> None:
    position = {"rows": size, "cols": size, "moves": moves.split()}
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"type": "analyse", "id": 1, "position": position})
        while not (found := receive(socket, "analysis"))["done"]:
            pass
    assert (found["done"], found["winner"]) == ("proven", winner)
    assert found["black"] == float(winner == "black")
    assert found["moves"][0][3] == ("win" if winner == "white" else "loss")


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ({"type": "dance"}, "type"),
        ({"type": "analyse", "position": {"rows": 50}}, "less than or equal to 19"),
        ({"type": "analyse", "position": {"rows": 1, "cols": 1, "moves": ["a1"]}}, "the game is over"),
        ({"type": "analyse", "position": {}, "player": "gtp:command=sh"}, "does not analyse in the studio"),
        ({"type": "analyse", "position": {}, "player": "random"}, "does not analyse in the studio"),
        ({"type": "analyse", "position": {}, "player": "hivemind:weights=/etc/passwd"}, "no weights"),
        ({"type": "review", "position": {}, "simulations": 10**9}, "less than or equal to"),
        ("no object", "input should be an object"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_the_socket_stays(
    client: TestClient, message: Any, complaint: str
) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json(message)
        assert complaint in socket.receive_json()["error"]
        socket.send_json({"type": "analyse", "id": 5, "position": POSITION})
        assert receive(socket, "analysis")["id"] == 5


def test_broken_json_is_a_sentence(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_text("{")
        assert "JSON" in socket.receive_json()["error"]


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}])
def test_sockets_of_other_sites_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect(LIVE, headers=headers) as socket,
    ):
        socket.receive_json()
    assert closed.value.code == 1008


def test_more_searches_than_the_studio_takes_on_are_refused_with_a_sentence() -> None:
    app = create_app(limits=Limits(searches=1, open_searches=1))
    with (
        TestClient(app, base_url=BASE) as client,
        client.websocket_connect(LIVE) as one,
        client.websocket_connect(LIVE) as two,
    ):
        one.send_json({"type": "analyse", "id": 1, "position": POSITION})
        receive(one, "analysis")
        two.send_json({"type": "analyse", "id": 1, "position": POSITION})
        assert "busy with 1 searches" in receive(two, "error")["error"]
        assert client.post("/api/solve", json={"position": POSITION}).status_code == 503


def test_the_memory_for_trees_is_shared_out() -> None:
    limits = Limits(tree_memory=256, all_memory=300)
    app: Any = create_app(limits=limits)
    cast = app.state.studio.cast
    with cast.player("mcts") as first, cast.player("mcts") as second, cast.player("mcts") as third:
        memory = [player.options.memory for player in (first, second, third)]
    assert memory == [150, 75, 37]
    with cast.player("mcts") as again:
        assert again.options.memory == 150
