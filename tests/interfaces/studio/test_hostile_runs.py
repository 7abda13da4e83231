"""Run folders that others have written: whatever is in them, nothing is started and nothing breaks."""

from __future__ import annotations

import ast
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from beeline.arena.games import GameResult, GameTask
from beeline.arena.store import GameStore
from beeline.interfaces.studio import recorded_runs
from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.cast import KINDS, NETWORK_KINDS
from beeline.networks.network_files import Networks
from beeline.networks.neurohex.onnx_network import NETWORKS
from beeline.networks.zero.packaged import SMALL_NETWORK

BASE = "http://127.0.0.1:8411"


def plant_network(folder: Path, *, system: str) -> None:
    """A run whose network, whole and with right checksums, says that it is of this system."""
    folder.mkdir()
    real = NETWORKS.read(NETWORKS.path("trained-7"))
    planted = Networks(system, features=NETWORKS.features, shipped=NETWORKS.shipped)
    planted.write(folder / "trained.onnx", real.model, side=7, training={})
    (folder / "history.jsonl").write_text('{"updates": 1, "cost": 0.5}\n')


@pytest.mark.parametrize("system", ["gtp:command={program},name=x", "gtp", "mcts", "random", "", "hivemind"])
def test_a_network_file_names_no_player(tmp_path: Path, system: str) -> None:
    trace, program, runs = tmp_path / "trace", tmp_path / "program", tmp_path / "runs"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n")
    program.chmod(0o755)
    runs.mkdir()
    plant_network(runs / "planted", system=system.format(program=program))
    with TestClient(create_app(folders=[runs]), base_url=BASE) as client:
        (run,) = client.get("/api/runs").json()["runs"]
        asked = {"position": {"rows": 7, "cols": 7}, "player": f"run:id={run['id']}"}
        answer = client.post("/api/move", json=asked)
    assert not trace.exists(), "the file has started a program"
    assert answer.status_code == 400
    assert answer.json()["error"] == "'trained.onnx' is a network of none of ezo, neurohex, neurodynamic"


def test_the_network_of_a_run_of_zero_is_played_by_its_integers(tmp_path: Path) -> None:
    run = tmp_path / "runs" / "zero"
    run.mkdir(parents=True)
    (run / "history.jsonl").write_text('{"round": 1, "loss": 4.0}\n')
    for ending in (".onnx", ".safetensors"):
        shutil.copy(SMALL_NETWORK.with_suffix(ending), run / f"trained{ending}")
    asked = {"position": {"rows": 5, "cols": 5}}
    with TestClient(create_app(folders=[run.parent]), base_url=BASE) as client:
        (listed,) = client.get("/api/runs").json()["runs"]
        answer = client.post("/api/move", json=asked | {"player": f"run:id={listed['id']}"})
        assert answer.status_code == 200, answer.json()
        (run / "trained.safetensors").write_bytes(b"nothing of the kind")
        answer = client.post("/api/move", json=asked | {"player": f"run:id={listed['id']}"})
        assert answer.status_code == 400


def test_the_kinds_that_play_networks_of_runs_may_all_be_named_from_the_page() -> None:
    assert set(NETWORK_KINDS) <= set(KINDS)


def listed(folder: Path) -> list[dict[str, Any]]:
    """What the studio lists, within a few seconds."""
    with TestClient(create_app(folders=[folder]), base_url=BASE) as client:
        answer = client.get("/api/runs")
        assert answer.status_code == 200
        runs: list[dict[str, Any]] = answer.json()["runs"]
        return runs


def make_store(path: Path) -> None:
    with GameStore(path) as store:
        store.begin({"players": []})


def test_a_name_that_is_no_text_is_listed(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/odd\xff"
    os.mkdir(folder)
    make_store(Path(os.fsdecode(folder)) / "x.db")
    assert [run["name"] for run in listed(tmp_path)] == ["odd�/x.db"]


@pytest.mark.parametrize(
    "name", ["x.db", "good.db-wal", "good.db-journal", "history.jsonl", "run/history.jsonl"]
)
def test_a_pipe_in_a_run_folder_is_not_waited_for(tmp_path: Path, name: str) -> None:
    (tmp_path / "run").mkdir()
    make_store(tmp_path / "other.db")
    if name.startswith("good"):
        make_store(tmp_path / "good.db")
    os.mkfifo(tmp_path / name)
    names = subprocess_listing(tmp_path)
    assert "other.db" in names
    assert name not in names


def subprocess_listing(folder: Path) -> list[str]:
    """The names of the runs, from a process that is ended if it hangs."""
    code = (
        "import sys, pathlib; from beeline.interfaces.studio.recorded_runs import Runs; "
        "print([run.name for run in Runs([pathlib.Path(sys.argv[1])]).all()])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, folder], capture_output=True, text=True, timeout=20, check=True
    )
    names: list[str] = ast.literal_eval(run.stdout)
    return names


@pytest.mark.parametrize("name", ["trained.onnx", "checkpoint", "learned.policy", "history.jsonl"])
def test_links_within_a_run_are_not_followed(tmp_path: Path, run_folder: Path, name: str) -> None:
    elsewhere, runs = tmp_path / "elsewhere", tmp_path / "runs"
    plant_network(elsewhere, system="neurohex")
    for file in ("checkpoint", "learned.policy"):
        (elsewhere / file).write_bytes((run_folder / "evolution" / file).read_bytes())
    runs.mkdir()
    (runs / "history.jsonl").write_text('{"updates": 1, "cost": 0.5}\n')
    (runs / name).unlink(missing_ok=True)
    (runs / name).symlink_to(elsewhere / name)
    with TestClient(create_app(folders=[runs]), base_url=BASE) as client:
        found = client.get("/api/runs").json()["runs"]
        if name == "history.jsonl":
            assert found == []
            return
        assert client.get(f"/api/runs/{found[0]['id']}/curves").json()["player"] is None
        asked = {"position": {"rows": 7, "cols": 7}, "player": f"run:id={found[0]['id']},simulations=10"}
        answer = client.post("/api/move", json=asked)
        assert answer.status_code == 404
        assert "nothing yet to play against" in answer.json()["error"]


@pytest.mark.parametrize(
    "line",
    [
        '{"updates": NaN, "cost": 1}',
        '{"updates": Infinity, "cost": 1}',
        '{"updates": -Infinity, "cost": Infinity}',
        '{"updates": 1e308, "cost": 1}',
        '{"updates": %s, "cost": 1}' % ("9" * 400),
        '{"updates": 1, "cost": %s}' % ("9" * 400),
        '{"updates": 1, "cost": %s}' % ("9" * 5000),
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"yardstick": {"5": {"keeps": 1e999}}, "exact": {"wins": NaN}}',
        '{"yardstick": 3, "exact": [1]}',
    ],
    ids=range(11),
)
def test_histories_of_any_kind_are_shown_as_far_as_they_go(tmp_path: Path, line: str) -> None:
    good = '{"updates": 7, "cost": 0.5}\n'
    (tmp_path / "history.jsonl").write_text(good + line + "\n" + good)
    (run,) = listed(tmp_path)
    with TestClient(create_app(folders=[tmp_path]), base_url=BASE) as client:
        answer = client.get(f"/api/runs/{run['id']}/curves")
        assert answer.status_code == 200
        curves = {curve["name"]: curve["points"] for curve in answer.json()["curves"]}
    assert len(curves["loss"]) >= 2  # as it is called now


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET moves = CAST(x'ff' AS TEXT)",
        "UPDATE games SET rows = 'x', checksum = NULL",
        "UPDATE games SET black = x'00ff', checksum = NULL",
        "UPDATE games SET winner = 'white'",
        "UPDATE run SET description = 'x'",
        "DROP TABLE games",
    ],
)
def test_a_damaged_store_is_a_sentence(tmp_path: Path, run_folder: Path, statement: str) -> None:
    path = tmp_path / "small.db"
    path.write_bytes((run_folder / "small.db").read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(statement)
    with TestClient(create_app(folders=[tmp_path]), base_url=BASE) as client:
        (run,) = client.get("/api/runs").json()["runs"]
        for question in ("table", "games", "game?key=0-1/00000"):
            answer = client.get(f"/api/runs/{run['id']}/{question}")
            assert answer.status_code in (200, 400, 404), answer.text
            if answer.status_code == 400:
                assert "small.db is damaged: " in answer.json()["error"]
                assert str(tmp_path) not in answer.json()["error"]


def test_bytes_of_a_store_that_are_damaged_are_a_sentence(tmp_path: Path, run_folder: Path) -> None:
    whole = (run_folder / "small.db").read_bytes()
    path = tmp_path / "small.db"
    for number in range(40):
        chance = random.Random(number)
        broken = bytearray(whole)
        for _ in range(20):
            broken[chance.randrange(100, len(whole))] = chance.randrange(256)
        path.write_bytes(broken)
        with TestClient(create_app(folders=[tmp_path]), base_url=BASE) as client:
            for run in client.get("/api/runs").json()["runs"]:
                for question in ("table", "games", "game?key=0-1/00000"):
                    answer = client.get(f"/api/runs/{run['id']}/{question}")
                    assert answer.status_code in (200, 400, 404), answer.text


def fill_store(path: Path, games: int) -> None:
    """With copies of a game, each with a key of its own."""
    with GameStore(path) as store:
        store.begin({"players": []})
        tasks = (GameTask(key=f"{number:03}", rows=3, cols=3) for number in range(games))
        store.add(
            GameResult(
                task=task,
                winner="black",
                reason="win",
                moves=("a1", "b1", "a2", "b2", "a3"),
                seconds=(),
                cpu_seconds=(0.0, 0.0),
                versions=("", ""),
                started=0.0,
                detail="",
            )
            for task in tasks
        )


def test_of_a_store_that_is_too_large_the_table_is_refused_and_games_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_store(tmp_path / "large.db", 12)
    monkeypatch.setattr(recorded_runs, "STORE_GAMES", 10)
    with TestClient(create_app(folders=[tmp_path]), base_url=BASE) as client:
        (run,) = client.get("/api/runs").json()["runs"]
        answer = client.get(f"/api/runs/{run['id']}/table")
        assert answer.status_code == 400
        assert "large.db holds 12 games, and the studio makes tables of 10 at most" in answer.json()["error"]
        page = client.get(f"/api/runs/{run['id']}/games?offset=10&limit=5").json()
        assert (page["total"], [game["key"] for game in page["games"]]) == (12, ["010", "011"])


def test_so_many_runs_are_listed_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_runs, "RUNS", 3)
    for number in range(5):
        make_store(tmp_path / f"{number}.db")
    assert len(listed(tmp_path)) == 3


def test_tables_that_were_asked_for_are_kept_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorded_runs, "_REPORTS", 2)
    for number in range(4):
        fill_store(tmp_path / f"{number}.db", 1)
    runs = recorded_runs.Runs([tmp_path])
    tables = [runs.table(run.id) for run in runs.all()]
    assert len(tables) == 4
    assert len(runs._reports) == 2
