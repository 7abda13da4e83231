"""The ladder of a training: who meets whom, what is kept, and the ratings that come out."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeline.arena.store import GameStore
from beeline.files import FileError
from beeline.learning.ladder import Ladder, evenly, ladders_in, read_curve, snapshots_in
from beeline.learning.training_run import TrainingError
from beeline.workers.local import LocalWorkers

WEAK, STRONG = "random", "mcts:simulations=300"


def ladder_in(folder: Path, *steps: int, games: int = 4, seed: int = 0, thinking: str = "") -> Ladder:
    """Snapshots that are stronger the later they are."""
    players = {step: f"mcts:simulations={20 * step},seed={seed + step}" for step in steps}
    return Ladder(
        folder=folder, snapshots=players, thinking=thinking, side=4, games=games, opponents=(WEAK, STRONG)
    )


def played(ladder: Ladder) -> int:
    """How many games had to be played."""
    told: list[object] = []
    with LocalWorkers(1) as workers:
        ladder.record(ladder.play(workers, on_result=told.append), command="test")
    return len(told)


def test_every_snapshot_meets_every_opponent_and_the_snapshot_before_it(tmp_path: Path) -> None:
    ladder = ladder_in(tmp_path, 10, 2, 5)
    first, second, third = (ladder.snapshots[step] for step in (2, 5, 10))
    fixed = {(player, opponent) for player in (first, second, third) for opponent in (WEAK, STRONG)}
    assert set(ladder.pairings().values()) == fixed | {(second, first), (third, second)}
    assert ladder.total == len(list(ladder.tasks())) == 8 * 4


def test_both_colours_play_every_opening(tmp_path: Path) -> None:
    tasks = list(ladder_in(tmp_path, 2).tasks())
    seen = {(task.opening, task.black) for task in tasks}
    assert all((task.opening, task.white) in seen for task in tasks)
    assert len({task.opening for task in tasks}) == 2


def test_a_ladder_that_grows_plays_only_what_is_missing(tmp_path: Path) -> None:
    assert played(ladder_in(tmp_path, 2)) == 8
    assert played(ladder_in(tmp_path, 2)) == 0
    assert played(ladder_in(tmp_path, 2, 5)) == 12
    with GameStore(tmp_path / "ladder-4.games", read_only=True) as store:
        assert len(store.keys()) == 20


def test_more_games_keep_the_openings_of_the_first(tmp_path: Path) -> None:
    few, many = (list(ladder_in(tmp_path, 2, games=games).tasks()) for games in (4, 8))
    openings = {task.key: task.opening for task in many}
    assert len(openings) == 2 * len(few)
    assert all(openings[task.key] == task.opening for task in few)


def test_players_that_are_called_otherwise_keep_their_games_and_ratings(tmp_path: Path) -> None:
    played(ladder_in(tmp_path, 2, 5))
    curve = read_curve(tmp_path, 4)
    assert played(ladder_in(tmp_path, 2, 5, seed=100)) == 0  # as after a move of the folder
    assert read_curve(tmp_path, 4) == curve


def test_players_that_think_otherwise_play_games_of_their_own(tmp_path: Path) -> None:
    played(ladder_in(tmp_path, 2))
    assert played(ladder_in(tmp_path, 2, thinking="simulations=9")) == 8


def test_other_files_beside_a_ladder_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "ladder-9-old.json").write_text("{}")
    assert ladders_in(tmp_path) == {}


def test_a_record_that_holds_no_numbers_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "ladder-9.json").write_text('{"curve": [{"step": 1, "elo": "<b>", "low": null, "high": 1}]}')
    with pytest.raises(FileError, match=r"ladder-9\.json"):
        read_curve(tmp_path, 9)


def test_a_ladder_tells_the_rating_of_every_snapshot(tmp_path: Path) -> None:
    played(ladder_in(tmp_path, 2, 5))
    curve = read_curve(tmp_path, 4)
    assert [point.step for point in curve] == [2, 5]
    assert all(point.low < point.elo < point.high for point in curve)
    assert ladders_in(tmp_path) == {4: curve}


def test_without_a_ladder_there_is_no_curve(tmp_path: Path) -> None:
    assert read_curve(tmp_path, 11) == []
    assert ladders_in(tmp_path) == {}


def test_snapshots_are_found_by_their_numbers(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="no snapshots yet"):
        snapshots_in(tmp_path, suffix=".onnx")
    (tmp_path / "snapshots").mkdir()
    for name in ("round-2.onnx", "round-10.onnx", "round-10.safetensors", "notes.onnx"):
        (tmp_path / "snapshots" / name).touch()
    found = snapshots_in(tmp_path, suffix=".onnx")
    assert {step: path.name for step, path in found.items()} == {2: "round-2.onnx", 10: "round-10.onnx"}


@pytest.mark.parametrize(("count", "chosen"), [(1, [9]), (2, [1, 9]), (3, [1, 4, 9]), (9, [1, 2, 4, 8, 9])])
def test_some_snapshots_stand_for_all(count: int, chosen: list[int]) -> None:
    assert evenly([9, 1, 8, 2, 4], count) == chosen
