"""Requests that would cost too much, or that nobody thought of: answered with a sentence, and soon."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.sentences import without_folders
from beeline.limits import Limits

BASE = "http://127.0.0.1:8411"


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url=BASE) as client:
        yield client


@pytest.mark.parametrize(
    ("sgf", "complaint"),
    [
        ("(;)" * 340_000, "more than 1,000 games"),
        ("(" + ";" * 1_000_000 + ")", "more than 40,000 nodes"),
        ("(;" * 300_000 + ")" * 300_000, "more than 10,000 variations within variations"),
        ("(;SZ[19]AB[a1]" + ";AE[b1:s19]" * 30_000 + ")", "more cells are listed"),
        ("(;GM[11]" + "(;B[a1])" * 30_000 + ")", "more than 20,000 moves"),
    ],
)
def test_an_sgf_file_that_is_too_much_is_refused(client: TestClient, sgf: str, complaint: str) -> None:
    answer = client.post("/api/sgf/read", json={"sgf": sgf})
    assert answer.status_code == 400
    assert complaint in answer.json()["error"]


@pytest.mark.parametrize("player", ["mcts", "mcts:memory=1_0", "mcts:seconds=20", "hivemind:seconds=20"])
def test_a_move_has_no_more_simulations_than_promised(player: str) -> None:
    app = create_app(limits=Limits(simulations=3_000, searches=1))
    with TestClient(app, base_url=BASE) as client:
        answer = client.post("/api/move", json={"position": {"rows": 5, "cols": 5}, "player": player})
    assert 0 < answer.json()["simulations"] <= 3_000


@pytest.mark.parametrize("player", ["mcts:memory=10.0", "mcts:memory=1e1", "wolve:temperature=1e-320"])
def test_numbers_that_are_spelled_otherwise_or_tiny_are_played_with(client: TestClient, player: str) -> None:
    answer = client.post("/api/move", json={"position": {"rows": 3, "cols": 3}, "player": player})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("option", ["exploration", "rave", "first_play"])
def test_parameters_of_a_search_are_finite(client: TestClient, option: str) -> None:
    for number in ("inf", "nan", "1e999", "1e308"):
        asked = {"position": {"rows": 3, "cols": 3}, "player": f"mcts:{option}={number}"}
        answer = client.post("/api/move", json=asked)
        assert answer.status_code == 400
        assert option in answer.json()["error"]


@pytest.mark.parametrize("option", ["prior", "expand", "knowledge"])
def test_whole_numbers_of_a_search_are_bounded(client: TestClient, option: str) -> None:
    asked = {"position": {"rows": 3, "cols": 3}, "player": f"mcts:{option}=99999999999"}
    answer = client.post("/api/move", json=asked)
    assert answer.status_code == 400
    assert option in answer.json()["error"]


def test_a_player_keeps_no_more_predictions_than_there_is_memory_for(client: TestClient) -> None:
    asked = {"position": {"rows": 3, "cols": 3}, "player": "zero:cache=16777216"}
    answer = client.post("/api/move", json=asked)
    assert answer.status_code == 400
    assert answer.json()["error"] == "cache is 16,777,216; the studio allows 32,768 at most"


@pytest.mark.parametrize("player", ["é" * 280, "\0", "../levels", "mcts\0:simulations=1"])
def test_a_kind_that_is_no_file_name_is_a_sentence(client: TestClient, player: str) -> None:
    """No text from a page becomes part of a path."""
    answer = client.post("/api/move", json={"position": {"rows": 3, "cols": 3}, "player": player})
    assert answer.status_code == 400
    assert "error" in answer.json()


def test_a_comment_that_is_too_long_to_be_shown_is_a_sentence(client: TestClient) -> None:
    answer = client.post("/api/sgf/read", json={"sgf": f"(;GM[11]C[{'x' * 200_000}];B[a1])"})
    assert answer.status_code == 400
    assert "comment: string should have at most 100000 characters" in answer.json()["error"]


def test_an_error_tells_no_folder_of_this_machine(client: TestClient) -> None:
    asked = {"position": {"rows": 3, "cols": 3}, "player": "hivemind:weights=evolved-go"}
    answer = client.post("/api/move", json=asked)
    assert answer.status_code == 400
    assert "evolved-go.policy" in answer.json()["error"]
    assert "/" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("'/home/a b/x.db' is damaged", "'x.db' is damaged"),
        ("cannot read /srv/runs/x.db: no", "cannot read x.db: no"),
        ("/x.db and '/y'", "/x.db and '/y'"),
        ("B+1/2, 3/4 and http://host/page/", "B+1/2, 3/4 and http://host/page/"),
        ('"/a/b c" or "/d/e"', '"b c" or "e"'),
    ],
)
def test_files_are_told_by_their_names(text: str, told: str) -> None:
    assert without_folders(text) == told
