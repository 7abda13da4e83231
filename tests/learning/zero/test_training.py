"""A training of zero: it goes on as if unbroken, learns only from its own games, and says what happened."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from beeline import Board, solve
from beeline.arena.store import GameStore
from beeline.learning.ladder import Ladder, read_curve
from beeline.learning.training_run import TrainingError, use_torch
from beeline.learning.zero import climbing
from beeline.learning.zero.gate import agreement
from beeline.learning.zero.self_play import PlayedGame, SelfPlayResult, SelfPlayTask, play_games, samples_of
from beeline.learning.zero.stored_games import from_result
from beeline.learning.zero.system import PRESETS, ZeroSettings
from beeline.learning.zero.training import Training
from beeline.networks.zero.integer_network import IntegerNetwork, IntegerNetworkFile, load_integer_network
from beeline.networks.zero.packaged import NETWORK
from beeline.networks.zero.views import views_of
from beeline.workers import Workers
from beeline.workers.local import LocalWorkers

TINY = replace(PRESETS["tiny"], rounds=3, games=12, boards="4:1 5:2", steps=4, batch=8, warm_up=10)


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> None:
    use_torch(threads=1)


class Here(Workers):
    """Does every task at once in this process."""

    def run(self, function, tasks):  # type: ignore[no-untyped-def]
        for task in tasks:
            yield function(task)

    def close(self) -> None:
        pass


def trained(folder: Path, settings: ZeroSettings = TINY, *, resume: bool = False) -> Training:
    training = Training(settings, folder, Here(), resume=resume)
    training.run()
    return training


def games_of(folder: Path) -> list[PlayedGame]:
    with GameStore(folder / "self-play.games", read_only=True) as store:
        return [from_result(result) for result in store.results()]


@pytest.fixture(scope="module")
def run(one_thread: None, tmp_path_factory: pytest.TempPathFactory) -> Training:
    return trained(tmp_path_factory.mktemp("zero"))


def test_a_broken_run_goes_on_to_the_same_network(run: Training, tmp_path: Path) -> None:
    trained(tmp_path, replace(TINY, rounds=1))
    broken = trained(tmp_path, resume=True)
    assert [entry.losses for entry in broken.history] == [entry.losses for entry in run.history]
    assert (tmp_path / "trained.onnx").read_bytes() == (run.folder / "trained.onnx").read_bytes()
    assert games_of(tmp_path) == games_of(run.folder)


def test_games_that_a_killed_round_left_behind_are_played_again_and_kept_once(
    run: Training, tmp_path: Path
) -> None:
    training = Training(replace(TINY, rounds=1), tmp_path, Here())
    training.run()
    training._take_in(2, training._played(2, _silent()))  # stored, and then the process dies
    trained(tmp_path, resume=True)
    assert games_of(tmp_path) == games_of(run.folder)


def _silent():  # type: ignore[no-untyped-def]
    from beeline.learning.zero.progress import Teller

    return Teller(2, lambda moment: None)


def test_processes_play_the_same_games(run: Training, tmp_path: Path) -> None:
    with LocalWorkers(1) as workers:
        training = Training(replace(TINY, rounds=1), tmp_path, workers)
        training.run()
    assert games_of(tmp_path) == games_of(run.folder)[: TINY.games]


def test_the_winners_of_games_are_those_of_best_play_once_they_are_proven(run: Training) -> None:
    proven = 0
    for game in games_of(run.folder):
        board = Board(game.rows, game.cols)
        for ply, position in enumerate(game.positions):
            if ply >= game.decided and board.winner is None:
                assert solve(board, variation=False).winner == ("black", "white")[game.winner - 1]
                proven += 1
            board.play(board.name_of(position.move))
    assert proven > 20


def test_the_cells_of_the_connection_that_won_join_the_winners_edges(run: Training) -> None:
    known = 0
    for game in games_of(run.folder):
        board = Board(game.rows, game.cols)
        for position in game.positions[: game.decided]:
            board.play(board.name_of(position.move))
        winner = ("black", "white")[game.winner - 1]
        cells = [board.name_of(cell) for cell in game.winning]
        assert all(board[cell] in (None, winner) for cell in cells)
        if cells:
            for cell in cells:
                if board.winner is None and board[cell] is None:
                    board.play(cell, colour=winner)
            assert board.winner == winner
            known += 1
    assert known > 0.8 * len(games_of(run.folder))


def test_players_see_the_connection_that_won_as_they_see_the_board(run: Training) -> None:
    known = 0
    for samples in filter(None, map(samples_of, games_of(run.folder))):
        samples = samples.half_turned(np.arange(len(samples)) % 2 == 0)
        cells, told = samples.connections()
        cells = cells.reshape(len(samples), 2, samples.side, samples.side)
        for row in np.flatnonzero(told):
            won = samples.outcome[row] > 0.5
            own, opposing = cells[row]
            assert not (opposing if won else own).any()
            ends = (own[0], own[-1]) if won else (opposing[:, 0], opposing[:, -1])
            assert all(end.any() for end in ends)
            known += 1
    assert known > 20


def test_targets_are_distributions_over_empty_cells(run: Training) -> None:
    for game in games_of(run.folder):
        samples = samples_of(game)
        if samples is None:
            continue
        policy = samples.policy()
        has_policy = samples.moves[:, 0] >= 0
        np.testing.assert_allclose(policy[has_policy].sum(axis=1), 1, atol=1e-5)
        assert not policy[~has_policy].any()
        assert not policy[~samples.views.empty].any()
        assert set(np.unique(samples.outcome)) <= {0.0, 1.0}


def test_a_position_is_seen_from_the_side_of_its_player(run: Training) -> None:
    game = next(game for game in games_of(run.folder) if len(game.positions) > game.opening + 1)
    samples = samples_of(game)
    assert samples is not None
    first = next(ply for ply, position in enumerate(game.positions) if position.value is not None)
    for row in range(len(samples)):
        own, opposing = (int((samples.stones[row] == colour).sum()) for colour in (1, 2))
        assert own + opposing == first + row
        assert own - opposing == (0 if (first + row) % 2 == 0 else -1)


def test_the_files_say_what_the_network_learned_from(run: Training) -> None:
    file = IntegerNetworkFile.read(run.folder / "trained.safetensors")
    assert file.training["games"] == TINY.rounds * TINY.games
    assert load_integer_network(run.folder / "trained.safetensors")
    assert sorted(path.name for path in (run.folder / "snapshots").iterdir()) == [
        "round-2.onnx",
        "round-2.safetensors",
    ]


def test_equal_tasks_give_equal_games(run: Training) -> None:
    file = IntegerNetworkFile.read(run.folder / "trained.safetensors")
    task = SelfPlayTask(number=0, games=5, seed=9, settings=TINY, network=file)
    assert play_games(task).games == play_games(task).games
    other = SelfPlayTask(number=0, games=5, seed=10, settings=TINY, network=file)
    assert play_games(task).games != play_games(other).games


def test_moves_of_quick_searches_are_played_and_not_learned(run: Training) -> None:
    file = IntegerNetworkFile.read(run.folder / "trained.safetensors")

    def played(full_share: float, quick_simulations: int = 2) -> SelfPlayResult:
        settings = replace(
            TINY, boards="5:1", full_share=full_share, quick_simulations=quick_simulations, plies_beyond=0
        )
        return play_games(SelfPlayTask(number=0, games=60, seed=3, settings=settings, network=file))

    def shares(result: SelfPlayResult) -> list[bool]:
        """Whether each position after the opening is learned from."""
        return [
            position.value is not None for game in result.games for position in game.positions[game.opening :]
        ]

    every, some, none = played(1), played(0.3), played(0)
    assert all(shares(every))
    assert 0.2 < np.mean(shares(some)) < 0.4
    assert not any(shares(none))
    assert none.evaluations < some.evaluations < every.evaluations
    assert played(0, quick_simulations=6).evaluations > none.evaluations
    for game in some.games:
        assert all((position.value is None) == (not position.targets) for position in game.positions)
        learned = [position for position in game.positions if position.value is not None]
        samples = samples_of(game)
        assert len(learned) == (len(samples) if samples else 0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"full_share": 1.5}, "full_share must be from 0 to 1"),
        ({"quick_simulations": -1}, "quick_simulations must not be negative"),
        ({"boards": "9:x"}, "sides with shares"),
        ({"boards": "40"}, "sides from 1 to 19"),
        ({"steps": 0}, "steps must be 1 or more"),
        ({"edge_openings": 0.8, "drawn_openings": 0.4}, "at most 1 together"),
        ({"learning_rate": 0.0}, "learning_rate must be more than 0"),
    ],
)
def test_impossible_settings_are_named(change: dict[str, object], said: str) -> None:
    with pytest.raises(TrainingError, match=said):
        replace(TINY, **change)  # type: ignore[arg-type]


def test_nothing_is_learned_before_there_are_enough_positions(run: Training, tmp_path: Path) -> None:
    first = run.history[0].window
    later = trained(tmp_path, replace(TINY, least_window=first + 1))
    assert [entry.loss is None for entry in later.history] == [True, False, False]
    assert [entry.positions for entry in later.history] == [
        0,
        TINY.steps * TINY.batch,
        2 * TINY.steps * TINY.batch,
    ]
    assert "loss" not in later.line(later.history[0])
    assert later.report(title="Zero")


def test_a_run_begins_with_the_network_that_it_is_given(run: Training, tmp_path: Path) -> None:
    start = run.folder / "trained.onnx"
    begun = Training(replace(TINY, start=str(start)), tmp_path, Here())
    ours, theirs = begun.learner.averaged.arrays(), run.learner.averaged.arrays()
    assert ours.keys() == theirs.keys()
    for name in ours:
        np.testing.assert_allclose(ours[name], theirs[name], atol=1e-7)
    with pytest.raises(TrainingError, match="another size"):
        Training(replace(TINY, channels=32, start=str(start)), tmp_path / "other", Here())


def test_a_run_plays_its_first_games_by_the_network_that_it_is_given(tmp_path: Path) -> None:
    """Integers calibrated on empty boards alone agreed with float32 in half of the positions."""
    settings = ZeroSettings(start=str(NETWORK.with_suffix(".onnx")), boards="7:1")
    begun = Training(settings, tmp_path, Here())
    random = np.random.default_rng(1)
    boards = []
    for _ in range(8):
        board = Board(7)
        for move in random.permutation(board.legal_moves)[:14]:
            boards.append(board.copy())
            board.play(str(move))
    agreement(IntegerNetwork(begun._network), begun.learner.averaged, [views_of(boards)]).check()


def test_a_training_is_measured_on_the_ladder_every_so_many_hours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(climbing, "_GAMES", 2)
    monkeypatch.setattr(climbing, "Ladder", partial(Ladder, opponents=("random", "mcts:simulations=20")))
    settings = replace(TINY, boards="4:1", measure_every=2, ladder_hours=1e-9)
    with LocalWorkers(1) as workers:
        Training(settings, tmp_path, workers).run()
    assert [point.step for point in read_curve(tmp_path, 4)] == [1, 2, 3]
    assert {path.name for path in (tmp_path / "snapshots").glob("*.onnx")} == {
        "round-1.onnx",
        "round-2.onnx",
        "round-3.onnx",
    }
    plain = trained(tmp_path / "plain", replace(settings, ladder_hours=0))
    np.testing.assert_equal(plain.history[-1].losses, _losses(tmp_path))


def _losses(folder: Path) -> dict[str, float]:
    last = (folder / "history.jsonl").read_text().splitlines()[-1]
    return dict(json.loads(last)["losses"])


@pytest.mark.parametrize(
    ("hours", "last", "due"), [(2.9, 0.2, False), (3.1, 0.2, True), (3.3, 0.2, False), (30.1, 0.2, True)]
)
def test_a_ladder_is_due_when_its_hours_are_over(hours: float, last: float, due: bool) -> None:
    settings = replace(TINY, ladder_hours=3)
    assert climbing.ladder_is_due(settings, hours=hours, last=last) is due
    assert not climbing.ladder_is_due(TINY, hours=hours, last=last)


def test_measured_rounds_keep_how_reliable_the_values_are(run: Training) -> None:
    kept = [sorted({"reliability"} & set(found)) for entry in run.history for found in entry.new.values()]
    assert kept[-1] == ["reliability"]
    assert kept[0] == []
    page = run.report(title="zero")
    assert "Wins by the chance that the value told" in page
