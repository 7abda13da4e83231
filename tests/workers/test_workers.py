"""Workers do every task once, whatever happens to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from beeline.arena.games import GameTask
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, run_tournament
from beeline.workers import LocalWorkers, WorkerError, Workers, make_workers
from beeline.workers.ray_cluster import place_file
from tests.ray_nodes import ray_cluster
from tests.workers import worker_functions as functions


@pytest.fixture
def workers() -> Iterator[LocalWorkers]:
    with LocalWorkers(2) as workers:
        yield workers


def test_every_task_is_done_once(workers: LocalWorkers) -> None:
    assert sorted(workers.run(functions.square, range(50))) == [n * n for n in range(50)]
    assert sorted(workers.run(functions.square, [])) == []
    assert sorted(workers.run(functions.square, [3])) == [9]


def test_large_tasks_with_large_answers_do_not_wait_for_each_other(workers: LocalWorkers) -> None:
    large = bytes(4_000_000)  # more than a pipe holds
    assert all(answer == large for answer in workers.run(functions.same, [large] * 8))


def test_an_error_in_a_task_is_raised_and_the_workers_can_go_on(workers: LocalWorkers) -> None:
    with pytest.raises(ValueError, match="seven"):
        list(workers.run(functions.fail_on_seven, range(20)))
    assert sorted(workers.run(functions.square, range(5))) == [0, 1, 4, 9, 16]


def test_a_task_whose_worker_dies_is_done_by_another(workers: LocalWorkers, tmp_path: Path) -> None:
    assert sorted(workers.run(functions.die_once, [(str(tmp_path), n) for n in range(6)])) == list(range(6))


def test_a_task_that_kills_every_worker_is_given_up(workers: LocalWorkers) -> None:
    with pytest.raises(WorkerError, match="3 times"):
        list(workers.run(functions.die_always, [1]))


def test_an_outcome_that_cannot_travel_is_named(workers: LocalWorkers) -> None:
    with pytest.raises(WorkerError, match="cannot be sent back"):
        list(workers.run(functions.cannot_travel, [1]))


def test_a_program_that_forgets_its_workers_still_ends() -> None:
    program = (
        "from beeline.workers import LocalWorkers\n"
        "if __name__ == '__main__':\n"
        "    workers = LocalWorkers(1)\n"
        "    print(list(workers.run(abs, [-1])))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert done.stdout == "[1]\n"


def test_tasks_are_taken_as_they_are_needed(workers: LocalWorkers) -> None:
    endless = count()
    outcomes = workers.run(functions.square, endless)
    assert len([next(outcomes) for _ in range(10)]) == 10
    outcomes.close()
    assert next(endless) < 20


@pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")
def test_workers_die_with_a_process_that_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from beeline.workers import LocalWorkers\n"
        "from tests.workers import worker_functions as functions\n"
        "if __name__ == '__main__':\n"
        "    for number, process in LocalWorkers(2).run(functions.slowly, range(1000)):\n"
        "        print(process, flush=True)\n"
    )
    script = tmp_path / "program.py"
    script.write_text(program)
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": root}
    )
    assert process.stdout is not None
    children = {int(process.stdout.readline()) for _ in range(4)}
    process.send_signal(signal.SIGKILL)
    process.communicate()
    deadline = time.monotonic() + 5
    while any(map(_alive, children)):
        assert time.monotonic() < deadline, "workers outlived their parent"
        time.sleep(0.05)


def _alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


# On a Ray cluster of three nodes


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with ray_cluster(nodes=3) as cluster:
        yield cluster


@pytest.mark.filterwarnings("ignore")
def test_a_ray_cluster_loses_a_node_and_no_task(cluster: Any, tmp_path: Path) -> None:
    weights = tmp_path / "weights.txt"
    weights.write_text("8192 numbers")
    nodes = list(cluster.worker_nodes)
    with make_workers(ray=cluster.address) as workers:
        assert sorted(workers.run(functions.square, range(20))) == [n * n for n in range(20)]
        with pytest.raises(ValueError, match="seven"):
            list(workers.run(functions.fail_on_seven, range(10)))
        shared = workers.share(weights)
        assert shared != weights
        assert set(workers.run(functions.read_file, [str(shared)] * 6)) == {"8192 numbers"}
        seen = []
        for node, number in workers.run(functions.node_and_number, range(24)):
            seen.append((node, number))
            if len(seen) == 6:
                cluster.remove_node(nodes[0], allow_graceful=False)
        assert sorted(number for _, number in seen) == list(range(24))
        assert len({node for node, _ in seen}) >= 2
        on_the_cluster = moves_of_a_tournament(tmp_path / "ray.db", workers)
    with LocalWorkers(2) as workers:
        assert moves_of_a_tournament(tmp_path / "local.db", workers) == on_the_cluster


def moves_of_a_tournament(path: Path, workers: Workers) -> list[tuple[str, tuple[str, ...]]]:
    tournament = Tournament(
        players=["random", "mcts:simulations=20"], games=10, template=GameTask(key="", rows=5, cols=5)
    )
    with GameStore(path) as store:
        return [(game.task.key, game.moves) for game in run_tournament(tournament, store, workers)]


@pytest.mark.filterwarnings("ignore")
def test_no_cluster_is_a_clear_error() -> None:
    pytest.importorskip("ray")
    with pytest.raises(WorkerError, match="no Ray cluster at"):
        make_workers(ray="127.0.0.1:1")


def test_a_shared_file_is_placed_once_in_a_folder_of_this_user_alone(tmp_path: Path) -> None:
    place = tmp_path / "shared" / "1f2e" / "net.onnx"
    place_file(place, lambda: b"weights")
    place_file(place, lambda: pytest.fail("it is there already"))
    assert place.read_bytes() == b"weights"
    assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o700


def test_a_shared_folder_that_others_can_write_into_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    with pytest.raises(WorkerError, match="may hold files of other users"):
        place_file(tmp_path / "shared" / "1f2e" / "net.onnx", lambda: b"weights")


def test_a_link_in_the_place_of_the_shared_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "shared").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WorkerError, match="may hold files of other users"):
        place_file(tmp_path / "shared" / "1f2e" / "net.onnx", lambda: b"weights")
