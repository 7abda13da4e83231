"""Run folders that others have written: whatever is in them, nothing is started and nothing breaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.players import KINDS, NETWORK_KINDS
from beeline.learning.network_files import Networks
from beeline.learning.neurohex.networks import NETWORKS

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


def test_the_kinds_that_play_networks_of_runs_may_all_be_named_from_the_page() -> None:
    assert set(NETWORK_KINDS) <= set(KINDS)
