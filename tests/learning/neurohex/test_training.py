"""Training runs: what is learned, where it is kept, and that a run taken up goes on as if never broken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from beeline import Board
from beeline.files import FileError
from beeline.learning.greedy import best_moves, resistance_values
from beeline.learning.neurohex.learner import Learner, proven_values
from beeline.learning.neurohex.report import report_html
from beeline.learning.neurohex.search_mentor import searched_positions
from beeline.learning.neurohex.system import PRESETS, NeuroHexSettings, TrainingError, preset
from beeline.learning.neurohex.training import Entry, Training
from beeline.networks.action_values import Evaluator
from beeline.networks.neurohex.onnx_network import NETWORKS
from beeline.networks.positions import (
    Positions,
    after_moves,
    empty_cells,
    empty_positions,
    from_moves,
    half_turned,
    positions_of,
    seen_cell,
)
from beeline.workers import LocalWorkers

TINY = PRESETS["tiny"]
GAMES = [("a1", "b2", "c3", "d1", "b3"), ("d4", "a2", "b2", "c1"), ("b2", "c3", "a4")]
DATABASE = from_moves(GAMES, 4)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def trained(settings: NeuroHexSettings, folder: Path, **options: Any) -> Training:
    run = Training(settings, DATABASE, folder, **options)
    run.run()
    return run


def timeless(history: list[Entry]) -> list[Entry]:
    return [replace(entry, seconds=0.0) for entry in history]


class Killed(Exception):
    pass


def broken_off(settings: NeuroHexSettings, folder: Path, *, after: int) -> None:
    """Runs until so many entries were written, then dies in the middle of the next."""
    run = Training(settings, DATABASE, folder, resume=True)

    def die(_: object) -> None:
        if len(run.history) == after:
            raise Killed

    with pytest.raises(Killed):
        run.run(on_entry=die, on_progress=die)


def test_a_broken_run_goes_on_to_the_same_network(tmp_path: Path) -> None:
    whole = trained(TINY, tmp_path / "whole")
    for after in (1, 4, 7):
        broken_off(TINY, tmp_path / "broken", after=after)
    again = trained(TINY, tmp_path / "broken", resume=True)
    assert timeless(again.history) == timeless(whole.history)
    (plain, arrays), (same_plain, same_arrays) = whole.learner.state(), again.learner.state()
    assert same_plain == plain
    for name, array in arrays.items():
        assert (same_arrays[name] == array).all(), name
    one, other = ((tmp_path / run / "trained.onnx").read_bytes() for run in ("whole", "broken"))
    assert one == other
    assert any((tmp_path / "whole").glob("events.out.tfevents.*"))


def test_other_seeds_give_other_runs(tmp_path: Path) -> None:
    one = trained(TINY, tmp_path / "one")
    other = trained(replace(TINY, seed=2), tmp_path / "other")
    assert timeless(one.history) != timeless(other.history)


def test_the_phases_follow_each_other(tmp_path: Path) -> None:
    run = trained(TINY, tmp_path)
    phases = [entry.phase for entry in run.history]
    assert phases == sorted(phases)
    assert [entry.updates for entry in run.history[:3]] == [10, 20, 30]
    last = run.history[-1]
    assert last.games >= TINY.episodes
    assert last.win_rate is not None
    assert set(last.yardstick) == {"3"}
    # One update a move: whole rounds of four games.
    assert all(entry.updates % 4 == 0 for entry in run.history if entry.phase == "q-learning")
    assert run.learner.memory.added == last.updates
    trained_on = NETWORKS.read(tmp_path / "trained.onnx").training
    assert trained_on["episodes"] == last.games
    assert NETWORKS.read(tmp_path / "mentored.onnx").training["updates"] == 0


def test_the_exported_network_is_the_trained_one(tmp_path: Path) -> None:
    run = trained(TINY, tmp_path)
    found = Evaluator(NETWORKS.read(tmp_path / "trained.onnx")).values(DATABASE)
    assert np.abs(found - run.learner.values(DATABASE)).max() < 1e-4


def test_without_mentoring_and_without_a_database(tmp_path: Path) -> None:
    bare = replace(TINY, mentor_updates=0, database_games=0)
    run = Training(bare, empty_positions(0, 4), tmp_path)
    assert run.phase == "q-learning"
    # Every game starts after one move, seen by either player.
    stones = np.bitwise_count(run.learner.boards).sum(axis=(1, 2))
    assert (stones == 1).all()
    run.run()
    assert {entry.phase for entry in run.history} == {"q-learning"}


def test_mentoring_brings_the_network_nearer_to_the_mentor() -> None:
    learner = Learner(replace(TINY, width=16, learning_rate=0.002), DATABASE)
    mentor = resistance_values()(DATABASE)
    counted = ~np.isnan(mentor)

    def error() -> float:
        return float(np.square(learner.values(DATABASE) - mentor)[counted].mean())

    before = error()
    for _ in range(300):
        learner.mentor_update()
    assert error() < before / 5


def test_q_learning_finds_the_winning_move() -> None:
    """On 3×3 with games from the whole board, values of won and lost moves come apart."""
    settings = replace(
        TINY, side=3, width=16, episodes=1, games=16, batch=32, replay=2000, learning_rate=0.002, epsilon=0.3
    )
    learner = Learner(settings, empty_positions(0, 3))
    for _ in range(40):
        learner.play()
        for _ in range(16):
            learner.q_update()
    one_move_wins = Board.from_text("B . . / B . W / . W W".replace("/", "\n"), to_move="black")
    (values,) = learner.values(positions_of([one_move_wins]))
    # Black wins at a3; as seen by Black the board is reflected, and a3 is c1.
    assert values[[1, 2, 4]].argmax() == 1
    assert values[2] > 0.5


def test_targets_are_negated_values_of_the_next_position() -> None:
    learner = Learner(replace(TINY, batch=50, learning_rate=1e-9), DATABASE)
    for _ in range(30):
        learner.play()
    state = learner.random.bit_generator.state
    drawn = learner.memory.sample(50, learner.random)
    learner.random.bit_generator.state = state
    found = learner.values(learner.memory.positions[drawn.indices])[np.arange(50), drawn.moves]
    costs = []
    for number in range(50):
        if drawn.won[number]:
            target = 1.0
        else:
            board = drawn.after[number : number + 1]
            open_cells = [
                int(cell) for cell in range(16) if not (board[0].sum(axis=0)[cell // 4] >> cell % 4 & 1)
            ]
            target = -float(learner.values(board)[0, open_cells].max())
        costs.append((found[number] - target) ** 2)
    assert drawn.won.any()
    assert learner.q_update() == pytest.approx(np.mean(costs), rel=1e-4)


def test_starting_positions_are_those_of_the_database_in_all_views() -> None:
    one = positions_of([Board.from_text("B . . .\n. W . .\n. . . .\n. . . B", to_move="white")])
    learner = Learner(TINY, one)
    seen = {position.tobytes() for position in learner._starting_positions(200)}
    other = Board.from_text("B . . .\n. W . .\n. . . .\n. . . B", to_move="black")
    expected: set[bytes] = set()
    for positions in (one, positions_of([other])):
        expected |= {positions[0].tobytes(), half_turned(positions)[0].tobytes()}
    assert seen == expected
    assert len(expected) == 4


def test_exploration_is_as_frequent_as_asked() -> None:
    for epsilon, most in ((0.0, 0), (1.0, 400)):
        learner = Learner(replace(TINY, epsilon=epsilon, games=400, replay=400), DATABASE)
        boards: Positions = learner.boards.copy()
        greedy = np.where(np.isnan(resistance_values()(boards)), -9, learner.values(boards)).argmax(axis=1)
        learner.play()
        differing = int((learner.memory._moves[:200] != greedy[:200]).sum())
        assert differing == 0 if most == 0 else differing > 150


def test_a_tenth_of_the_moves_is_random_by_default() -> None:
    assert PRESETS["paper-13"].epsilon == 0.1
    learner = Learner(replace(TINY, epsilon=0.1, games=4000, replay=4000), DATABASE)
    boards = learner.boards.copy()
    greedy, _ = best_moves(learner.values(boards), boards)
    learner.play()
    # A random move is the best-valued one by chance where few cells are left.
    by_chance = float((1 / empty_cells(boards).sum(axis=1)).mean())
    expected = 0.1 * (1 - by_chance)
    differing = float((learner.memory._moves[:4000] != greedy).mean())
    assert differing == pytest.approx(expected, abs=4 * (expected / 4000) ** 0.5)


def test_half_of_the_positions_after_are_seen_turned() -> None:
    """The second flip of algorithm 1: s_next by 180°, at random, whatever way up s was."""
    learner = Learner(replace(TINY, games=400, replay=400), DATABASE)
    before = learner.boards.copy()
    learner.play()
    moves = learner.memory._moves[:400]
    straight, won = after_moves(before, moves)
    held = {position.tobytes() for position in half_turned(straight[~won])}
    drawn = learner.memory.sample(4000, learner.random)
    plain, _ = after_moves(before, drawn.moves, indices=drawn.indices)
    turned = (drawn.after != plain).any(axis=(1, 2))[~drawn.won]
    assert 0.4 < turned.mean() < 0.6
    assert {position.tobytes() for position in drawn.after[~drawn.won][turned]} <= held


def test_contrast_teaches_which_move_the_mentor_prefers() -> None:
    mentor = resistance_values()(DATABASE)
    legal = ~np.isnan(mentor)

    def missed(contrast: float) -> float:
        """Of the differences between the moves of a position."""
        settings = replace(TINY, width=16, learning_rate=0.002, contrast=contrast, last_mentor_rate=0.0002)
        learner = Learner(settings, DATABASE)
        for number in range(300):
            learner.mentor_update(done=number / 300)
        found = np.where(legal, learner.values(DATABASE) - mentor, np.nan)
        apart = found - np.nanmean(found, axis=1, keepdims=True)
        return float(np.nanmean(np.square(apart)))

    assert missed(10.0) < 0.8 * missed(1.0)


def test_the_rate_of_mentoring_falls_and_that_of_q_learning_does_not() -> None:
    learner = Learner(replace(TINY, learning_rate=0.01, last_mentor_rate=0.0001), DATABASE)
    assert [learner._mentor_rate(done) for done in (0.0, 0.5, 1.0)] == pytest.approx([0.01, 0.001, 0.0001])
    learner.play()
    learner.mentor_update(done=1.0)
    learner.q_update()
    assert learner._optimiser._learning_rate == 0.01


def test_the_paper_preset_mentors_and_learns() -> None:
    """The whole network of 13×13, on smaller batches than the paper's."""
    learner = Learner(replace(PRESETS["paper-13"], batch=4, games=2, replay=100), empty_positions(0, 13))
    before = learner.network.arrays()
    assert 0 < learner.mentor_update() < 1
    learner.play()
    assert 0 <= learner.q_update() < 1
    after = learner.network.arrays()
    assert all((after[name] != before[name]).any() for name in before if before[name].size)


def test_a_folder_in_use_is_not_begun_again(tmp_path: Path) -> None:
    trained(TINY, tmp_path)
    with pytest.raises(TrainingError, match="--resume"):
        Training(TINY, DATABASE, tmp_path)
    with pytest.raises(TrainingError, match=r"was begun with seed 1 \(now 5\)"):
        Training(replace(TINY, seed=5), DATABASE, tmp_path, resume=True)
    with pytest.raises(TrainingError, match=r"side 4 \(now 5\)"):
        Training(replace(TINY, side=5), empty_positions(0, 5), tmp_path, resume=True)
    longer = trained(replace(TINY, episodes=20), tmp_path, resume=True)
    assert longer.episodes >= 20


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    trained(TINY, tmp_path)
    path = tmp_path / "checkpoint"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError, match="damaged"):
        Training(TINY, DATABASE, tmp_path, resume=True)
    path.write_bytes((tmp_path / "trained.onnx").read_bytes())
    with pytest.raises(FileError, match="no training file"):
        Training(TINY, DATABASE, tmp_path, resume=True)


def test_the_report_shows_the_curves(tmp_path: Path) -> None:
    run = trained(TINY, tmp_path)
    page = report_html(TINY, run.history, title="A & B")
    assert "A &amp; B" in page
    assert page.count("<svg") == 4
    assert "figure 9" in page
    assert "figure 10" in page
    assert "<td>3×3" in page
    assert report_html(TINY, [], title="nothing").count("<svg") == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"side": 2}, "boards from 3 to 19"),
        ({"games": 0}, "games must be 1 or more"),
        ({"seed": -1}, "seed must not be negative"),
        ({"epsilon": 1.5}, "epsilon must be from 0 to 1"),
        ({"learning_rate": 0.0}, "learning_rate must be more than 0"),
        ({"links": "wires"}, "links must be one of"),
    ],
)
def test_impossible_settings_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(TrainingError, match=message):
        replace(TINY, **change)


def test_presets_have_names() -> None:
    assert preset("paper-13") == NeuroHexSettings()
    with pytest.raises(TrainingError, match="did you mean 'small-7'"):
        preset("smal-7")
    assert PRESETS["paper-13"].replay == 100_000
    assert (PRESETS["paper-13"].batch, PRESETS["paper-13"].epsilon) == (64, 0.1)


FREE = replace(TINY, size_free=True, uses=4, proofs=True)


def test_a_curriculum_begins_with_the_network_of_a_smaller_board(tmp_path: Path) -> None:
    small = trained(FREE, tmp_path / "small")
    larger = replace(FREE, side=5, start=str(tmp_path / "small" / "checkpoint"), mentor_updates=0)
    run = Training(larger, empty_positions(0, 5), tmp_path / "large")
    before, begun = small.learner.network.arrays(), run.learner.network.arrays()
    assert all((begun[name] == before[name]).all() for name in before)
    run.run()
    assert run.finished
    again = Training(larger, empty_positions(0, 5), tmp_path / "large", resume=True)
    after = run.learner.network.arrays()
    assert all((again.learner.network.arrays()[name] == after[name]).all() for name in after)


def test_games_end_where_connections_decide_them() -> None:
    won = Board.from_text(". . . .\n. B . .\n. . B .\n. . . .", to_move="white")
    lost = won.copy()
    lost.play("a1")
    open_board = Board(4)
    open_board.play("a1")
    found = proven_values(positions_of([won, lost, open_board]))
    assert found.tolist()[0] == -1  # White is to move, and Black is joined
    assert found.tolist()[1] == 1  # Black is to move, and is joined
    assert found.tolist()[2] in (0, 1)
    learner = Learner(replace(FREE, games=200, replay=400), DATABASE)
    ended, _ = learner.play()
    proven = learner.memory._proven[:200]
    drawn = learner.memory.sample(400, learner.random)
    by_rules = {int(index) for index in drawn.indices[drawn.won]}
    assert not by_rules & {int(index) for index in np.flatnonzero(proven)}
    assert ended >= int((proven != 0).sum()) > 0
    stones = np.bitwise_count(learner.boards).sum(axis=(1, 2))
    assert stones.min() <= np.bitwise_count(DATABASE).sum(axis=(1, 2)).max()


def test_a_proven_move_learns_its_proof_and_not_the_value_of_what_follows() -> None:
    learner = Learner(replace(TINY, batch=50, learning_rate=1e-9), DATABASE)
    for _ in range(30):
        learner.play()
    learner.memory._proven[:] = -1
    state = learner.random.bit_generator.state
    drawn = learner.memory.sample(50, learner.random)
    learner.random.bit_generator.state = state
    found = learner.values(learner.memory.positions[drawn.indices])[np.arange(50), drawn.moves]
    assert learner.q_update() == pytest.approx(float(np.square(found + 1).mean()), rel=1e-4)


def test_moves_are_learned_from_as_often_as_asked() -> None:
    assert replace(TINY, games=64, batch=64).updates_a_round == 64
    assert replace(TINY, games=64, batch=64, uses=8).updates_a_round == 8
    assert replace(TINY, games=4, batch=64, uses=8).updates_a_round == 1


def test_a_mentor_that_searches_values_the_moves_it_visited(tmp_path: Path) -> None:
    one_move_wins = Board.from_text("B . . .\nB . W .\nB W . .\n. W . .", to_move="black")
    positions = positions_of([one_move_wins, Board(4)])
    with LocalWorkers(1) as workers:
        found = searched_positions(tmp_path, positions, workers, count=8, simulations=200, seed=1)
        again = searched_positions(tmp_path, positions[:0], workers, count=8, simulations=200, seed=1)
    assert np.array_equal(found.values, again.values, equal_nan=True)  # those of the file
    for position, values in zip(found.positions, found.values, strict=True):
        assert np.isnan(values[~empty_cells(position[None])[0]]).all()
        if np.array_equal(position, positions[0]):
            winning = seen_cell(one_move_wins.cell_of("a4"), side=4, to_move="black")
            assert values[winning] == 1
            assert np.nanargmax(values) == winning
    drawn = found.drawn(50, np.random.default_rng(1))
    for position, values in zip(drawn.positions, drawn.values, strict=True):
        assert np.isnan(values[~empty_cells(position[None])[0]]).all()
    settings = replace(TINY, mentor_simulations=200, mentor_positions=8, learning_rate=0.005)
    learner = Learner(settings, DATABASE, searched=found)
    before = learner.mentor_update()
    for _ in range(150):
        after = learner.mentor_update()
    assert after < before / 2
