"""A training of zero that plays on a Ray cluster and learns on one node."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from beeline.arena.store import GameStore
from tests.ray_nodes import ray_cluster

ROUNDS = 5
TRAINING = [
    *("train", "zero", "--preset", "tiny", "--out", "run", "--json"),
    *("--set", f"rounds={ROUNDS}", "--set", "games=160", "--set", "measure_every=100"),
]


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    folder.mkdir()
    return subprocess.Popen(
        [sys.executable, "-m", "beeline", *TRAINING, *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def rounds_in(folder: Path) -> list[str]:
    history = folder / "run" / "history.jsonl"
    return history.read_text().splitlines() if history.exists() else []


def ended(training: subprocess.Popen[str]) -> None:
    _, errors = training.communicate(timeout=300)
    assert training.returncode == 0, errors


def moves_in(folder: Path) -> dict[str, tuple[str, ...]]:
    with GameStore(folder / "run" / "self-play.games", read_only=True) as store:
        return {result.task.key: result.moves for result in store.results()}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_node_is_killed_in_the_middle_and_the_games_are_the_same(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    with ray_cluster(nodes=2) as cluster:
        training = start(tmp_path / "cluster", "--ray", cluster.address)
        kill_a_node_after_the_first_round(cluster, training, tmp_path / "cluster")
        ended(training)
    ended(start(tmp_path / "here", "--workers", "1"))
    played = moves_in(tmp_path / "cluster")
    assert len(played) == ROUNDS * 160
    assert played == moves_in(tmp_path / "here")
    networks = [tmp_path / where / "run" / "trained.onnx" for where in ("cluster", "here")]
    assert networks[0].read_bytes() == networks[1].read_bytes()


def kill_a_node_after_the_first_round(cluster: Any, training: subprocess.Popen[str], folder: Path) -> None:
    deadline = time.monotonic() + 240
    while not rounds_in(folder):
        assert training.poll() is None, training.communicate()[1]
        assert time.monotonic() < deadline, "the first round took too long"
        time.sleep(0.05)
    cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
    assert len(rounds_in(folder)) < ROUNDS, "the node was killed too late"
