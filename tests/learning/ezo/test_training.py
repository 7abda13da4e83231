"""Runs of EZO-CNN, which can be broken off and taken up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from beeline import Board
from beeline.arena.games import GameResult, GameTask
from beeline.arena.store import GameStore
from beeline.files import FileError, read_arrays, write_arrays
from beeline.learning.ezo.learner import Learner
from beeline.learning.ezo.report import report_html
from beeline.learning.ezo.self_play import transitions
from beeline.learning.ezo.stored_games import StoredGames
from beeline.learning.ezo.system import PRESETS, EzoSettings, preset
from beeline.learning.ezo.training import Entry, Training, win_rate_against_wolve
from beeline.learning.training_run import TrainingError
from beeline.networks.ezo.onnx_network import NETWORKS, Evaluator
from beeline.networks.features import Planes
from beeline.networks.positions import Positions, positions_of
from beeline.workers import LocalWorkers
from tests.learning.ezo.played import game

TINY = PRESETS["tiny"]
SOLVED = PRESETS["tiny-solved"]


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalWorkers]:
    with LocalWorkers(1) as pool:
        yield pool


def timeless(history: list[Entry]) -> list[Entry]:
    return [
        replace(
            entry,
            seconds=0,
            self_play_seconds=0,
            cpu_playing=0,
            cpu_networks=0,
            cpu_solver=0,
            cpu_learning=0,
        )
        for entry in history
    ]


def trained(settings: EzoSettings, folder: Path, workers: LocalWorkers, *, resume: bool = False) -> Training:
    run = Training(settings, folder, workers, resume=resume)
    run.run()
    return run


class Killed(Exception):
    pass


def broken_off(settings: EzoSettings, folder: Path, workers: LocalWorkers, *, after: int) -> None:
    """Runs until so many epochs were written, then dies in the middle of the next."""
    run = Training(settings, folder, workers, resume=True)

    def die(_: object) -> None:
        if len(run.history) == after:
            raise Killed

    with pytest.raises(Killed):
        run.run(on_entry=die, on_progress=die)


@pytest.mark.parametrize("settings", [TINY, SOLVED], ids=["paper", "solved"])
def test_a_broken_run_goes_on_to_the_same_network(
    settings: EzoSettings, tmp_path: Path, workers: LocalWorkers
) -> None:
    whole = trained(settings, tmp_path / "whole", workers)
    for after in (0, 1, 3):
        broken_off(settings, tmp_path / "broken", workers, after=after)
    again = trained(settings, tmp_path / "broken", workers, resume=True)
    assert timeless(again.history) == timeless(whole.history)
    assert len(again.history) == 4
    (plain, arrays), (same_plain, same_arrays) = whole.learner.state(), again.learner.state()
    assert same_plain == plain
    assert same_arrays.keys() == arrays.keys()
    for name, array in arrays.items():
        assert np.array_equal(same_arrays[name], array, equal_nan=array.dtype.kind == "f"), name
    for name in ("trained.onnx", "snapshots/epoch-2.onnx", "snapshots/epoch-4.onnx"):
        one, other = ((tmp_path / run / name).read_bytes() for run in ("whole", "broken"))
        assert one == other
    assert any((tmp_path / "whole").glob("events.out.tfevents.*"))


def test_the_number_of_workers_changes_nothing(tmp_path: Path, workers: LocalWorkers) -> None:
    settings = replace(TINY, games=60, epochs=2)
    one = trained(settings, tmp_path / "one", workers)
    with LocalWorkers(2) as two:
        other = trained(settings, tmp_path / "two", two)
    assert timeless(one.history) == timeless(other.history)
    assert timeless(trained(replace(settings, seed=2), tmp_path / "seed", workers).history) != timeless(
        one.history
    )


def test_an_epoch_is_told_measured_and_exported(tmp_path: Path, workers: LocalWorkers) -> None:
    told: list[int] = []
    settings = replace(TINY, games=30, snapshot_every=2)
    run = Training(settings, tmp_path, workers)
    run.run(on_progress=lambda progress: told.append(progress.games))
    assert told == [25, 30] * 4
    assert [entry.epoch for entry in run.history] == [1, 2, 3, 4]
    assert [entry.win_rate is not None for entry in run.history] == [False, True, False, True]
    found = run.history[-1].yardstick["3"]
    assert 0 <= found["accuracy"] <= 1
    assert found["positions"] == 300
    assert {path.name for path in (tmp_path / "snapshots").iterdir()} == {"epoch-2.onnx", "epoch-4.onnx"}
    last = NETWORKS.read(tmp_path / "trained.onnx")
    assert (last.training["epochs"], last.training["games"]) == (4, 120)
    positions: Positions = positions_of([Board(4)])
    assert Evaluator(last).chances(positions) == pytest.approx(run.learner.chances(positions), abs=1e-5)
    lines = (tmp_path / "history.jsonl").read_text().splitlines()
    assert [json.loads(line)["epoch"] for line in lines] == [1, 2, 3, 4]
    page = report_html(settings, run.history, title="A & B")
    assert "A &amp; B" in page
    assert page.count("<svg") == 4
    assert "games of self-play a second" in page
    assert report_html(settings, [], title="nothing").count("<svg") == 4


def test_the_learning_rate_halves(tmp_path: Path) -> None:
    assert [replace(TINY, half_life=10).rate_in(epoch) for epoch in (1, 11, 21)] == [0.001, 0.0005, 0.00025]
    assert TINY.rate_in(1000) == 0.001
    won = transitions([game("a1 b1 a2 c1 a3", start=1)], side=3)
    early, late = (Learner(replace(TINY, side=3, half_life=1)) for _ in range(2))
    before = early.network.arrays()["output.weight"]
    steps = []
    for learner, epoch in ((early, 1), (late, 4)):
        learner.learn(won, epoch=epoch)
        steps.append(np.abs(learner.network.arrays()["output.weight"] - before).max())
    assert steps[0] == pytest.approx(8 * steps[1], rel=0.01)


def test_the_gauge_plays_every_opening_against_wolve() -> None:
    asked: list[int] = []

    def nothing(planes: Planes) -> NDArray[np.float32]:
        asked.append(len(planes))
        return np.linspace(0.4, 0.6, len(planes), dtype=np.float32)

    assert 0 <= win_rate_against_wolve(nothing, side=6, openings=[0, 5, 6]) <= 1
    assert asked
    # Black opens in the middle of 3×3 and is one of us: won by connections, whatever the network says.
    assert win_rate_against_wolve(nothing, side=3, openings=[4]) == 1
    assert win_rate_against_wolve(nothing, side=3, openings=[4, 4]) == 0.5


def test_a_folder_in_use_is_not_begun_again(tmp_path: Path, workers: LocalWorkers) -> None:
    trained(replace(TINY, epochs=1), tmp_path, workers)
    with pytest.raises(TrainingError, match="--resume"):
        Training(TINY, tmp_path, workers)
    with pytest.raises(TrainingError, match=r"was begun with seed 1 \(now 5\)"):
        Training(replace(TINY, seed=5), tmp_path, workers, resume=True)
    assert len(trained(replace(TINY, epochs=2), tmp_path, workers, resume=True).history) == 2
    path = tmp_path / "checkpoint"
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(FileError, match="damaged"):
        Training(TINY, tmp_path, workers, resume=True)


def test_a_setting_that_an_older_run_did_not_have_takes_its_default(
    tmp_path: Path, workers: LocalWorkers
) -> None:
    trained(replace(TINY, epochs=1), tmp_path, workers)
    kind, version = "ezo training", 1
    about, arrays = read_arrays(tmp_path / "checkpoint", kind=kind, version=version)
    del about["settings"]["ply"]
    write_arrays(tmp_path / "checkpoint", kind=kind, version=version, about=about, arrays=arrays)
    with pytest.raises(TrainingError, match=r"was begun with ply 1 \(now 2\)"):
        Training(replace(TINY, ply=2), tmp_path, workers, resume=True)
    assert len(Training(TINY, tmp_path, workers, resume=True).history) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"side": 2}, "boards from 3 to 19"),
        ({"games": 0}, "games must be 1 or more"),
        ({"ply": 3}, "1 or 2 plies ahead, not 3"),
        ({"window": 0}, "window must be 1 or more"),
        ({"solver_nodes": -1}, "must not be negative"),
        ({"trace": 1.5}, "from 0 to 1"),
        ({"play_out": -0.5}, "from 0 to 1"),
        ({"hours": -1.0}, "must not be negative"),
        ({"learning_rate": 0.0}, "learning_rate must be more than 0"),
    ],
)
def test_impossible_settings_are_named(change: dict[str, int], message: str) -> None:
    with pytest.raises(TrainingError, match=message):
        replace(TINY, **change)


def test_presets_of_the_paper() -> None:
    assert [preset(f"paper-{side}").games for side in (7, 9, 11)] == [500, 750, 750]
    assert [preset(f"paper-{side}").latest_start for side in (7, 9, 11)] == [20, 40, 60]
    paper = preset("paper-7")
    assert (paper.batch, paper.noise, paper.snapshot_every, paper.trace) == (32, 0.05, 10, 0.0)
    with pytest.raises(TrainingError, match="did you mean 'paper-7'"):
        preset("papr-7")


def test_a_share_of_the_games_is_played_out(tmp_path: Path, workers: LocalWorkers) -> None:
    settings = replace(TINY, side=5, games=100, epochs=1)
    lengths = [
        trained(replace(settings, play_out=share), tmp_path / str(share), workers).history[0].mean_moves
        for share in (0.0, 0.25, 0.5, 1.0)
    ]
    assert lengths == sorted(lengths)
    whole, decided = lengths[-1], lengths[0]
    assert decided + 0.1 * (whole - decided) < lengths[1] < decided + 0.5 * (whole - decided)


def test_small_shares_are_played_out_over_the_epochs(tmp_path: Path, workers: LocalWorkers) -> None:
    settings = replace(TINY, side=5, games=25, epochs=4, play_out=0.25)
    some = [entry.mean_moves for entry in trained(settings, tmp_path / "some", workers).history]
    none = [
        entry.mean_moves
        for entry in trained(replace(settings, play_out=0.0), tmp_path / "none", workers).history
    ]
    assert some[:3] == none[:3]
    assert some[3] > none[3]


def test_a_training_ends_after_its_hours_of_processor_time(tmp_path: Path, workers: LocalWorkers) -> None:
    run = trained(replace(TINY, hours=1e-6), tmp_path, workers)
    assert len(run.history) == 1
    assert run.history[0].cpu_learning > 0
    assert len(trained(replace(TINY, hours=0), tmp_path, workers, resume=True).history) == 4


def test_a_network_begins_with_the_first_layers_of_a_smaller_board(
    tmp_path: Path, workers: LocalWorkers
) -> None:
    small = trained(replace(TINY, side=3, epochs=1), tmp_path / "small", workers).learner.network.arrays()
    settings = replace(TINY, side=5, start=str(tmp_path / "small" / "checkpoint"))
    larger = replace(settings, epochs=1)
    fresh = Learner(larger).network.arrays()
    weights = Training(larger, tmp_path / "large", workers).learner.network.arrays()
    assert np.array_equal(weights["layer0.weight"], small["layer0.weight"])
    assert np.array_equal(weights["layer0.bias"], small["layer0.bias"])
    for name in weights.keys() - {"layer0.weight", "layer0.bias"}:
        assert np.array_equal(weights[name], fresh[name]), name
    same = Training(replace(settings, side=3), tmp_path / "same", workers).learner.network.arrays()
    assert all(np.array_equal(same[name], small[name]) for name in small)
    with pytest.raises(TrainingError, match="other layers"):
        Training(replace(settings, channels=5), tmp_path / "narrow", workers)
    trained(larger, tmp_path / "large", workers)
    (tmp_path / "small" / "checkpoint").unlink()
    assert len(trained(replace(larger, epochs=2), tmp_path / "large", workers, resume=True).history) == 2


def test_games_of_a_store_are_learned_from(tmp_path: Path, workers: LocalWorkers) -> None:
    """Black has won those with b2 and White those with a1: the network is to tell them apart."""
    won, lost = "b2 a1 b1 c1 a3", "a1 b2 b1 a3 a2 c1"
    with GameStore(tmp_path / "store.games") as store:
        store.add(stored(moves, key=f"{number:03}") for number, moves in enumerate([won, lost] * 20))
    settings = replace(
        TINY, side=3, games=30, epochs=12, whole=True, trace=1.0, games_from=str(tmp_path / "store.games")
    )
    run = trained(settings, tmp_path / "run", workers)
    assert [entry.positions_evaluated for entry in run.history] == [0] * 12
    assert run.history[-1].games == 360
    assert run.history[0].black_win_rate == 0.5
    assert run.history[-1].loss < 0.5 * run.history[0].loss
    after = Board(3), Board(3)
    after[0].play("b2")
    after[1].play("a1")
    chances = run.learner.chances(positions_of(after))
    assert chances[0] < 0.3 < 0.7 < chances[1], "those of White, who is to move"
    with GameStore(tmp_path / "store.games") as store:  # games that teach nothing
        store.add(
            [
                replace(stored(won, key="990"), detail="imported; white lost", reason="crash"),
                replace(stored(won, key="991"), moves=("b2", "swap-pieces")),
            ]
        )
    games = StoredGames(tmp_path / "store.games", side=3)
    assert len(games.played(first=38, count=4)) == 2
    assert len(games.played(first=38, count=6)) == 4
    with pytest.raises(TrainingError, match="no game on 4×4"):
        Training(replace(settings, side=4), tmp_path / "other", workers)


def test_what_a_search_has_found_of_a_position_is_its_value() -> None:
    known = game("b2 a1 a2", start=1, values=(None, 0.25, None))
    data = transitions([known], side=3, whole=True)
    assert data.values.tolist() == pytest.approx([0.25, np.nan, np.nan], nan_ok=True)
    targets = data.targets(np.full(3, 0.5, dtype=np.float32), trace=0.0)
    assert targets.tolist() == [0.5, 0.5, 0.0]
    before = transitions([replace(known, values=(None, None, 0.25))], side=3, whole=True)
    assert before.targets(np.full(3, 0.5, dtype=np.float32), trace=0.0).tolist() == [0.75, 0.5, 0.0]


def stored(moves: str, *, key: str) -> GameResult:
    board = Board(3)
    for move in moves.split():
        board.play(move)
    assert board.winner is not None
    return GameResult(
        task=GameTask(key=key, rows=3, cols=3, black="one", white="other", opening=tuple(moves.split()[:1])),
        winner=board.winner,
        reason="win",
        moves=tuple(moves.split()),
        seconds=(),
        cpu_seconds=(0.0, 0.0),
        versions=("", ""),
        started=0.0,
    )
