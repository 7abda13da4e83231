"""The HTTP API: answers, limits, and who is let in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from beeline import Board
from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.cast import KINDS, Cast, levels
from beeline.interfaces.studio.recorded_runs import Runs
from beeline.limits import Limits
from beeline.networks.ezo.architecture import Architecture
from beeline.networks.ezo.onnx_network import export_network
from beeline.networks.neurohex.onnx_network import NETWORKS
from beeline.networks.weights import random_weights

BASE = "http://127.0.0.1:8411"
ROOT = Path(__file__).parents[3]


@pytest.fixture
def client(run_folder: Path) -> Iterator[TestClient]:
    app = create_app(limits=Limits(searches=1, body_bytes=20_000, move_seconds=5), folders=[run_folder])
    with TestClient(app, base_url=BASE) as client:
        yield client


def post(client: TestClient, path: str, body: Any, *, status: int = 200, **headers: str) -> Any:
    answer = client.post(path, json=body, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


# Playing


def test_the_page_is_told_of_every_option(client: TestClient) -> None:
    info = client.get("/api/info").json()
    assert info["options"].keys() == info["kinds"].keys() == set(KINDS)
    assert all(option["help"] for options in info["options"].values() for option in options)


@pytest.mark.parametrize(
    "player", ["Newcomer", "random", "mcts:simulations=50", "hivemind:simulations=50", "wolve:ply=1"]
)
def test_players_make_legal_moves(client: TestClient, player: str) -> None:
    answer = post(
        client, "/api/move", {"position": {"rows": 5, "cols": 5, "moves": ["c3"]}, "player": player}
    )
    board = Board(5)
    board.play("c3")
    assert answer["move"] in board.legal_moves
    assert answer["colour"] == "white"


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        ("neurohex", "no trained network for 5×5"),
        ("ezo:ply=1", "no trained network for 5×5"),
        ("neurodynamic", "no trained network for 5×5"),
    ],
)
def test_a_player_refuses_a_board_that_it_cannot_play_on(
    client: TestClient, player: str, complaint: str
) -> None:
    asked = {"position": {"rows": 5, "cols": 5, "moves": []}, "player": player}
    assert complaint in post(client, "/api/move", asked, status=400)["error"]


def test_equal_requests_need_not_give_equal_games(client: TestClient) -> None:
    asked = {"position": {"rows": 7, "cols": 7, "moves": []}, "player": "Newcomer"}
    assert len({post(client, "/api/move", asked)["move"] for _ in range(12)}) > 1


def test_a_move_takes_no_longer_than_the_limit(run_folder: Path) -> None:
    app = create_app(limits=Limits(searches=1, move_seconds=0.3))
    with TestClient(app, base_url=BASE) as client:
        answer = post(client, "/api/move", {"position": {}, "player": "mcts:simulations=2000000"})
    assert answer["seconds"] < 1


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        ("gtp:command=sh", "does not play in the studio"),
        ("gtp:command='touch /tmp/x'", "does not play in the studio"),
        ("hivemind:weights=/etc/passwd", "there are no weights"),
        ("hivemind:weights=../evolved-7.policy", "there are no weights"),
        ("ezo:weights=/etc/passwd", "there are no weights"),
        ("oldezo:weights=learned-7", "there are no weights"),
        ("neurodynamic:weights=x.onnx", "there are no weights"),
        ("mcts:simulations=999999999", "the studio allows 2,000,000 at most"),
        ("mcts:seconds=3600", "at most"),
        ("mcts:memory=100000", "at most"),
        ("mcts:threads=200", "at most"),
        ("wolve:ply=50", "at most"),
        ("nobody", "does not play in the studio"),
        ("mcts:nonsense=1", "has no option"),
        ("run:id=000000000000", "there is no learning run"),
        ("run:weights=x", "that of the run"),
        ("run:id=../../etc", "there is no learning run"),
    ],
)
def test_players_that_may_not_be(client: TestClient, player: str, complaint: str) -> None:
    answer = client.post("/api/move", json={"position": {"rows": 3, "cols": 3}, "player": player})
    assert answer.status_code in (400, 404)
    assert complaint in answer.json()["error"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_plays(client: TestClient, kind: str) -> None:
    limited = f"{kind}:simulations=100" if kind in ("mcts", "hivemind", "zero") else kind
    for rows in (3, 7):
        body = {"position": {"rows": rows, "cols": rows}, "player": limited}
        answer = client.post("/api/move", json=body)
        if (rows, kind) in ((7, "neurodynamic"), (3, "ezo"), (3, "neurohex")):
            assert "network" in answer.json()["error"]
        else:
            assert answer.status_code == 200


def test_kinds_that_start_programs_or_read_files_are_not_allowed() -> None:
    assert "gtp" not in KINDS
    for level in levels():
        Cast(Limits(), Runs([])).checked(level.name)


def test_the_levels_are_in_the_order_of_their_measured_ratings() -> None:
    ratings = [level.elo for level in levels()]
    assert ratings == sorted(ratings)
    recorded = json.loads((ROOT / "benchmarks" / "results" / "levels.json").read_text())
    measured = {entry["player"]: entry["elo"] for entry in recorded["players"]}
    for level in levels():
        assert level.elo == round(measured[level.player])


# Positions


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"rows": 20}, "rows: input should be less than or equal to 19"),
        ({"rows": 5, "cols": 5, "moves": ["c3", "c3"]}, "move 2: illegal move 'c3'"),
        ({"rows": 3, "cols": 3, "moves": ["k11"]}, "move 1: expected a letter and a number"),
        ({"rows": 3, "cols": 3, "black": ["a1"], "white": ["a1"]}, "the cell is taken"),
        ({"moves": ["c3", "d4", "swap-pieces"]}, "a swap answers the first move"),
        ({"moves": ["; rm -rf"]}, "moves.0: string should match pattern"),
        ({"rows": 1, "cols": 1, "moves": ["a1"]}, "the game is over: black has won"),
        ({"unknown": 1}, "unknown: extra inputs are not permitted"),
    ],
)
def test_positions_that_cannot_be(client: TestClient, position: Any, complaint: str) -> None:
    answer = client.post("/api/move", json={"position": position})
    assert answer.status_code in (400, 422)
    assert complaint in answer.json()["error"]


def test_a_position_with_moves_out_of_turn_and_a_pass(client: TestClient) -> None:
    moves = ["c3", "black:d2", "pass", "b4"]
    answer = post(client, "/api/position", {"rows": 5, "cols": 5, "moves": moves})
    assert answer["black"] == ["d2", "c3", "b4"]
    assert answer["to_move"] == "white"


def test_the_solver_says_when_the_time_was_too_short(client: TestClient) -> None:
    answer = post(client, "/api/solve", {"position": {"rows": 11, "cols": 11}, "seconds": 0.2})
    assert answer["winner"] is None
    assert answer["winning_moves"] is None
    assert len(answer["open_moves"]) == 121


def test_knowledge_of_a_position(client: TestClient) -> None:
    position = {"rows": 7, "cols": 7, "moves": ["d4", "b4", "c5", "d3"]}
    names = ["connections", "inferior", "resistance"]
    answer = post(client, "/api/overlays", {"position": position, "overlays": names})
    assert len(answer["connections"]["must_play"]) == 8
    assert len(answer["resistance"]["heat"]) == 45
    assert set(answer["inferior"]) == {"dead", "captured", "vulnerable", "dominated"}


# Files


def test_an_sgf_collection_gives_all_its_games(client: TestClient) -> None:
    sgf = "(;GM[11]SZ[3];B[a1])(;GM[11]SZ[4](;B[b2];W[c3])(;B[d4]))"
    games = post(client, "/api/sgf/read", {"sgf": sgf})["games"]
    assert [len(game["moves"]) for game in games] == [1, 3]
    assert [move["parent"] for move in games[1]["moves"]] == [-1, 0, -1]
    again = post(client, "/api/sgf/read", post(client, "/api/sgf/write", games[1]))["games"]
    assert again == [games[1]]


def test_a_hexworld_link_has_no_set_up_stones(client: TestClient) -> None:
    game = {"rows": 3, "cols": 3, "black": ["a1"]}
    answer = post(client, "/api/hexworld/write", {"game": game}, status=400)
    assert "no set-up stones" in answer["error"]


# Runs


def test_a_tournament_with_its_games(client: TestClient) -> None:
    runs = {run["kind"]: run for run in client.get("/api/runs").json()["runs"]}
    id = runs["tournament"]["id"]
    table = client.get(f"/api/runs/{id}/table").json()
    assert table["games"] == 6
    assert len(table["cross"]) == 3
    games = client.get(f"/api/runs/{id}/games?limit=2&offset=4").json()
    assert (games["total"], len(games["games"])) == (6, 2)
    game = client.get(f"/api/runs/{id}/game", params={"key": games["games"][0]["key"]}).json()
    assert len(game["moves"]) == games["games"][0]["moves"]
    assert client.get(f"/api/runs/{id}/game?key=none").status_code == 404


def test_an_evolution_with_its_curves_and_its_policy(client: TestClient) -> None:
    runs = {run["kind"]: run for run in client.get("/api/runs").json()["runs"]}
    id = runs["learning"]["id"]
    found = client.get(f"/api/runs/{id}/curves").json()
    assert found["steps"] == 2
    assert found["player"] == f"run:id={id},simulations=5000"
    assert {"best", "win_rate"} <= {curve["name"] for curve in found["curves"]}
    asked = {"position": {"rows": 5, "cols": 5}, "player": f"run:id={id},simulations=50"}
    assert post(client, "/api/move", asked)["move"] in Board(5).legal_moves


def test_a_training_with_its_curves_and_its_network(tmp_path: Path) -> None:
    folder = tmp_path / "training"
    folder.mkdir()
    (folder / "trained.onnx").write_bytes(NETWORKS.path("trained-7").read_bytes())
    entries = [
        {"phase": "mentoring", "updates": 1000, "cost": 0.04, "gauge": None, "yardstick": {}},
        {
            "phase": "q-learning",
            "updates": 500,
            "cost": 0.02,
            "gauge": 0.5,
            "yardstick": {"5": {"keeps": 0.8}},
            "exact": {"wins": 0.7},
        },
    ]
    (folder / "history.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    with TestClient(create_app(folders=[tmp_path]), base_url=BASE) as client:
        (run,) = client.get("/api/runs").json()["runs"]
        found = client.get(f"/api/runs/{run['id']}/curves").json()
        assert (found["step"], found["steps"]) == ("update", 1500)
        curves = {curve["name"]: curve["points"] for curve in found["curves"]}
        assert curves == {
            "loss": [[1000, 0.04], [1500, 0.02]],
            "win_rate": [[1500, 0.5]],
            "exact wins": [[1500, 0.7]],
            "wins kept on 5×5": [[1500, 0.8]],
        }
        asked = {"position": {"rows": 7, "cols": 7}, "player": found["player"]}
        assert post(client, "/api/move", asked)["move"] in Board(7).legal_moves
        asked["position"] = {"rows": 5, "cols": 5}
        assert "7×7" in post(client, "/api/move", asked, status=400)["error"]


def test_a_training_of_ezo_with_its_curves_and_its_network(tmp_path: Path) -> None:
    architecture = Architecture(side=5, channels=4, hidden=4)
    weights = random_weights(architecture.shapes(), np.random.default_rng(1))
    export_network(tmp_path / "trained.onnx", architecture, weights, training={})
    entry = {"epoch": 10, "loss": 0.3, "gauge": 0.5, "yardstick": {"5": {"accuracy": 0.9}}}
    (tmp_path / "history.jsonl").write_text(json.dumps(entry) + "\n")
    with TestClient(create_app(folders=[tmp_path]), base_url=BASE) as client:
        (run,) = client.get("/api/runs").json()["runs"]
        found = client.get(f"/api/runs/{run['id']}/curves").json()
        assert (found["step"], found["steps"]) == ("epoch", 10)
        assert {curve["name"] for curve in found["curves"]} == {"loss", "win_rate", "values right on 5×5"}
        asked = {"position": {"rows": 5, "cols": 5}, "player": found["player"]}
        assert post(client, "/api/move", asked)["move"] in Board(5).legal_moves
        asked["player"] = "ezo:ply=99"
        assert "ply is 99" in post(client, "/api/move", asked, status=400)["error"]


def test_links_do_not_lead_out_of_the_run_folder(tmp_path: Path, run_folder: Path) -> None:
    (tmp_path / "linked.db").symlink_to(run_folder / "small.db")
    (tmp_path / "folder").symlink_to(run_folder)
    (tmp_path / "other.db").write_text("no database")
    with TestClient(create_app(folders=[tmp_path]), base_url=BASE) as client:
        assert client.get("/api/runs").json() == {"runs": []}


@pytest.mark.parametrize(
    "path", ["/../app.py", "/%2e%2e/app.py", "/js/../../app.py", "/..%2fapp.py", "//etc/passwd"]
)
def test_no_path_leads_out_of_the_page(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_looking_at_a_running_tournament_changes_nothing(client: TestClient, run_folder: Path) -> None:
    before = (run_folder / "small.db").read_bytes()
    runs = client.get("/api/runs").json()["runs"]
    client.get(f"/api/runs/{next(run['id'] for run in runs if run['kind'] == 'tournament')}/table")
    assert (run_folder / "small.db").read_bytes() == before


# Who is let in


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"host": "evil.example"},
        {"host": "evil.example:8411"},
        {"host": ""},
    ],
)
def test_requests_of_other_sites_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/position", json={}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]


@pytest.mark.parametrize("host", ["127.0.0.1:8411", "localhost:8411", "[::1]:8411"])
def test_the_page_itself_and_programs_are_let_in(client: TestClient, host: str) -> None:
    post(client, "/api/position", {}, host=host, origin=f"http://{host}")
    post(client, "/api/position", {}, host=host)


def test_a_rebound_name_does_not_even_get_the_page(client: TestClient) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403


def test_a_studio_on_the_network_answers_to_numbers_and_to_given_names() -> None:
    app = create_app(hosts=["studio.lan"], any_address=True)
    with TestClient(app, base_url=BASE) as client:
        for host, status in (("192.168.0.7:8411", 200), ("studio.lan", 200), ("evil.example", 403)):
            assert client.get("/api/queue", headers={"host": host}).status_code == status


def test_bodies_are_json_and_bounded(client: TestClient) -> None:
    answer = client.post("/api/position", content="{}", headers={"content-type": "text/plain"})
    assert answer.status_code == 415
    answer = client.post("/api/sgf/read", json={"sgf": "x" * 30_000})
    assert answer.status_code == 413
    assert "too large" in answer.json()["error"]

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b'{"sgf": "' + b"x" * 1000

    answer = client.post("/api/sgf/read", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_broken_json_is_a_sentence(client: TestClient) -> None:
    answer = client.post("/api/move", content="{", headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert "JSON" in answer.json()["error"]


def test_the_page_loads_nothing_from_elsewhere(client: TestClient) -> None:
    answer = client.get("/")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    page = Path(create_app.__code__.co_filename).parent / "page"
    for file in page.rglob("*.*"):
        text = file.read_text(encoding="utf-8")
        outside = [word for word in text.replace('"', " ").split() if "://" in word and "w3.org" not in word]
        assert all(word.startswith("`${") for word in outside), f"{file.name}: {outside}"


def test_every_request_of_the_page_is_in_the_description(client: TestClient) -> None:
    described = set(client.get("/openapi.json").json()["paths"])
    assert {"/api/move", "/api/solve", "/api/overlays", "/api/sgf/read", "/api/runs/{id}/table"} <= described
