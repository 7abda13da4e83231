"""EZO-CNN learns: games to transitions, the loss, and runs that can be broken off."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from beeline import Board
from beeline.files import FileError, read_arrays, write_arrays
from beeline.learning.ezo.learner import Learner, loss
from beeline.learning.ezo.report import report_html
from beeline.learning.ezo.self_play import PlayedGame, SelfPlayTask, play_games, solved
from beeline.learning.ezo.settings import PRESETS, EzoSettings, preset
from beeline.learning.ezo.training import Entry, Training
from beeline.learning.ezo.transitions import Transitions, transitions
from beeline.learning.ezo.wolve_match import win_rate_against_wolve
from beeline.learning.gradient_descent import TorchDescent
from beeline.learning.training_run import TrainingError
from beeline.learning.yardstick import yardstick
from beeline.networks.ezo.onnx_network import NETWORKS, Evaluator, onnx_model
from beeline.networks.features import Planes
from beeline.networks.positions import Positions, half_turned, positions_of
from beeline.networks.weights import random_weights
from beeline.workers import LocalWorkers

TINY = PRESETS["tiny"]
SOLVED = PRESETS["tiny-solved"]
NAN = float("nan")


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalWorkers]:
    with LocalWorkers(1) as pool:
        yield pool


# Transitions


def game(moves: str, *, start: int, side: int = 3, winner: int = 1, **more: Any) -> PlayedGame:
    board = Board(side)
    cells = tuple(board.cell_of(move) for move in moves.split())
    return PlayedGame(moves=cells, start=start, decided=-1, winner=winner, **more)


def positions_after(moves: str, *, side: int = 3) -> list[bytes]:
    """What the players to move see, from the empty board on."""
    board = Board(side)
    found = [positions_of([board])[0].tobytes()]
    for move in moves.split():
        board.play(move)
        found.append(positions_of([board])[0].tobytes())
    return found


def test_positions_from_the_start_on_lead_to_the_next_and_the_last_is_lost() -> None:
    won = "a1 b1 a2 c1 a3"  # Black goes down the first column
    data = transitions([game(won, start=2), game(won, start=4)], side=3)
    seen = positions_after(won)
    assert [position.tobytes() for position in data.positions] == [*seen[2:], *seen[4:]]
    assert data.after.tolist() == [1, 2, 3, -1, 5, -1]
    assert np.isnan(data.results[[0, 1, 2, 4]]).all()
    assert data.results[[3, 5]].tolist() == [0, 0]


def test_a_game_that_was_won_by_its_start_is_left_out() -> None:
    assert len(transitions([game("a1 b1 a2 c1 a3", start=5)], side=3)) == 0
    assert len(transitions([game("a1 b1 a2 c1 a3", start=9)], side=3)) == 0
    decided = replace(game("a1 b1 a2", start=3), decided=3)
    data = transitions([decided], side=3)
    assert (len(data), data.results.tolist()) == (1, [0])


def test_a_whole_game_is_broken_where_the_random_move_was() -> None:
    won = "a1 b1 a2 c1 a3"
    data = transitions([game(won, start=3)], side=3, whole=True)
    assert [position.tobytes() for position in data.positions] == positions_after(won)[1:]
    assert data.after.tolist() == [1, -1, 3, 4, -1]
    assert data.told.tolist() == [True, False, True, True, True]


def test_results_are_those_of_the_player_to_move() -> None:
    won = game("a1 b1 a2 c1", start=1, winner=1, proven=(2, 0, 1, 1))
    data = transitions([won], side=3)
    # White is to move after a1, and White was to win then; Black is to move at the end, and wins.
    assert data.results.tolist()[0] == 1
    assert np.isnan(data.results[1])
    assert data.results.tolist()[2:] == [0, 1]


def test_half_turns_follow_with_their_own_numbers() -> None:
    data = transitions([game("a1 b1 a2 c1 a3", start=3)], side=3)
    both = data.with_half_turns()
    assert (both.positions[3:] == half_turned(data.positions)).all()
    assert both.after.tolist() == [1, 2, -1, 4, 5, -1]
    assert both.results[[2, 5]].tolist() == [0, 0]


def test_traces_lead_from_the_next_value_to_the_result() -> None:
    data = Transitions(
        np.zeros((5, 2, 3), dtype=np.uint32),
        np.array([1, 2, -1, 4, -1]),
        np.array([NAN, NAN, 0, NAN, NAN], dtype=np.float32),
    )
    values = np.array([0.5, 0.3, 0.9, 0.6, 0.7], dtype=np.float32)
    # The third is lost whatever its value; the last says nothing but its own value.
    assert data.targets(values, trace=0.0) == pytest.approx([0.7, 0.1, 0, 0.3, 0.7])
    assert data.targets(values, trace=1.0) == pytest.approx([0, 1, 0, 0.3, 0.7])
    second = 1 - (0.5 * 0.9 + 0.5 * 0)
    assert data.targets(values, trace=0.5)[:2] == pytest.approx([1 - (0.5 * 0.3 + 0.5 * second), second])


# The loss


def test_the_loss_of_hand_made_transitions() -> None:
    logits = torch.tensor([0.0, 2.0, -1.0, 3.0])
    chances = torch.sigmoid(logits)
    wanted = torch.tensor([0.0, 0.25, 1.0, 0.5])
    certain = torch.tensor([True, False, True, False])
    expected = [
        -log(1 - 0.5),  # a lost position: -log(1 - v)
        (float(chances[1]) - 0.25) ** 2,
        -log(float(chances[2])),  # a won one: -log v
        (float(chances[3]) - 0.5) ** 2,
    ]
    assert float(loss(logits, wanted, certain)) == pytest.approx(np.mean(expected))


def test_targets_are_the_same_players_value_one_ply_later() -> None:
    """With one batch and next to no step, the loss is what the formulas say."""
    learner = Learner(replace(TINY, side=3, batch=64, learning_rate=1e-12))
    data = transitions([game("a1 b1 a2 c1 a3", start=1)], side=3).with_half_turns()
    v = learner.chances(data.positions).astype(np.float64)
    expected = [(v[i] - (1 - v[i + 1])) ** 2 for i in (0, 1, 2, 3, 5, 6, 7, 8)]
    expected += [-log(1 - v[4]), -log(1 - v[9])]
    assert learner.learn(data) == pytest.approx(np.mean(expected), rel=1e-5)
    entropy = Learner(replace(TINY, side=3, batch=64, learning_rate=1e-12, cross_entropy=True))
    crossed = [-(1 - v[i + 1]) * log(v[i]) - v[i + 1] * log(1 - v[i]) for i in (0, 1, 2, 3, 5, 6, 7, 8)]
    assert entropy.learn(data) == pytest.approx(np.mean(crossed + expected[-2:]), rel=1e-5)
    traced = Learner(replace(TINY, side=3, batch=64, learning_rate=1e-12, trace=1.0))
    outcomes = [(v[i] - i % 5 % 2) ** 2 for i in (0, 1, 2, 3, 5, 6, 7, 8)]
    assert traced.learn(data) == pytest.approx(np.mean(outcomes + expected[-2:]), rel=1e-5)


def test_adam_is_that_of_pytorch() -> None:
    ours, theirs = torch.nn.Parameter(torch.ones(3)), torch.nn.Parameter(torch.ones(3))
    mine = TorchDescent({"x": ours}, partial(torch.optim.Adam, lr=0.01))
    other = torch.optim.Adam([theirs], lr=0.01)
    scales = torch.tensor([1.0, -3.0, 0.001])
    for step in range(20):
        mine.descend((ours * scales * (step + 1)).sum() + (ours**2).sum())
        other.zero_grad()
        ((theirs * scales * (step + 1)).sum() + (theirs**2).sum()).backward()
        other.step()
    assert ours.detach().numpy() == pytest.approx(theirs.detach().numpy(), rel=1e-5)


def descended(parameter: torch.nn.Parameter, descent: TorchDescent, steps: int) -> list[float]:
    return [descent.descend(((parameter - 3) ** 2).sum()) for _ in range(steps)]


def test_the_state_of_an_optimiser_goes_into_files_and_back() -> None:
    make = partial(torch.optim.Adam, lr=0.1)
    whole, part, again = (torch.nn.Parameter(torch.ones(3)) for _ in range(3))
    expected = descended(whole, TorchDescent({"a.x": whole}, make), 20)
    first = TorchDescent({"a.x": part}, make)
    descended(part, first, 12)
    with torch.no_grad():
        again.copy_(part)
    second = TorchDescent({"a.x": again}, make)
    second.restore(first.arrays())
    assert descended(again, second, 8) == expected[12:]


def test_checkpoints_of_an_earlier_adam_are_taken_up() -> None:
    parameter = torch.nn.Parameter(torch.ones(3))
    descent = TorchDescent({"x": parameter}, partial(torch.optim.Adam, lr=0.1))
    descended(parameter, descent, 5)
    now = descent.arrays()
    older = {"steps": np.array([5]), "mean.x": now["exp_avg.x"], "square.x": now["exp_avg_sq.x"]}
    descent.restore(older)
    assert {name: array.tolist() for name, array in descent.arrays().items()} == {
        name: array.tolist() for name, array in now.items()
    }


def test_the_window_holds_the_last_epochs(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = Learner(replace(TINY, side=3, window=2))
    won = transitions([game("a1 b1 a2 c1 a3", start=1)], side=3)
    sizes: list[int] = []
    monkeypatch.setattr(learner, "_update", lambda epoch, chosen, wanted: sizes.append(len(chosen)) or 0.0)
    for _ in range(3):
        learner.learn(won)
    assert sizes == [5, 10, 10]


def test_a_network_learns_who_won() -> None:
    """From games on 3×3 played by chance, and with results of the solver: the values tell the winner."""
    settings = replace(SOLVED, side=3, channels=24, hidden=24, games=200, latest_start=3, window=1)
    learner = Learner(replace(settings, learning_rate=0.003))
    known = yardstick(3)
    before = known.accuracy(learner.chances)
    for epoch in range(6):
        task = task_of(settings, learner, seed=epoch, solver_nodes=100)
        data = transitions(play_games(task).games, side=3, whole=True).with_half_turns()
        learner.learn(data)
    after = known.accuracy(learner.chances)
    assert after > max(before, 0.72)


# Self-play


def task_of(settings: EzoSettings, learner: Learner, **changes: Any) -> SelfPlayTask:
    task = SelfPlayTask(
        number=0,
        side=settings.side,
        games=settings.games,
        latest_start=settings.latest_start,
        ply=settings.ply,
        noise=settings.noise,
        play_out=settings.play_out,
        solver_nodes=settings.solver_nodes,
        seed=1,
        networks=learner.players(),
    )
    return replace(task, **changes)


def test_games_are_legal_and_won_by_the_winner() -> None:
    settings = replace(TINY, side=5, games=30, latest_start=8)
    result = play_games(task_of(settings, Learner(settings)))
    assert len(result.games) == 30
    assert result.positions > 100
    assert 0 < result.seconds[1] < result.seconds[0]
    for played in result.games:
        board = Board(5)
        for move in played.moves:
            board.play(board.name_of(move))
        assert board.winner == (None, "black", "white")[played.winner]


def test_every_network_plays() -> None:
    """With weights that make the older networks certain, games differ from those of one network."""
    settings = replace(TINY, side=5, games=20, noise=0.0)
    learner = Learner(settings)
    other = random_weights(settings.architecture.shapes(), np.random.default_rng(9))
    model = onnx_model(settings.architecture, other)
    ours = learner.players()[0]
    alone = play_games(task_of(settings, learner, networks=(ours, ours, ours)))
    mixed = play_games(task_of(settings, learner, networks=(ours, model, ours)))
    assert 0 < sum(a == b for a, b in zip(alone.games, mixed.games, strict=True)) < 20


def test_the_solver_tells_the_winners_that_it_proves() -> None:
    settings = replace(TINY, side=5, games=6, latest_start=1)
    games = play_games(task_of(settings, Learner(settings))).games
    full = solved(games, side=5, nodes=100_000)
    for played in full:
        assert len(played.proven) == len(played.moves)
        assert 0 not in played.proven
        assert played.proven[-1] == played.winner
        # A move of the loser's does not change who wins; a winner's may.
        for ply in range(1, len(played.moves)):
            mover = 1 + ply % 2
            if played.proven[ply - 1] != mover:
                assert played.proven[ply] == played.proven[ply - 1]
    few = solved(games, side=5, nodes=1)
    assert any(0 in played.proven for played in few)
    assert all(
        a in (0, b)
        for one, other in zip(few, full, strict=True)
        for a, b in zip(one.proven, other.proven, strict=True)
    )


# Runs


def timeless(history: list[Entry]) -> list[Entry]:
    return [
        replace(entry, seconds=0, self_play_seconds=0, cpu_playing=0, cpu_networks=0, cpu_solver=0)
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


def test_a_full_disk_keeps_the_last_checkpoint(
    tmp_path: Path, workers: LocalWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken_off(TINY, tmp_path, workers, after=2)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    run = Training(TINY, tmp_path, workers, resume=True)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(FileError, match="No space left"):
            run.run()
    about, _ = read_arrays(tmp_path / "checkpoint", kind="ezo training", version=1)
    assert len(about["history"]) == 2
    assert trained(TINY, tmp_path, workers, resume=True).finished


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"side": 2}, "boards from 3 to 19"),
        ({"games": 0}, "games must be 1 or more"),
        ({"ply": 3}, "1 or 2 plies ahead, not 3"),
        ({"window": 0}, "window must be 1 or more"),
        ({"solver_nodes": -1}, "must not be negative"),
        ({"trace": 1.5}, "from 0 to 1"),
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
