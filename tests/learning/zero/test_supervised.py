"""Learning from the games of a teacher."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beeline.files import FileError
from beeline.learning.zero.gate import agreement
from beeline.learning.zero.learner import Learner, LearnerSettings
from beeline.learning.zero.measures import measure, reliability_of
from beeline.learning.zero.quantisation import quantised
from beeline.learning.zero.samples import Samples, joined
from beeline.learning.zero.supervised import SupervisedRun, SupervisedSettings
from beeline.learning.zero.teacher_games import TeacherGames, samples_of
from beeline.learning.zero.window import drawn
from beeline.networks.zero.answers import Answers
from beeline.networks.zero.integer_network import IntegerNetwork, load_integer_network
from beeline.networks.zero.onnx_network import OnnxNetwork, onnx_model
from beeline.networks.zero.views import Views, views_of
from beeline.rules.board import Board
from tests.networks.zero.random_networks import SMALL

GAME: dict[str, Any] = {
    "size": 4,
    "first": "a2",
    "winner": "black",
    "moves": [
        ["b3", 0.4, [["b3", 30, 0.4], ["c2", 70, 0.45]]],
        ["c2", 0.6, [["c2", 8, 0.6]]],
        ["d1", 0.3, []],
    ],
}


def random_game(seed: int, *, side: int = 5) -> dict[str, Any]:
    """Its teacher likes the cell in the middle of the lowest empty column best, and knows that Black wins."""
    random = np.random.default_rng(seed)
    board, rows = Board(side), []
    moves = [board.name_of(int(cell)) for cell in random.permutation(side * side)]
    board.play(moves[0])
    for _ in range(6):
        free = [name for name in moves if name in set(board.legal_moves)]
        best = min(free)
        value = 0.9 if board.to_move == "black" else 0.1
        rows.append([free[0], value, [[best, 90, value], [free[-1], 10, 0.5]] if best != free[-1] else []])
        if not rows[-1][2]:
            rows[-1][0] = best
        board.play(rows[-1][0])
    return {"size": side, "first": moves[0], "winner": "black", "moves": rows}


def written(path: Path, games: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    return path


def quickly_taught(*, steps: int = 150) -> tuple[Learner, Samples]:
    told = [samples_of(random_game(seed)) for seed in range(60)]
    samples = joined([part for part in told if part is not None])
    learner = Learner(LearnerSettings(architecture=SMALL, learning_rate=3e-3, warm_up=500, positions=10**6))
    random = np.random.default_rng(0)
    for _ in range(steps):
        learner.learn(samples[random.integers(len(samples), size=32)])
    return learner, samples


def test_positions_are_seen_by_their_players() -> None:
    samples = samples_of(GAME)
    assert samples is not None
    board = Board(4)
    board.play("a2")
    boards = [board.copy()]
    for move in ("b3", "c2"):
        board.play(move)
        boards.append(board.copy())
    views = [views_of([board]) for board in boards]
    assert np.array_equal(samples.stones, np.concatenate([view.stones for view in views]))
    assert np.array_equal(samples.last, np.concatenate([view.last for view in views]))
    # White's c2, in row 1 and column 2, is seen in row 2 and column 1; the most visited move is the first.
    assert samples.moves[0, :3].tolist() == [9, 6, -1]
    assert samples.visits[0, :3].tolist() == pytest.approx([0.7, 0.3, 0])
    assert samples.outcome.tolist() == [0, 1, 0]
    assert samples.value.tolist() == pytest.approx([0.4, 0.6, 0.3])


def test_where_there_was_no_choice_the_move_is_certain_and_has_no_value() -> None:
    samples = samples_of(GAME)
    assert samples is not None
    # White's d1 is seen in row 3 and column 0.
    assert samples.policy()[2].argmax() == 12
    assert samples.policy()[2, 12] == 1
    assert samples.action_values()[1][2].sum() == 0


def test_a_soft_policy_is_flatter() -> None:
    samples = samples_of(GAME)
    assert samples is not None
    soft = samples.policy(temperature=4)[0]
    assert 0.5 < soft[9] < samples.policy()[0, 9]
    assert soft.sum() == pytest.approx(1)


def test_a_half_turn_turns_stones_and_moves_together() -> None:
    samples = samples_of(GAME)
    assert samples is not None
    turned = samples.half_turned(np.array([True, False, True]))
    assert np.array_equal(turned.stones[0], samples.stones[0, ::-1, ::-1])
    assert np.array_equal(turned.policy()[0], samples.policy()[0, ::-1])
    assert turned.last[0] == 15 - samples.last[0]
    assert np.array_equal(turned.stones[1], samples.stones[1])
    again = turned.half_turned(np.array([True, False, True]))
    for name, array in vars(samples).items():
        np.testing.assert_array_equal(getattr(again, name), array)


def test_files_that_grow_are_read_on(tmp_path: Path) -> None:
    path = written(tmp_path / "games.jsonl", [random_game(seed) for seed in range(3)])
    games = TeacherGames([path])
    assert games.games == 3
    with path.open("a") as file:
        file.write(json.dumps(random_game(3)) + "\n" + json.dumps(random_game(4))[:40])
    games.update()
    assert games.games == 4
    with path.open("a") as file:
        file.write(json.dumps(random_game(4))[40:] + "\n")
    games.update()
    assert games.games == 5


def test_gzipped_games_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress((json.dumps(GAME) + "\n").encode()))
    games = TeacherGames([path])
    assert sum(len(part) for part in (*games.learned.values(), *games.held_out.values())) == 3


def test_no_game_is_both_learned_and_held_out(tmp_path: Path) -> None:
    path = written(tmp_path / "games.jsonl", [random_game(seed) for seed in range(200)])
    games = TeacherGames([path])
    learned, held_out = games.learned[5], games.held_out[5]
    assert len(learned) + len(held_out) == 200 * 6
    assert 0 < len(held_out) < 200
    assert len(held_out) % 6 == 0


def test_a_line_that_is_no_game_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"size": 5}\n')
    with pytest.raises(FileError, match=r"games.jsonl' has a line that is no game"):
        TeacherGames([path])


def test_a_network_learns_its_teacher_and_its_integers_pass_the_gate() -> None:
    learner, samples = quickly_taught()
    assert measure(learner.averaged, samples).first > 0.9
    arrays, views = learner.averaged.arrays(), [samples.views]
    integers = IntegerNetwork(quantised(SMALL, arrays, views))
    agreement(integers, OnnxNetwork(onnx_model(SMALL, arrays)), views).check()


def test_a_network_learns_who_wins() -> None:
    told = samples_of(GAME)
    assert told is not None
    samples = told[np.array([0, 1] * 8)]
    learner = Learner(LearnerSettings(architecture=SMALL, learning_rate=3e-3, warm_up=0))
    for _ in range(40):
        learner.learn(samples)
    assert measure(learner.averaged, samples).value_right == 1


def test_measures_are_those_of_a_network_that_knows_everything() -> None:
    told = samples_of(GAME)
    assert told is not None
    samples: Samples = told

    class Oracle:
        def answers(self, views: Views) -> Answers:
            values = np.where(samples.outcome > 0, 5, -5).astype(np.float32)
            return Answers(values, np.log(samples.policy() + 1e-9), samples.action_values()[0])

    measures = measure(Oracle(), samples)
    assert (measures.first, measures.first_five, measures.value_right) == (1, 1, 1)
    assert measures.value_loss < 0.01


def test_reliability_counts_wins_by_the_chance_that_was_told() -> None:
    told = np.array([0.05, 0.05, 0.95, 0.95, 1.0], dtype=np.float32)
    won = np.array([0, 1, 1, 1, 1], dtype=np.float32)
    reliability = reliability_of(told, won)
    assert reliability.positions == [2, 0, 0, 0, 0, 0, 0, 0, 0, 3]
    assert reliability.won[0] == 0.5
    assert reliability.error == pytest.approx((2 * 0.45 + 3 * (1 - 2.9 / 3)) / 5, abs=1e-6)


def test_a_run_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path = written(tmp_path / "games.jsonl", [random_game(seed) for seed in range(60)])

    def run(folder: Path, positions: int) -> SupervisedRun:
        folder.mkdir(exist_ok=True)
        learner = LearnerSettings(architecture=SMALL, positions=positions)
        run = SupervisedRun(folder, TeacherGames([path]), SupervisedSettings(learner=learner, batch=16))
        while run.learner.positions < positions:
            run.learner.settings = LearnerSettings(architecture=SMALL, positions=160)
            run.learner.learn(drawn(run.games.learned, run.settings.batch, run.random))
        run.save()
        return run

    run(tmp_path / "halves", 80)
    halves, whole = run(tmp_path / "halves", 160), run(tmp_path / "whole", 160)
    for name, array in whole.learner.state().items():
        np.testing.assert_array_equal(halves.learner.state()[name], array)
    lines = (tmp_path / "halves" / "curve.jsonl").read_text().splitlines()
    assert [json.loads(line)["positions"] for line in lines] == [80, 160]
    network = load_integer_network(tmp_path / "whole" / "network-160.safetensors")
    assert network.answers(whole.games.learned[5].views[:3]).policies.shape == (3, 25)


def test_the_rate_of_learning_rises_and_falls() -> None:
    settings = LearnerSettings(learning_rate=1.0, warm_up=100, positions=1000)
    rates = [settings.rate_after(positions) for positions in (0, 50, 100, 500, 1000)]
    assert rates[0] < rates[1] < rates[2] > rates[3] > rates[4]
    assert rates[4] == pytest.approx(0.01)
